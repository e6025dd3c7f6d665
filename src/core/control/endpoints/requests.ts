import * as z from 'zod/mini'

import { lazily } from '../../lib/lazily.ts'
import { wholeNumber } from '../../lib/whole-number.ts'
import type { Call } from '../client/call.ts'
import { collectionOf, component, dateTime, del, get, limit, parameter, post, text } from './endpoint.ts'
import {
  type Count,
  forms,
  type RequestMatch,
  requestFilters,
  type RequestQuery,
  since,
  verification,
} from './request-query.ts'

const names = () => z.array(z.string())

const message = () =>
  z.strictObject({
    headers: z.record(z.string(), z.string()),
    /** Parsed if it is JSON, else text; null without one. */
    body: z.unknown(),
    /** True if the body or its end is missing: it was too long, or the request was refused before its body was read. */
    cut: z.boolean(),
  })

export const requestSummary = component('RequestSummary', () =>
  z.strictObject({
    /** Number of resets of the sandbox, and number of the request since the last one (`0-12`). */
    id: z.string(),
    sandbox: z.string(),
    /** Counts the requests of all sandboxes, from 1. */
    sequence: z.int(),
    at: dateTime(),
    /** Id of the operation; null if it matched none; `nearest` then names similar ones. */
    operation: z.nullable(z.string()),
    method: z.string(),
    path: z.string(),
    key: z.nullable(z.string()),
    /** HTTP status; null if the client got none. */
    status: z.nullable(z.int()),
    code: z.nullable(z.string()),
    /** The network fault that hit the answer. */
    fault: z.nullable(z.string()),
    /** The rules of scenarios that fired (`flaky[0]`), and the scenario with the quota that refused the request. */
    scenarios: names(),
    /** The assumptions that the answer depends on. */
    assumptions: names(),
    durationMs: z.number(),
    /** The trace of the request, as `traceparent` sent it. */
    traceId: z.nullable(z.string()),
    /** The span of the client in that trace. */
    parentId: z.nullable(z.string()),
    nearest: names(),
    /** Warns of unknown X-Fake- headers; missing if there are none. */
    warnings: z.optional(names()),
  }),
)

/** A request with its headers and bodies. */
export const requestInfo = component('RequestInfo', () =>
  z.extend(requestSummary(), { request: message(), response: message() }),
)

/** A request to the API and its answer, without headers and bodies. */
export type RequestSummary = z.infer<ReturnType<typeof requestSummary>>

/** A request to the API and its answer, as in the journal. */
export type RequestInfo = z.infer<ReturnType<typeof requestInfo>>

const deciding = lazily(() =>
  z.strictObject({
    /** True if a copy with the present records still gives the status, code and fault of the journal. */
    same: z.boolean(),
    items: z.array(
      z.strictObject({
        id: z.string(),
        /** The options that would have changed the answer. */
        options: z.array(z.union([z.string(), z.int()])),
        /** True if one of them changes success or the error code; false if all change only the form of the answer. */
        outcome: z.boolean(),
      }),
    ),
  }),
)

/** Requests as HAR 1.2. */
const recording = lazily(() =>
  z.strictObject({
    log: z.looseObject({ entries: z.array(z.looseObject({ _id: z.string(), _sandbox: z.string() })) }),
  }),
)

const exported = { ...requestFilters, since, sandboxes: forms.sandboxes }

export const requestEndpoints = {
  listRequests: get('/requests', 'Lists the requests to the API in the journal, the newest last', {
    query: { ...requestFilters, since, limit, ...forms },
    answer: collectionOf(lazily(() => z.union([requestInfo(), requestSummary()]))),
    commands: {
      'requests list': {
        about: 'list the newest requests, the newest last',
        flags: {
          ...requestFilters,
          since,
          limit: parameter('The maximum number of requests.', () => z._default(wholeNumber(1, 1_000_000), 50)),
          follow: parameter('Print further requests as they come, until Ctrl+C.', () => z.boolean(), '-f, --follow'),
        },
      },
    },
  }),
  followRequests: get(
    '/requests/stream',
    'Streams requests as server-sent events; Last-Event-ID continues after an event',
    {
      query: { ...requestFilters, since, ...forms },
      answer: lazily(() => z.string()),
      contentTypes: ['text/event-stream'],
    },
  ),
  exportRequests: get('/requests/har', 'Writes requests as a HAR recording, without secrets', {
    query: exported,
    answer: recording,
    commands: {
      'requests export': {
        flags: { ...exported, output: parameter('The file to write (stdout).', text, '-o, --output <file>') },
      },
    },
  }),
  showRequest: get('/requests/{name}', 'Shows a request', {
    answer: requestInfo,
    commands: { 'requests show <id>': { about: 'show a request with both bodies' } },
  }),
  listDeciding: get(
    '/requests/{name}/deciding',
    'Lists the assumptions whose other options would change this answer, replayed in copies of the sandbox',
    { answer: deciding },
  ),
  writeCurl: get('/requests/{name}/curl', 'Writes a request as a curl command', {
    answer: text,
    contentTypes: ['text/plain'],
    commands: { 'requests curl <id>': { text: String } },
  }),
  sendRequest: post(
    '/requests/{name}/send',
    'Sends a recorded request again, unchanged, and answers with the new request',
    {
      status: 201,
      answer: requestInfo,
      leavesAnswersUnchanged: true,
      commands: {
        'requests replay <id>': {
          about: 'send a recorded request again, unchanged',
          text: ({ id, status, code, fault }: RequestInfo) =>
            `sent: ${id} → ${status ?? fault} ${code ?? ''}`.trimEnd(),
        },
      },
    },
  ),
  clearRequests: del('/requests', 'Deletes all requests from the journal', {
    leavesAnswersUnchanged: true,
    commands: { 'requests clear': { needsSandbox: true } },
  }),
  verifyRequests: post(
    '/requests/verify',
    'Verifies how many requests matched; otherwise 409 with the nearest requests',
    {
      body: ({ match }) => verification(match()),
      answer: lazily(() => z.strictObject({ requests: names() })),
      leavesAnswersUnchanged: true,
      commands: {
        'requests verify': {
          about: 'fail unless the fake got matching requests (at least once)',
          flags: {
            ...requestFilters,
            method: parameter('Only requests with this method.', text),
            path: parameter('Only requests with this path, below the version; * stands for any text.', text),
            match: parameter(
              'Further conditions, such as {"query":{"limit":"5"},"body":{"name":"Nightly"}}.',
              text,
              '--match <json>',
            ),
            count: parameter('The exact number of requests.', () => wholeNumber(0, 1_000_000)),
          },
        },
      },
    },
  ),
}

const { showRequest, sendRequest, clearRequests, verifyRequests } = requestEndpoints

/** The list with all fields. */
const listRequests = { ...requestEndpoints.listRequests, answer: collectionOf(requestInfo) }

/** Streams requests. @param query a selection (all), and where to begin (now) */
export type Follow<Operation extends string> = (
  query?: RequestQuery<Operation>,
  options?: { readonly signal?: AbortSignal },
) => AsyncIterable<RequestInfo>

export const createRequestControl = <Operation extends string>(call: Call, follow: Follow<Operation>) => ({
  /** Lists requests, the newest last. @param query a selection (all); `limit` keeps the newest */
  list: async (query: RequestQuery<Operation> & { readonly limit?: number } = {}): Promise<readonly RequestInfo[]> =>
    (await call(listRequests, { query })).items,
  show: (id: string): Promise<RequestInfo> => call(showRequest, { path: { name: id } }),
  /** Sends a recorded request again, unchanged, under the present settings of the sandbox. @returns the new request */
  send: (id: string): Promise<RequestInfo> => call(sendRequest, { path: { name: id } }),
  clear: (): Promise<void> => call(clearRequests, {}),
  /**
   * Verifies that the sandbox got a request.
   * @param count the expected number, or `min` and `max` (at least once)
   * @returns the ids of the requests that matched
   * @throws VerificationError with the nearest requests
   * @example
   * ```ts
   * await fake.requests.verify({ operation: 'createJob', status: 201 }, 1)
   * await fake.requests.verify({ unmatched: true }, 0)
   * ```
   */
  verify: async (match: RequestMatch<Operation>, count?: Count): Promise<readonly string[]> =>
    (await call(verifyRequests, { body: { match, count } })).requests,
  /** Verifies, as `verify` does, that the sandbox got several requests in this order, with any other requests between them. */
  verifySequence: async (sequence: readonly RequestMatch<Operation>[]): Promise<readonly string[]> =>
    (await call(verifyRequests, { body: { sequence: [...sequence] } })).requests,
  /**
   * Follows the journal until the signal is aborted or the fake ends. A reset of the sandbox does not end it.
   * @example
   * ```ts
   * for await (const { method, path, status } of fake.requests.follow()) console.log(method, path, status)
   * ```
   */
  follow,
})
