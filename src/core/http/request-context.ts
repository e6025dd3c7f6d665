import { DecidedBy } from '../assumptions/decided-by.ts'
import { type DraftEntry, notTruncated } from '../journal/entry.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Settings } from '../scenarios/settings.ts'
import { keyHeader } from '../spec/headers.ts'
import { steadyNow, wallNow } from '../time/clock.ts'
import { type Lifecycle, type Status, statusAt } from '../time/lifecycle.ts'
import { noBody } from './body.ts'
import { SentHeaders } from './headers.ts'
import type { AppContext, Bindings, RequestContext } from './types.ts'

export function bindingsOf({ env = {} }: { readonly env: Bindings | undefined }): Bindings {
  return env
}

/** The headers of a request. The `Request` is not kept: it holds the connection, which the headers may outlive. */
export function sentHeadersOf(c: AppContext): SentHeaders {
  const { sent, incoming } = bindingsOf(c)
  if (sent !== undefined) return sent
  const { headers } = c.req.raw
  const read = new SentHeaders(incoming?.rawHeaders ?? [...headers].flat())
  // An outer app may have replaced these.
  read.host = headers.get('Host')
  read.authorization = headers.get(keyHeader)
  read.contentType = headers.get('Content-Type')
  return read
}

export type RequestParts = Pick<
  RequestContext,
  'address' | 'operation' | 'method' | 'id' | 'headers' | 'credential' | 'request' | 'bindings' | 'malformed'
> &
  Pick<DraftEntry, 'connection'>

const noNames: readonly string[] = []

/** The client may have sent a body that is not read. */
const unread = { request: true, response: false }

const noAnswerHeaders: DraftEntry['responseHeaders'] = {}

/** Begins to serve a request. What the journal shows is written directly into its entry. */
export function createContext(sandbox: Sandbox, asked: RequestParts): RequestContext {
  const { address, operation, headers, method, id, bindings } = asked
  const nowMs = sandbox.clock.now()
  const own = sandbox.scenarios.settingsAt(nowMs)
  const settings = bindings.settingsFrom?.(own) ?? own
  const decidedBy = new DecidedBy()
  const entry: DraftEntry = {
    sandbox: sandbox.journal.owner,
    sequence: 0,
    number: 0,
    controlRevision: 0,
    atMs: nowMs,
    wallMs: wallNow(),
    durationMs: 0,
    operation: operation?.id,
    method,
    isNamed: address.sandbox !== undefined,
    path: address.sentPath,
    query: address.query,
    target: id,
    key: undefined,
    status: null,
    code: undefined,
    fault: undefined,
    isDelayed: false,
    served: false,
    recordStatus: undefined,
    connection: asked.connection,
    fired: noNames,
    quotaScenario: undefined,
    decidedBy,
    requestHeaders: headers.sent,
    requestBody: undefined,
    responseHeaders: noAnswerHeaders,
    responseBody: null,
    cut: operation?.body === undefined ? notTruncated : unread,
    nearest: noNames,
    bytes: 0,
  }
  return {
    sandbox,
    address,
    operation,
    method,
    id,
    headers,
    credential: asked.credential,
    request: asked.request,
    bindings,
    startedMs: steadyNow(),
    entry,
    nowMs,
    settings,
    choices: settings.profile,
    decidedBy,
    malformed: asked.malformed,
    key: undefined,
    keyRefusal: undefined,
    quota: undefined,
    body: noBody,
    isForwarded: false,
    served: undefined,
    servedBy: undefined,
    subject: undefined,
    failsUntilMs: undefined,
  }
}

/** Overrides the settings of the sandbox for this request. */
export function useSettings(ctx: RequestContext, settings: Settings): void {
  ctx.settings = ctx.bindings.settingsFrom?.(settings) ?? settings
  ctx.choices = ctx.settings.profile
}

/** Reads the clock again after a body or a delay. Settings, quota and the times of rules stay as they were at the arrival. */
export function refreshTime(ctx: RequestContext): void {
  ctx.nowMs = ctx.sandbox.clock.now()
  ctx.entry.atMs = ctx.nowMs
  ctx.entry.wallMs = wallNow()
}

/** Records the status of the requested record. @returns the status */
export function recordStatusOf({ entry, nowMs }: RequestContext, lifecycle: Lifecycle): Status {
  entry.recordStatus = statusAt(lifecycle, nowMs)
  return entry.recordStatus
}
