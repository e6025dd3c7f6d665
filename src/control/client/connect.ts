import { prefixOf } from '../../http/address.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import { defaultSandbox, isSandboxName, requireSandboxName } from '../../sandbox/sandboxes.ts'
import { keyHeader, keyScheme } from '../../spec/headers.ts'
import { versionPath } from '../../spec/version.ts'
import { createStateControl } from '../endpoints/state.ts'
import { baseOrigin, controlPath, urlsOf } from '../path.ts'
import { createCall, type Send } from './call.ts'
import type { ApiNames, NoNames } from './control.ts'
import { ControlError } from './errors.ts'
import { type Fake, type FakeOwn, toFake } from './sandbox-client.ts'

/** Options of `connect`. */
export interface ConnectOptions {
  /** The control token of the fake (none). */
  readonly token?: string | undefined
}

interface Redirected {
  /** What a request does that is answered with another address, as `fetch` has it (`follow`). */
  readonly redirect?: 'follow' | 'error'
}

const sandboxForm = /^\/@([^/]+)(?=\/|$)/

/**
 * Connects to a fake that runs elsewhere.
 * @param url its origin, a base URL (`…/v1`, `…/@NAME/v1`) or its control URL
 * @throws InputError for any other URL; ControlError where no fake answers, or where it requires another token
 */
export async function connectTo<Names extends ApiNames = NoNames>(
  areas: readonly Names['area'][],
  url: string,
  { token, redirect = 'follow' }: ConnectOptions & Redirected = {},
): Promise<Fake<Names>> {
  const { origin, name } = readUrl(url)
  const sendTo = (controlUrl: string): Send => createSend(controlUrl, token, redirect)
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
    { controlToken: token, fetch: (input, init) => fetch(input, init), close: async () => {} },
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

/** Sends requests to a control plane. @param address its URL @throws ControlError where nothing answers */
export function createSend(address: string, token: string | undefined, redirect: 'follow' | 'error' = 'follow'): Send {
  return async (path, init) => {
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set(keyHeader, `${keyScheme} ${token}`)
    try {
      return await fetch(address + path, { ...init, headers, redirect })
    } catch (error) {
      throw new ControlError(`nothing answers at ${address} (${reasonOf(error)})`, 0, error)
    }
  }
}

export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : String(cause)
}
