import * as z from 'zod/mini'

import { faultNames, type FaultName } from '../faults/table.ts'
import type { Operation } from '../http/operation.ts'
import { readOwnJsonFile } from '../lib/json-files.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { inPackage } from '../lib/package.ts'
import type { ScenarioBase } from '../scenarios/schema.ts'
import { rateHeaders } from '../spec/headers.ts'
import type { Trace } from './trace.ts'

/** A failure that passes by itself, and that a well-behaved client survives. */
export interface SweepFault {
  readonly id: string
  readonly title: string
  /** A sentence about a well-behaved client. */
  readonly advice: string
  /** True if it may meet an operation that the baseline called. */
  readonly meets: (operation: Operation, baseline: Trace) => boolean
  /** True if it does not belong to single operations. */
  readonly isWhole: boolean
  /** The names of its variants: its own, and that of the fault at each operation. */
  readonly names: (operations: readonly string[]) => readonly string[]
  /** The scenario of a run, for some operations. */
  readonly scenario: (operations: readonly string[]) => Definition
}

/** A scenario without its name. */
type Definition = Omit<ScenarioBase, 'name'>
type Rule = NonNullable<Definition['rules']>[number]
type Then = Rule['then']

/** Hits the first request of each operation, in each sandbox; the repeat is served. */
const firstOf = (then: Then, more: Pick<Rule, 'phase'> = {}) => ({
  isWhole: false,
  scenario: (operations: readonly string[]) => ({
    rules: operations.map((operation) => ({ when: { operation }, count: { first: 1 }, ...more, then })),
  }),
})

const always = () => true

const tryAgain =
  'The client takes it for no answer, waits, and tries again; before it repeats a create, it looks for the record.'

const network: Readonly<
  Record<FaultName, { readonly title: string; readonly advice: string; readonly over?: string }>
> = {
  reset: { title: 'The connection is reset before the answer.', advice: tryAgain },
  hang: { title: 'The answer never comes.', advice: `The client gives up after a time of its own. ${tryAgain}` },
  truncate: { title: 'The connection breaks in the middle of the body.', advice: tryAgain },
  malformed_json: { title: 'The body is not valid JSON.', advice: tryAgain },
  empty: { title: 'The body is empty.', advice: tryAgain },
  gateway_html: { title: 'A proxy answers with its own 502 page in HTML.', advice: tryAgain },
  slow_body: {
    title: 'The body drips over one second.',
    advice: 'The client waits for the end of the body.',
    over: '1s',
  },
  wrong_content_type: {
    title: 'The answer names another content type.',
    advice: 'The client reads a body that is JSON, or tries again.',
  },
}

/** A built-in scenario, which holds for all operations. */
function builtIn(name: string): Pick<SweepFault, 'isWhole' | 'scenario'> {
  return {
    isWhole: true,
    scenario: () => {
      const { rules, webhooks, assume } = definition.parse(readOwnJsonFile(inPackage(`scenarios/${name}.json`)).content)
      return { rules, webhooks, assume }
    },
  }
}

const definition = z.custom<ScenarioBase>(isJsonObject)

const refused = 'The client waits and tries again; before it repeats a create, it looks for the record.'
const notifies = (_: Operation, { hasDelivered }: Trace) => hasDelivered

const table: readonly Omit<SweepFault, 'names'>[] = [
  {
    id: 'service_unavailable',
    title: 'The service is unavailable for one request.',
    advice: refused,
    meets: always,
    ...firstOf({ error: 'service_unavailable' }),
  },
  {
    id: 'internal_error',
    title: 'The service fails at one request.',
    advice: refused,
    meets: always,
    ...firstOf({ error: 'internal_error' }),
  },
  {
    id: 'rate_limit_exceeded',
    title: 'The quota is used up, and resets within three seconds.',
    advice: `The client waits until the instant of ${rateHeaders.reset}, and tries again.`,
    meets: always,
    isWhole: true,
    scenario: () => ({ quota: { remaining: 0, resetsIn: '2s' } }),
  },
  ...faultNames.map((id) => {
    const { over, ...words } = network[id]
    return { id, ...words, meets: always, ...firstOf({ fault: id, over }) }
  }),
  {
    id: 'slow',
    title: 'The answer comes a second later.',
    advice: 'The client waits for it.',
    meets: always,
    ...firstOf({ delay: '1s' }),
  },
  {
    id: 'commits-then-fails',
    title: 'A create is done, but answered with service_unavailable.',
    advice: 'The client looks for the record before it creates it again.',
    meets: ({ storesRecord }) => storesRecord,
    ...firstOf({ error: 'service_unavailable' }, { phase: 'after' }),
  },
  {
    id: 'extra-fields',
    title: 'Answers have fields that the document does not name.',
    advice: 'The client ignores fields that it does not know.',
    meets: always,
    ...builtIn('extra-fields'),
  },
  {
    id: 'unknown-values',
    title: 'Fields with open values have values that no client has seen.',
    advice: 'The client goes on with a value that it does not know.',
    // The document says which values the answer to a create has.
    meets: ({ storesRecord }) => !storesRecord,
    isWhole: false,
    scenario: (operations) => unknownValues(operations),
  },
  {
    id: 'list-changes-while-paging',
    title: 'A list changes between two of its pages.',
    advice: 'The client counts each id once, and reports or repeats a list that changed.',
    meets: ({ id, isList }, { entries }) =>
      isList && entries.some((entry) => entry.operation === id && isLater(entry.path)),
    isWhole: false,
    scenario: (operations) => ({
      // A suite may first ask for lists of one page.
      rules: operations.map((operation) => ({ when: { operation }, count: { first: 3 }, then: { arrange: 'insert' } })),
    }),
  },
  {
    id: 'webhook-duplicated',
    title: 'Every webhook is delivered twice.',
    advice: 'The receiver knows a webhook-id that it has seen.',
    meets: notifies,
    ...builtIn('webhook-duplicated'),
  },
  {
    id: 'webhook-out-of-order',
    title: 'The webhook of a beginning arrives after that of the end.',
    advice: 'The receiver asks for the state, or goes by the times in the payload.',
    meets: notifies,
    ...builtIn('webhook-out-of-order'),
  },
  {
    id: 'webhook-tampered',
    title: 'The signature of every webhook is wrong.',
    advice: 'The receiver verifies the signature, refuses the webhook, and learns the end of the job by asking.',
    meets: notifies,
    ...builtIn('webhook-tampered'),
  },
]

/** Every failure, in the order of the runs. */
export const sweepFaults: readonly SweepFault[] = table.map((fault) => ({
  ...fault,
  names: (operations) => [
    fault.id,
    ...(fault.isWhole ? [] : operations.map((operation) => `${fault.id}@${operation}`)),
  ],
}))

/** True for an address of a page after the first. */
const isLater = (path: string): boolean => /[?&]page=(?!1(?:&|$))/.test(path)

/** The built-in scenario of the same name, for the first answer of each operation. */
function unknownValues(operations: readonly string[]): Definition {
  const { rules = [] } = builtIn('unknown-values').scenario([])
  return {
    rules: rules.flatMap(({ then }) =>
      operations.map((operation) => ({ when: { operation }, count: { first: 1 }, then })),
    ),
    // A client may send back a value that it got.
    assume: { assessedResourceType: 'ignore' },
  }
}
