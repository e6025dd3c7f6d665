import * as z from 'zod/mini'

import { readOwnJsonFile } from '../../core/lib/json-files.ts'
import { keysOf } from '../../core/lib/keys-of.ts'
import { isJsonObject } from '../../core/lib/merge-patch.ts'
import { inPackage } from '../../core/lib/package.ts'
import { rateHeaders } from '../../core/spec/headers.ts'
import type { Scenario } from '../../index.ts'
import type { Trace } from './trace.ts'

type ScenarioRule = NonNullable<Scenario['rules']>[number]

export type Effect = ScenarioRule['then']

/** A scenario of a run, whose rules name operations by their ids. */
export interface ScenarioBase extends Omit<Scenario, 'name' | 'rules'> {
  readonly rules?: readonly (Omit<ScenarioRule, 'when'> & { readonly when?: { readonly operation: string } })[]
}

/** What a sweep knows of an operation. */
export interface Operation {
  readonly id: string
  readonly isList: boolean
  readonly storesRecord: boolean
}

/** A failure that passes by itself, and that a well-behaved client survives. */
interface Fault {
  readonly title: string
  /** A sentence about a well-behaved client. */
  readonly advice: string
  /** The effect on the first answers of each operation; undefined for a fault of settings. */
  readonly then?: Effect | undefined
  /** How many answers of each operation it hits in a sandbox (1). */
  readonly answers?: number
  readonly settings?: Pick<ScenarioBase, 'quota' | 'webhooks' | 'assume'>
  /** True if it may meet an operation that the baseline called (always). */
  readonly meets?: (operation: Operation, baseline: Trace) => boolean
}

export interface SweepFault extends Fault {
  readonly id: string
  readonly class: keyof typeof table
}

const again = 'The client waits, and tries again; before it repeats a create, it looks for the record.'
const noAnswer = `The client treats it as a missing answer. ${again}`

const passing = (title: string, advice: string, then: Effect): Fault => ({ title, advice, then })

function effectOf(scenario: string): Effect | undefined {
  const { content } = readOwnJsonFile(inPackage(`scenarios/${scenario}.json`))
  return z.custom<ScenarioBase>(isJsonObject).parse(content).rules?.[0]?.then
}

const everyAnswer = Number.MAX_SAFE_INTEGER

const notifies: Fault['meets'] = (_, { webhooks }) => webhooks.length > 0

/** True for an address of a page after the first. */
const isLater = (path: string): boolean => /[?&]page=(?!1(?:&|$))/.test(path)

/**
 * Faults of one class are tried together; `refused` and `lost` faults take turns on the requests of an operation. Of each class,
 * what breaks suites most often comes first.
 */
const table = {
  refused: {
    service_unavailable: passing('The service is unavailable for one request.', again, {
      error: 'service_unavailable',
    }),
    reset: passing('The connection is reset before the answer.', again, { fault: 'reset' }),
    internal_error: passing('The service fails at one request.', again, { error: 'internal_error' }),
    gateway_html: passing('A proxy answers with its own 502 page in HTML.', again, { fault: 'gateway_html' }),
  },
  lost: {
    'commits-then-fails': {
      title: 'A create is done, but answered with service_unavailable.',
      advice: 'The client looks for the record before it creates it again.',
      then: { error: 'service_unavailable' },
      meets: ({ storesRecord }) => storesRecord,
    },
    truncate: passing('The connection breaks in the middle of the body.', noAnswer, { fault: 'truncate' }),
    malformed_json: passing('The body is not valid JSON.', noAnswer, { fault: 'malformed_json' }),
    empty: passing('The body is empty.', noAnswer, { fault: 'empty' }),
  },
  quota: {
    rate_limit_exceeded: {
      title: 'The quota is used up, and resets within three seconds.',
      advice: `The client waits until the instant of ${rateHeaders.reset}, and tries again.`,
      settings: { quota: { remaining: 0, resetsIn: '2s' } },
    },
  },
  'calm data': {
    'list-changes-while-paging': {
      title: 'A list changes between two of its pages.',
      advice: 'The client counts each id once, and reports or repeats a list that changed.',
      then: { arrange: 'insert' },
      // A suite may first ask for lists of one page.
      answers: 3,
      meets: ({ id, isList }, { entries }) =>
        isList && entries.some((entry) => entry.operation === id && isLater(entry.path)),
    },
    'unknown-values': {
      title: 'Fields with open values have values that no client has seen.',
      advice: 'The client goes on with a value that it does not know.',
      then: effectOf('unknown-values'),
      // A client may send back a value that it got.
      settings: { assume: { assessedResourceType: 'ignore' } },
      // A client that gives up a slow answer sees the second.
      answers: 2,
      // The document says which values the answer to a create has.
      meets: ({ storesRecord }) => !storesRecord,
    },
    slow_body: {
      title: 'The body drips over one second.',
      advice: 'The client waits for the end of the body.',
      then: { fault: 'slow_body', over: '1s' },
      // A record that is created so slowly has no more states to show.
      meets: ({ storesRecord }) => !storesRecord,
    },
    'webhook-out-of-order': {
      title: 'The webhook for the start arrives after the webhook for the end.',
      advice: 'The receiver asks for the state, or goes by the times in the payload.',
      settings: { webhooks: { outOfOrder: true }, assume: { notifyOn: 'every_transition' } },
      meets: notifies,
    },
  },
  calm: {
    'extra-fields': {
      title: 'Answers have fields that the document does not name.',
      advice: 'The client ignores fields that it does not know.',
      then: effectOf('extra-fields'),
      answers: everyAnswer,
    },
    'empty-arrays': {
      title: 'Every array of a record is empty.',
      advice: 'The client goes on with a record without tags, findings, volumes or security groups.',
      then: { replace: { tags: [], findings: [], volumes: [], security_groups: [], log_types: [] } },
      // A client that refuses the content type of the first answer sees the second.
      answers: 2,
      // What is filtered by tags has some.
      meets: ({ id, storesRecord }, { entries }) =>
        !storesRecord && !entries.some(({ operation, path }) => operation === id && /[?&]tag=/.test(path)),
    },
    slow: passing('The answer comes a second later.', 'The client waits for it.', { delay: '1s' }),
    wrong_content_type: {
      title: 'The answer names another content type.',
      advice: 'The client reads a body that is JSON, or tries again.',
      then: { fault: 'wrong_content_type' },
    },
    'webhook-duplicated': {
      title: 'Every webhook is delivered twice.',
      advice: 'The receiver recognises a webhook-id that it has seen.',
      settings: { webhooks: { duplicate: 1 } },
      meets: notifies,
    },
  },
  forged: {
    'webhook-tampered': {
      title: 'The signature of every webhook is wrong.',
      advice: 'The receiver verifies the signature, and refuses the webhook.',
      settings: { webhooks: { tamper: true } },
      meets: (_, { webhooks }) => webhooks.some(({ isSigned }) => isSigned),
    },
  },
  hang: {
    hang: passing('The answer never comes.', `The client gives up after a time of its own. ${noAnswer}`, {
      fault: 'hang',
    }),
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Fault>>>>

type Named = { [Class in keyof typeof table]: keyof (typeof table)[Class] }[keyof typeof table]

/** Does not compile until the table has every fault of the fake. */
type Complete<T> = [Exclude<Effect['fault'], Named | undefined>] extends [never] ? T : never

export const sweepFaults: Complete<readonly SweepFault[]> = keysOf(table).flatMap((name) =>
  Object.entries<Fault>(table[name]).map(([id, fault]) => ({ id, class: name, ...fault })),
)

/** True for a fault that a client answers with another try. */
export const isHard = (one: SweepFault): boolean => one.class === 'refused' || one.class === 'lost'

/** True for a fault that does not belong to single operations. */
export const isWhole = ({ then, answers }: SweepFault): boolean => then === undefined || answers === everyAnswer
