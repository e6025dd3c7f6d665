import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Readable } from 'node:stream'

import { prefixOf } from '../../http/address.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import { defaultSandbox, isSandboxName, requireSandboxName } from '../../sandbox/sandboxes.ts'
import { keyHeader, keyScheme } from '../../spec/headers.ts'
import { versionPath } from '../../spec/version.ts'
import { createStateControl } from '../endpoints/state.ts'
import { baseOrigin, controlPath, urlsOf } from '../path.ts'
import { type ControlAnswer, createCall, type Send } from './call.ts'
import type { ApiNames, NoNames } from './control.ts'
import { ControlError, foreignAnswer } from './errors.ts'
import { type Fake, type FakeOwn, toFake } from './sandbox-client.ts'

/** Options of `connect`. */
export interface ConnectOptions {
  /** The control token of the fake (none). */
  readonly token?: string | undefined
}

const sandboxForm = /^\/@([^/]+)(?=\/|$)/

/**
 * Connects to a running fake.
 * @param url its origin, a base URL (`…/v1`, `…/@NAME/v1`) or its control URL
 * @throws InputError for any other URL; ControlError if no fake answers, or the token is wrong
 */
export async function connectTo<Names extends ApiNames = NoNames>(
  areas: readonly Names['area'][],
  url: string,
  { token }: ConnectOptions = {},
): Promise<Fake<Names>> {
  const { origin, name } = readUrl(url)
  const sendTo = (controlUrl: string): Send => createSend(controlUrl, token)
  const call = createCall(sendTo(urlsOf(origin + prefixOf(name)).controlUrl), origin)
  const { apiKey, httpsOrigin } = await createStateControl(call).summary()
  return toFake<Names, FakeOwn>(
    {
      name,
      origin: baseOrigin(origin, httpsOrigin),
      controlOrigin: origin,
      areas,
      apiKey: () => {
        if (apiKey !== null) return apiKey
        throw new InputError('the fake shows no full-access key with its secret in plain text', { field: 'apiKey' })
      },
      sendTo,
      requireSandbox: requireSandboxName,
    },
    { controlToken: token, fetch: own.fetch, close: async () => {} },
  )
}

export function readUrl(text: string): { readonly origin: string; readonly name: string } {
  const { protocol, origin, pathname } = new URL(URL.canParse(text) ? text : 'none:')
  const [prefix = '', name = defaultSandbox] = sandboxForm.exec(pathname) ?? []
  const rest = pathname.slice(prefix.length).replace(/\/$/, '')
  if (/^https?:$/.test(protocol) && isSandboxName(name) && ['', versionPath, controlPath].includes(rest)) {
    return { origin, name }
  }
  const reason = `expected the address of a fake, such as http://127.0.0.1:4747, got ${quote(text)}`
  throw new InputError(reason, { field: 'url' })
}

/** Taken at load: a test may replace them by mocks, or by versions that enforce CORS. */
const own = { plain: plainRequest, secure: secureRequest, fetch: globalThis.fetch }

/** Sends requests to a control plane. @param address its URL @throws ControlError if nothing answers, and for a redirect */
export function createSend(address: string, token: string | undefined): Send {
  const request = own[address.startsWith('https:') ? 'secure' : 'plain']
  const key = token === undefined ? {} : { [keyHeader]: `${keyScheme} ${token}` }
  return (path, { body = '', headers, ...init }) =>
    new Promise((resolve, reject) => {
      const fail = (error: unknown): void =>
        reject(new ControlError(`nothing answers at ${address} (${reasonOf(error)})`, 0, error))
      const length = { 'Content-Length': Buffer.byteLength(body) }
      request(address + path, { ...init, headers: { ...headers, ...length, ...key } })
        .once('response', (answer) => resolve(toAnswered(answer, address)))
        .once('error', fail)
        // A switch of protocols emits no other event.
        .once('close', () => fail(new Error('the connection closed')))
        .end(body)
    })
}

async function toAnswered(answer: IncomingMessage, address: string): Promise<ControlAnswer> {
  const { statusCode: status = 0, headers } = answer
  // Starts to read, so that an unread answer does not block its connection.
  const body = Readable.toWeb(answer)
  if (status >= 300 && headers.location !== undefined)
    throw new ControlError(`${address} redirects to ${quote(headers.location)}; give that address`, status)
  if (status > 599) throw foreignAnswer(status, address)
  return { ok: status >= 200 && status < 300, status, body }
}

export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : String(cause)
}
