import * as z from 'zod/mini'

import { type CoverageReport, coverageSchema } from '../../coverage/report.ts'
import type { Call } from '../client/call.ts'
import { component, defineEndpoints, parameter } from './endpoint.ts'

export type { CoverageCell, CoverageKind, CoverageReport, OperationCoverage } from '../../coverage/report.ts'

const sandboxes = parameter('With `all`, the requests of all sandboxes.', () => z.enum(['all']), '--sandboxes <which>')

export const coverageEndpoints = defineEndpoints({
  showCoverage: {
    method: 'GET',
    path: '/coverage',
    summary: 'Shows the successes, errors, faults, states and pages of each operation that clients have met',
    query: { sandboxes },
    answer: component('Coverage', coverageSchema),
    commands: [
      {
        usage: 'requests coverage',
        about: 'show what clients have met: successes, errors, faults, states and pages',
        flags: {
          sandboxes,
          min: parameter(
            'End with 3 below a percent of all that can be met, such as 60, or of a kind, such as error=50.',
            () => z.array(z.string()),
            '--min <percent...>',
          ),
        },
      },
    ],
  },
})

/** A selection of the requests that coverage counts (those of the sandbox). */
export interface CoverageQuery {
  /** `all` for the requests of all sandboxes. */
  readonly sandboxes?: 'all'
}

export const createCoverageControl = (call: Call) => ({
  /**
   * Shows the successes, errors, faults, lifecycle states and pages of each operation that clients have met. It reads
   * the journal; a fake with the option `coverage` has counted every request since its start.
   * @example
   * ```ts
   * const { total, items } = await fake.coverage({ sandboxes: 'all' })
   * ```
   */
  coverage: (query: CoverageQuery = {}): Promise<CoverageReport> => call(coverageEndpoints.showCoverage, { query }),
})

/** The coverage of one sandbox, or of all. */
export interface CoverageControl extends ReturnType<typeof createCoverageControl> {}
