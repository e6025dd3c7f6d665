import * as z from 'zod/mini'

import type { Operation } from '../http/operation.ts'
import { readOwnJsonFile } from '../lib/json-files.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { inPackage } from '../lib/package.ts'
import type { Effect } from '../scenarios/rule-schema.ts'
import type { ScenarioBase } from '../scenarios/schema.ts'
import { rateHeaders } from '../spec/headers.ts'
import type { Trace } from './trace.ts'

/** Faults of one class are tried together; those of `refused` and `lost` take turns on the requests of an operation. */
type FaultClass = 'refused' | 'lost' | 'calm' | 'calm data' | 'hang' | 'quota' | 'forged'

/** A failure that passes by itself, and that a well-behaved client survives. */
export interface SweepFault {
  readonly id: string
  readonly class: FaultClass
  readonly title: string
  /** A sentence about a well-behaved client. */
  readonly advice: string
  /** The effect on the first answers of each operation; undefined for a fault of settings. */
  readonly then?: Effect | undefined
  /** How many answers of each operation it hits in a sandbox (1). */
  readonly answers?: number
  /** True if it does not belong to single operations. */
  readonly isWhole?: true
  readonly settings?: Omit<ScenarioBase, 'name' | 'rules'>
  /** True if it may meet an operation that the baseline called (always). */
  readonly meets?: (operation: Operation, baseline: Trace) => boolean
}

const again = 'The client waits, and tries again; before it repeats a create, it looks for the record.'
const noAnswer = `The client takes it for no answer. ${again}`

function builtIn(name: string): Pick<SweepFault, 'then' | 'settings'> {
  const scenario = z
    .custom<ScenarioBase>(isJsonObject)
    .parse(readOwnJsonFile(inPackage(`scenarios/${name}.json`)).content)
  const { rules: [rule] = [], webhooks, assume } = scenario
  return { then: rule?.then, settings: { webhooks, assume } }
}

function fault(
  id: string,
  ofClass: FaultClass,
  title: string,
  advice: string,
  more: Partial<SweepFault> = builtIn(id),
): SweepFault {
  return { id, class: ofClass, title, advice, ...more }
}

/** Faults of the network and of the service that a client answers with another try. */
const passing = (
  ofClass: FaultClass,
  advice: string,
  faults: Readonly<Record<string, [title: string, then: Effect]>>,
) => Object.entries(faults).map(([id, [title, then]]) => fault(id, ofClass, title, advice, { then }))

const notifies: SweepFault['meets'] = (_, { deliveries }) => deliveries.length > 0

/** True for an address of a page after the first. */
const isLater = (path: string): boolean => /[?&]page=(?!1(?:&|$))/.test(path)

/** Every fault of a sweep: of each class, what breaks suites most often comes first. */
export const sweepFaults: readonly SweepFault[] = [
  ...passing('refused', again, {
    service_unavailable: ['The service is unavailable for one request.', { error: 'service_unavailable' }],
    reset: ['The connection is reset before the answer.', { fault: 'reset' }],
    internal_error: ['The service fails at one request.', { error: 'internal_error' }],
    gateway_html: ['A proxy answers with its own 502 page in HTML.', { fault: 'gateway_html' }],
  }),
  fault(
    'commits-then-fails',
    'lost',
    'A create is done, but answered with service_unavailable.',
    'The client looks for the record before it creates it again.',
    { then: { error: 'service_unavailable' }, meets: ({ storesRecord }) => storesRecord },
  ),
  ...passing('lost', noAnswer, {
    truncate: ['The connection breaks in the middle of the body.', { fault: 'truncate' }],
    malformed_json: ['The body is not valid JSON.', { fault: 'malformed_json' }],
    empty: ['The body is empty.', { fault: 'empty' }],
  }),
  fault(
    'rate_limit_exceeded',
    'quota',
    'The quota is used up, and resets within three seconds.',
    `The client waits until the instant of ${rateHeaders.reset}, and tries again.`,
    { isWhole: true, settings: { quota: { remaining: 0, resetsIn: '2s' } } },
  ),
  fault(
    'list-changes-while-paging',
    'calm data',
    'A list changes between two of its pages.',
    'The client counts each id once, and reports or repeats a list that changed.',
    {
      then: { arrange: 'insert' },
      // A suite may first ask for lists of one page.
      answers: 3,
      meets: ({ id, isList }, { entries }) =>
        isList && entries.some((entry) => entry.operation === id && isLater(entry.path)),
    },
  ),
  fault(
    'unknown-values',
    'calm data',
    'Fields with open values have values that no client has seen.',
    'The client goes on with a value that it does not know.',
    {
      ...builtIn('unknown-values'),
      // A client may send back a value that it got.
      settings: { assume: { assessedResourceType: 'ignore' } },
      // A client that gives up a slow answer sees the second.
      answers: 2,
      // The document says which values the answer to a create has.
      meets: ({ storesRecord }) => !storesRecord,
    },
  ),
  fault(
    'extra-fields',
    'calm',
    'Answers have fields that the document does not name.',
    'The client ignores fields that it does not know.',
    { ...builtIn('extra-fields'), answers: Number.POSITIVE_INFINITY, isWhole: true },
  ),
  fault(
    'empty-arrays',
    'calm',
    'Every array of a record is empty.',
    'The client goes on with a record without tags, findings, volumes or security groups.',
    {
      then: { replace: { tags: [], findings: [], volumes: [], security_groups: [], log_types: [] } },
      // A client that refuses the content type of the first answer sees the second.
      answers: 2,
      // What is filtered by tags has some.
      meets: ({ id, storesRecord }, { entries }) =>
        !storesRecord && !entries.some(({ operation, path }) => operation === id && /[?&]tag=/.test(path)),
    },
  ),
  fault('slow', 'calm', 'The answer comes a second later.', 'The client waits for it.', { then: { delay: '1s' } }),
  fault('slow_body', 'calm data', 'The body drips over one second.', 'The client waits for the end of the body.', {
    then: { fault: 'slow_body', over: '1s' },
    // A record that is created so slowly has no more states to show.
    meets: ({ storesRecord }) => !storesRecord,
  }),
  fault(
    'wrong_content_type',
    'calm',
    'The answer names another content type.',
    'The client reads a body that is JSON, or tries again.',
    { then: { fault: 'wrong_content_type' } },
  ),
  fault(
    'webhook-duplicated',
    'calm',
    'Every webhook is delivered twice.',
    'The receiver knows a webhook-id that it has seen.',
    { ...builtIn('webhook-duplicated'), isWhole: true, meets: notifies },
  ),
  fault(
    'webhook-out-of-order',
    'calm data',
    'The webhook of a beginning arrives after the webhook of the end.',
    'The receiver asks for the state, or goes by the times in the payload.',
    { ...builtIn('webhook-out-of-order'), isWhole: true, meets: notifies },
  ),
  fault(
    'webhook-tampered',
    'forged',
    'The signature of every webhook is wrong.',
    'The receiver verifies the signature, and refuses the webhook.',
    {
      ...builtIn('webhook-tampered'),
      isWhole: true,
      meets: (_, { deliveries }) => deliveries.some(({ isSigned }) => isSigned),
    },
  ),
  fault('hang', 'hang', 'The answer never comes.', `The client gives up after a time of its own. ${noAnswer}`, {
    then: { fault: 'hang' },
  }),
]

/** True for a fault that a client answers with another try. */
export const isHard = (one: SweepFault): boolean => one.class === 'refused' || one.class === 'lost'
