import * as z from 'zod/mini'

import { faultNames, type FaultName } from '../faults/table.ts'
import type { Operation } from '../http/operation.ts'
import { readOwnJsonFile } from '../lib/json-files.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { inPackage } from '../lib/package.ts'
import type { ScenarioBase } from '../scenarios/schema.ts'
import { rateHeaders } from '../spec/headers.ts'
import type { Trace } from './trace.ts'

/** The name of the scenario of a fault. */
export const variantName = 'cloudsec-fake-sweep'

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
  /** The scenario of a run, for some operations. */
  readonly scenario: (operations: readonly string[]) => Definition
}

type Definition = Omit<ScenarioBase, 'name'>
type Rule = NonNullable<Definition['rules']>[number]
type Then = Rule['then']

/** A fault that hits the first request of each operation, in each sandbox; the repeat is served. */
function once(id: string, title: string, advice: string, then: Then, phase?: Rule['phase']): SweepFault {
  return {
    id,
    title,
    advice,
    meets: () => true,
    isWhole: false,
    scenario: (operations) => ({
      rules: operations.map((operation) => ({ when: { operation }, count: { first: 1 }, phase, then })),
    }),
  }
}

const definition = z.custom<ScenarioBase>(isJsonObject)

function readBuiltIn(name: string): Definition {
  const { rules, webhooks, assume } = definition.parse(readOwnJsonFile(inPackage(`scenarios/${name}.json`)).content)
  return { rules, webhooks, assume }
}

/** A fault that is a built-in scenario of the same name, which holds for all operations. */
function builtIn(id: string, title: string, advice: string, meets: SweepFault['meets'] = () => true): SweepFault {
  return { id, title, advice, meets, isWhole: true, scenario: () => readBuiltIn(id) }
}

const tryAgain =
  'The client takes it for no answer, waits, and tries again; before it repeats a create, it looks for the record.'
const refused = 'The client waits and tries again; before it repeats a create, it looks for the record.'

const networkTitles: Readonly<Record<FaultName, string>> = {
  reset: 'The connection is reset before the answer.',
  hang: 'The answer never comes.',
  truncate: 'The connection breaks in the middle of the body.',
  malformed_json: 'The body is not valid JSON.',
  empty: 'The body is empty.',
  gateway_html: 'A proxy answers with its own 502 page in HTML.',
  slow_body: 'The body drips over one second.',
  wrong_content_type: 'The answer names another content type.',
}

const networkAdvice: Partial<Readonly<Record<FaultName, string>>> = {
  hang: `The client gives up after a time of its own. ${tryAgain}`,
  slow_body: 'The client waits for the end of the body.',
  wrong_content_type: 'The client reads a body that is JSON, or tries again.',
}

const notifies: SweepFault['meets'] = (_, { hasDelivered }) => hasDelivered

export const sweepFaults: readonly SweepFault[] = [
  once('service_unavailable', 'The service is unavailable for one request.', refused, { error: 'service_unavailable' }),
  once('internal_error', 'The service fails at one request.', refused, { error: 'internal_error' }),
  {
    id: 'rate_limit_exceeded',
    title: 'The quota is used up, and resets within three seconds.',
    advice: `The client waits until the instant of ${rateHeaders.reset}, and tries again.`,
    meets: () => true,
    isWhole: true,
    scenario: () => ({ quota: { remaining: 0, resetsIn: '2s' } }),
  },
  ...faultNames.map((id) => {
    const over = id === 'slow_body' ? '1s' : undefined
    return once(id, networkTitles[id], networkAdvice[id] ?? tryAgain, { fault: id, over })
  }),
  once('slow', 'The answer comes a second later.', 'The client waits for it.', { delay: '1s' }),
  {
    ...once(
      'commits-then-fails',
      'A create is done, but answered with service_unavailable.',
      'The client looks for the record before it creates it again.',
      { error: 'service_unavailable' },
      'after',
    ),
    meets: ({ storesRecord }) => storesRecord,
  },
  builtIn(
    'extra-fields',
    'Answers have fields that the document does not name.',
    'The client ignores fields that it does not know.',
  ),
  {
    id: 'unknown-values',
    title: 'Fields with open values have values that no client has seen.',
    advice: 'The client goes on with a value that it does not know.',
    // The document says which values the answer to a create has.
    meets: ({ storesRecord }) => !storesRecord,
    isWhole: false,
    scenario: unknownValues,
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
  builtIn(
    'webhook-duplicated',
    'Every webhook is delivered twice.',
    'The receiver knows a webhook-id that it has seen.',
    notifies,
  ),
  builtIn(
    'webhook-out-of-order',
    'The webhook of a beginning arrives after that of the end.',
    'The receiver asks for the state, or goes by the times in the payload.',
    notifies,
  ),
  builtIn(
    'webhook-tampered',
    'The signature of every webhook is wrong.',
    'The receiver verifies the signature, refuses the webhook, and learns the end of the job by asking.',
    notifies,
  ),
]

export const faultAt = (fault: string, operation: string): string => `${fault}@${operation}`

/** True for an address of a page after the first. */
const isLater = (path: string): boolean => /[?&]page=(?!1(?:&|$))/.test(path)

/** The built-in scenario of the same name, for the first answer of each operation. */
function unknownValues(operations: readonly string[]): Definition {
  const { rules = [] } = readBuiltIn('unknown-values')
  return {
    rules: rules.flatMap(({ then }) =>
      operations.map((operation) => ({ when: { operation }, count: { first: 1 }, then })),
    ),
    // A client may send back a value that it got.
    assume: { assessedResourceType: 'ignore' },
  }
}
