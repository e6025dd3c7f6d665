import { signal } from '@preact/signals'

import type { AnyInput } from '../../../src/core/control/client/call.ts'
import { controlPathOf, sandboxName } from './place.ts'
import { later } from './time.ts'

/** An error of the control plane (RFC 9457). */
export class ProblemError extends Error {
  readonly status: number
  /** The invalid field, such as `rules[0].when.operation`. */
  readonly field: string | undefined

  constructor(status: number, detail: string, field?: string) {
    super(detail)
    this.status = status
    this.field = field
  }
}

/** No answer came: the fake has stopped, or the network is down. */
export class Unreachable extends Error {
  constructor() {
    super('The fake does not answer. Is it running?')
  }
}

/** Options of a request to the control plane. */
export interface SendOptions {
  /** The name of the sandbox. Default: the sandbox of the page. */
  readonly sandbox?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** The state of the connection: `waiting` until the first answer. */
export const connection = signal<'waiting' | 'live' | 'lost'>('waiting')

const tokenName = 'cloudsec-fake-token'

/** True while the fake requires a control token that the page does not have. */
export const needsToken = signal(false)

/** Increments when data of the fake may have changed, so that views reload it. */
export const revision = signal(0)

export const touch = (): void => {
  revision.value += 1
}

/** The control token of this tab; null if it has none. */
export const storedToken = (): string | null => sessionStorage.getItem(tokenName)

/** Stores the control token for this tab. */
export function setToken(token: string): void {
  sessionStorage.setItem(tokenName, token)
  needsToken.value = false
  touch()
}

/** The time limit until an answer begins. */
const timeoutMs = 5000

/**
 * Sends a request to the control plane. @param route its method and path (`PUT /scenarios/{name}`)
 * @throws Refusal or Unreachable; the reason of the signal if it is aborted
 */
export async function send(route: string, rest: AnyInput & SendOptions = {}): Promise<Response> {
  const { path, query, body, sandbox = sandboxName, headers = {}, signal: given } = rest
  const [method = '', template = ''] = route.split(' ')
  const timeout = new AbortController()
  const token = storedToken()
  const json = { Accept: 'application/json', 'Content-Type': 'application/json' }
  // A change has no time limit, because aborting it may not undo it.
  const stopWaiting = method === 'GET' ? later(timeoutMs, () => timeout.abort()) : undefined
  const response = await fetch(controlPathOf(sandbox) + filled(template, path) + queryOf(query), {
    method,
    headers: { ...json, ...authorizationOf(token), ...headers },
    body: JSON.stringify(body),
    signal: given ? AbortSignal.any([given, timeout.signal]) : timeout.signal,
  })
    .catch((error: unknown) => {
      throw given?.aborted === true ? error : new Unreachable()
    })
    .finally(stopWaiting)
  if (response.ok) return response
  // A delayed error may concern an earlier token, or a token that was only tried.
  const isOurs = token === storedToken() && headers['Authorization'] === undefined
  if (response.status === 401 && isOurs) needsToken.value = true
  throw await toRefusal(response)
}

export const authorizationOf = (token: string | null) => (token === null ? {} : { Authorization: `Bearer ${token}` })

async function toRefusal(response: Response): Promise<ProblemError> {
  const problem: { detail?: string; field?: string } = await response.json().catch(() => ({}))
  return new ProblemError(response.status, problem.detail ?? `The fake answered ${response.status}.`, problem.field)
}

/** Fills the parameters of a path. @throws Refusal for a value that no URL can have */
const filled = (template: string, values: AnyInput['path'] = {}): string =>
  template.replace(/^\/$/, '').replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    if (['', '.', '..'].includes(value)) throw new ProblemError(404, `${JSON.stringify(value)}: nothing has this name`)
    return encodeURIComponent(value)
  })

/** A query string with its question mark. Parameters without a value are left out, and a list is repeated. */
function queryOf(values: AnyInput['query'] = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const one of [value ?? []].flat()) if (one !== '') query.append(name, String(one))
  }
  return query.size === 0 ? '' : `?${query.toString()}`
}
