import * as z from 'zod/mini'

import type { VerdictId } from '../../conduct/table.ts'
import { severities } from '../../conduct/verdict.ts'
import { type CoverageReport, coverageSchema } from '../../coverage/report.ts'
import { documentPath } from '../../http/address.ts'
import { lazily } from '../../lib/lazily.ts'
import type { Call } from '../client/call.ts'
import { component, count, get, namedObject, parameter, text } from './endpoint.ts'

export type { CoverageCell, CoverageKind, CoverageReport, OperationCoverage } from '../../coverage/report.ts'

const judgement = namedObject('Judgement', () => ({
  id: z.string(),
  severity: z.enum(severities),
  /** The behaviour, in one sentence. */
  title: z.string(),
  /** The behaviour of a well-behaved client. */
  advice: z.string(),
  count: count(),
  occurrences: z.array(
    z.strictObject({
      /** The ids of the requests that show it; none for a delivery. */
      requests: z.array(z.string()),
      /** The facts, in one sentence. */
      detail: z.string(),
    }),
  ),
}))

const conductReport = namedObject('Conduct', () => ({
  /** The number of requests that were judged. */
  requests: count(),
  /** The number of requests that the journal has forgotten. */
  forgotten: count(),
  /** Worst first. */
  items: z.array(judgement()),
}))

/** One verdict on the requests of a sandbox, with its occurrences. */
export type Judgement = z.infer<ReturnType<typeof judgement>>

/** True for a fault of the client. A note is not one. */
export const isMisconduct = ({ severity }: Judgement): boolean => severity !== 'note'

/** The verdicts on the requests of a sandbox. */
export type ConductReport = z.infer<ReturnType<typeof conductReport>>

/** Options of a judgement of requests. */
export interface ConductOptions {
  /** Ids of verdicts that do not count (none). */
  readonly allow?: readonly VerdictId[]
  /** The shortest pause between two reads of an unfinished record (`1s`). */
  readonly pollEvery?: string
}

/** A selection of the requests that coverage counts (the requests of the sandbox). */
export interface CoverageQuery {
  /** `all` for the requests of all sandboxes. */
  readonly sandboxes?: 'all'
}

const sandboxes = parameter('With `all`, the requests of all sandboxes.', () => z.enum(['all']), '--sandboxes <which>')

const pollEvery = parameter(
  'The shortest pause between two reads of an unfinished record: a duration (1s).',
  text,
  '--poll-every <duration>',
)

export const conductEndpoints = {
  showConduct: get('/conduct', 'Judges how the client behaved, by the requests in the journal', {
    query: { allow: parameter('Ids of verdicts that do not count, separated by commas.', text), pollEvery },
    answer: conductReport,
    commands: {
      conduct: {
        flags: {
          allow: parameter('Verdicts that do not count, such as gave-up.', text, '--allow <id...>'),
          pollEvery,
          sandboxes: parameter('Judge the requests of all sandboxes.', () => z.enum(['all']), '--sandboxes <all>'),
        },
      },
    },
  }),
}

export const coverageEndpoints = {
  showCoverage: get(
    '/coverage',
    'Shows the successes, errors, states and pages of each operation, and the faults, that clients have met',
    {
      query: { sandboxes },
      answer: component('Coverage', coverageSchema),
      commands: {
        'requests coverage': {
          about: 'show what clients have met: successes, errors, states, pages and faults',
          flags: {
            sandboxes,
            min: parameter(
              'Exit with 3 below a percentage of all cells, such as 60, or of a kind, such as error=50.',
              () => z.array(z.string()),
              '--min <percent...>',
            ),
          },
        },
      },
    },
  ),
}

export const metricsEndpoints = {
  showMetrics: get('/metrics', 'Shows the metrics of the whole fake, for Prometheus', {
    answer: text,
    contentTypes: ['text/plain'],
  }),
}

export const documentEndpoints = {
  showDocument: get(documentPath, 'Shows the control plane as an OpenAPI document', {
    answer: lazily(() => z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) })),
  }),
}

export const createReportControl = (call: Call) => ({
  /**
   * Judges how the client behaved, by the requests in the journal and the clock of the sandbox.
   * @param options verdicts that do not count (none), and how often a record may be read (`1s`)
   * @throws InputError for an unknown verdict, and for an invalid duration
   * @example
   * ```ts
   * const { items } = await fake.conduct()
   * ```
   */
  conduct: ({ allow, pollEvery }: ConductOptions = {}): Promise<ConductReport> =>
    call(conductEndpoints.showConduct, { query: { allow: allow?.join(','), pollEvery } }),
  /**
   * Shows the successes, errors, lifecycle states and pages of each operation, and the faults, that clients have met, by the
   * journal. Of all sandboxes, a fake with the option `coverage` has counted every request since its start.
   * @example
   * ```ts
   * const { total, items } = await fake.coverage({ sandboxes: 'all' })
   * ```
   */
  coverage: (query: CoverageQuery = {}): Promise<CoverageReport> => call(coverageEndpoints.showCoverage, { query }),
  /** Shows the metrics of the whole fake, as Prometheus reads them: requests, deliveries, sandboxes, memory. */
  metrics: (): Promise<string> => call(metricsEndpoints.showMetrics, {}),
})
