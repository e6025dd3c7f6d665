import * as z from 'zod/mini'

import type { Operation } from '../http/operation.ts'
import { readOwnJsonFile } from '../lib/json-files.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { inPackage } from '../lib/package.ts'
import type { Effect } from '../scenarios/rule-schema.ts'
import type { ScenarioBase } from '../scenarios/schema.ts'
import { rateHeaders } from '../spec/headers.ts'
import type { Trace } from './trace.ts'

/** A failure that passes by itself, and that a well-behaved client survives. */
export interface SweepFault {
  readonly id: string
  readonly title: string
  /** A sentence about a well-behaved client. */
  readonly advice: string
  /** Faults of one class are tried together. A name that begins with `hard` is a class of answers that a client asks for again. */
  readonly class:
    | 'hard outage'
    | 'hard body'
    | 'hard reset'
    | 'hard commit'
    | 'calm'
    | 'calm data'
    | 'hang'
    | 'quota'
    | 'forged'
  /** The effect on the first answers of each operation; undefined for a fault of settings. */
  readonly then?: Effect | undefined
  readonly isAfter?: true
  /** How many answers of each operation it hits in a sandbox (1). */
  readonly answers?: number
  /** True if it does not belong to single operations. */
  readonly isWhole?: true
  readonly settings?: Omit<ScenarioBase, 'name' | 'rules'>
  /** True if it may meet an operation that the baseline called (always). */
  readonly meets?: (operation: Operation, baseline: Trace) => boolean
  /** Says whether a run is a finding, in place of the suite. */
  readonly isFinding?: (trace: Trace) => boolean
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

const notifies: SweepFault['meets'] = (_, { deliveries }) => deliveries.length > 0

/** True for an address of a page after the first. */
const isLater = (path: string): boolean => /[?&]page=(?!1(?:&|$))/.test(path)

/** Every fault of a sweep: what breaks suites most often comes first. */
export const sweepFaults: readonly SweepFault[] = [
  {
    id: 'service_unavailable',
    title: 'The service is unavailable for one request.',
    advice: again,
    class: 'hard outage',
    then: { error: 'service_unavailable' },
  },
  {
    id: 'truncate',
    title: 'The connection breaks in the middle of the body.',
    advice: noAnswer,
    class: 'hard body',
    then: { fault: 'truncate' },
    isAfter: true,
  },
  {
    id: 'reset',
    title: 'The connection is reset before the answer.',
    advice: noAnswer,
    class: 'hard reset',
    then: { fault: 'reset' },
  },
  {
    id: 'commits-then-fails',
    title: 'A create is done, but answered with service_unavailable.',
    advice: 'The client looks for the record before it creates it again.',
    class: 'hard commit',
    then: { error: 'service_unavailable' },
    isAfter: true,
    meets: ({ storesRecord }) => storesRecord,
  },
  {
    id: 'internal_error',
    title: 'The service fails at one request.',
    advice: again,
    class: 'hard outage',
    then: { error: 'internal_error' },
  },
  {
    id: 'malformed_json',
    title: 'The body is not valid JSON.',
    advice: noAnswer,
    class: 'hard body',
    then: { fault: 'malformed_json' },
    isAfter: true,
  },
  {
    id: 'gateway_html',
    title: 'A proxy answers with its own 502 page in HTML.',
    advice: noAnswer,
    class: 'hard body',
    then: { fault: 'gateway_html' },
  },
  {
    id: 'empty',
    title: 'The body is empty.',
    advice: noAnswer,
    class: 'hard body',
    then: { fault: 'empty' },
    isAfter: true,
  },
  {
    id: 'rate_limit_exceeded',
    title: 'The quota is used up, and resets within three seconds.',
    advice: `The client waits until the instant of ${rateHeaders.reset}, and tries again.`,
    class: 'quota',
    isWhole: true,
    settings: { quota: { remaining: 0, resetsIn: '2s' } },
  },
  {
    id: 'unknown-values',
    title: 'Fields with open values have values that no client has seen.',
    advice: 'The client goes on with a value that it does not know.',
    class: 'calm data',
    ...builtIn('unknown-values'),
    // A client may send back a value that it got.
    settings: { assume: { assessedResourceType: 'ignore' } },
    // A client that gives up a slow answer sees the second.
    answers: 2,
    // The document says which values the answer to a create has.
    meets: ({ storesRecord }) => !storesRecord,
  },
  {
    id: 'extra-fields',
    title: 'Answers have fields that the document does not name.',
    advice: 'The client ignores fields that it does not know.',
    class: 'calm',
    ...builtIn('extra-fields'),
    answers: Number.POSITIVE_INFINITY,
    isWhole: true,
  },
  {
    id: 'empty-arrays',
    title: 'Every array of a record is empty.',
    advice: 'The client goes on with a record without tags, findings, volumes or security groups.',
    class: 'calm',
    then: { replace: { tags: [], findings: [], volumes: [], security_groups: [], log_types: [] } },
    // A client that refuses the content type of the first answer sees the second.
    answers: 2,
    // What is filtered by tags has some.
    meets: ({ id, storesRecord }, { entries }) =>
      !storesRecord && !entries.some(({ operation, path }) => operation === id && /[?&]tag=/.test(path)),
  },
  {
    id: 'slow',
    title: 'The answer comes a second later.',
    advice: 'The client waits for it.',
    class: 'calm',
    then: { delay: '1s' },
  },
  {
    id: 'slow_body',
    title: 'The body drips over one second.',
    advice: 'The client waits for the end of the body.',
    class: 'calm data',
    then: { fault: 'slow_body', over: '1s' },
    // A record that is created so slowly has no more states to show.
    meets: ({ storesRecord }) => !storesRecord,
  },
  {
    id: 'wrong_content_type',
    title: 'The answer names another content type.',
    advice: 'The client reads a body that is JSON, or tries again.',
    class: 'calm',
    then: { fault: 'wrong_content_type' },
  },
  {
    id: 'list-changes-while-paging',
    title: 'A list changes between two of its pages.',
    advice: 'The client counts each id once, and reports or repeats a list that changed.',
    class: 'calm data',
    then: { arrange: 'insert' },
    // A suite may first ask for lists of one page.
    answers: 3,
    meets: ({ id, isList }, { entries }) =>
      isList && entries.some((entry) => entry.operation === id && isLater(entry.path)),
  },
  {
    id: 'webhook-duplicated',
    title: 'Every webhook is delivered twice.',
    advice: 'The receiver knows a webhook-id that it has seen.',
    class: 'calm',
    isWhole: true,
    ...builtIn('webhook-duplicated'),
    meets: notifies,
  },
  {
    id: 'webhook-out-of-order',
    title: 'The webhook of a beginning arrives after the webhook of the end.',
    advice: 'The receiver asks for the state, or goes by the times in the payload.',
    class: 'calm data',
    isWhole: true,
    ...builtIn('webhook-out-of-order'),
    meets: notifies,
  },
  {
    id: 'webhook-tampered',
    title: 'The signature of every webhook is wrong, and the receiver answers with 2xx.',
    advice: 'The receiver verifies the signature, and refuses the webhook.',
    class: 'forged',
    isWhole: true,
    ...builtIn('webhook-tampered'),
    meets: (_, { deliveries }) => deliveries.some(({ isSigned }) => isSigned),
    isFinding: ({ deliveries }) =>
      deliveries.some(
        ({ delivered, isSigned }) => isSigned && delivered !== null && delivered >= 200 && delivered < 300,
      ),
  },
  {
    id: 'hang',
    title: 'The answer never comes.',
    advice: `The client gives up after a time of its own. ${noAnswer}`,
    class: 'hang',
    then: { fault: 'hang' },
  },
]

export const isHard = (fault: SweepFault): boolean => fault.class.startsWith('hard')
