import { prefixOf } from '../../http/address.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import { defaultSandbox, isSandboxName, requireSandboxName } from '../../sandbox/sandboxes.ts'
import { keyHeader, keyScheme } from '../../spec/headers.ts'
import { versionPath } from '../../spec/version.ts'
import { createSandboxCalls, type SandboxCalls } from '../endpoints/sandboxes.ts'
import { createTlsControl } from '../endpoints/tls.ts'
import { baseOrigin, controlPath, urlsOf } from '../path.ts'
import { createCall, type Send } from './call.ts'
import { type ApiNames, createControl, type NoNames } from './control.ts'
import { ControlError } from './errors.ts'
import {
  type Fake,
  type FakeOwn,
  type SandboxAddress,
  type SandboxClient,
  toFake,
  toSandboxClient,
} from './sandbox-client.ts'

/** Options of `connect`. */
export interface ConnectOptions {
  /** The control token of the fake (none). */
  readonly token?: string | undefined
}

const sandboxForm = /^\/@([^/]+)(?=\/|$)/

/**
 * Connects to a fake that runs elsewhere.
 * @param areas the names of the areas of its API
 * @param url its origin, a base URL (`…/v1`, `…/@NAME/v1`) or its control URL
 * @throws InputError for any other URL; ControlError where no fake answers, or where it requires another token
 */
export async function connectTo<Names extends ApiNames = NoNames>(
  areas: readonly Names['area'][],
  url: string,
  { token }: ConnectOptions = {},
): Promise<Fake<Names>> {
  const { origin, name } = readUrl(url)
  const send = (sandbox: string): Send => createSend(urlsOf(origin + prefixOf(sandbox)).controlUrl, token)
  const control = createControl<Names>(send(name), origin, areas)
  const { apiKey, httpsOrigin } = await control.summary()
  const base = baseOrigin(origin, httpsOrigin)
  const clients = new Map<string, SandboxClient<Names>>()
  const call = createCall(send(name), origin)
  // A call about one sandbox goes below its address: a balancer leads it to the instance that has the sandbox. One that
  // creates it without a name goes to the plain address, where a balancer refuses it.
  const callsAt = (sandbox: string) =>
    createSandboxCalls(isSandboxName(sandbox) ? createCall(send(sandbox), origin) : call)
  const sandboxes: SandboxCalls = {
    list: () => callsAt(name).list(),
    create: (sandbox) => callsAt(sandbox ?? defaultSandbox).create(sandbox),
    delete: async (sandbox) => {
      await callsAt(sandbox).delete(sandbox)
      clients.delete(sandbox)
    },
  }
  const addressOf = (sandbox: string): SandboxAddress => ({
    name: sandbox,
    url: base + prefixOf(sandbox),
    control: origin + prefixOf(sandbox),
    apiKey: () => {
      if (apiKey !== null) return apiKey
      throw new InputError('the fake shows no full-access key with its secret in plain text', { field: 'apiKey' })
    },
    sandboxes,
  })
  return toFake<Names, FakeOwn<Names>>(control, addressOf(name), {
    controlToken: token,
    tls: createTlsControl(call),
    fetch: (input, init) => fetch(input, init),
    // One client for each name: it remembers how far it has read the outbox.
    sandbox: (sandbox) => {
      requireSandboxName(sandbox)
      const client =
        clients.get(sandbox) ?? toSandboxClient<Names>(createControl(send(sandbox), origin, areas), addressOf(sandbox))
      clients.set(sandbox, client)
      return client
    },
    close: async () => {},
  })
}

/** Reads the URL of a fake. @throws InputError */
export function readUrl(text: string): { readonly origin: string; readonly name: string } {
  const { protocol, origin, pathname } = new URL(URL.canParse(text) ? text : 'none:')
  const [prefix = '', name = defaultSandbox] = sandboxForm.exec(pathname) ?? []
  const rest = pathname.slice(prefix.length).replace(/\/$/, '')
  if (/^https?:$/.test(protocol) && isSandboxName(name) && ['', versionPath, controlPath].includes(rest)) {
    return { origin, name }
  }
  throw new InputError(`expected the address of a fake, such as http://127.0.0.1:4747, got ${quote(text)}`, {
    field: 'url',
  })
}

/** Sends requests to a control plane. @param address its URL @throws ControlError where nothing answers */
export function createSend(address: string, token: string | undefined): Send {
  return async (path, init) => {
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set(keyHeader, `${keyScheme} ${token}`)
    try {
      return await fetch(address + path, { ...init, headers })
    } catch (error) {
      throw new ControlError(`${failureOf(error)} at ${address} (${reason(error)})`, 0, error)
    }
  }
}

/** Reasons why a client refuses a certificate, by the code of its failure: the first that matches. */
const wrongCertificate: readonly (readonly [code: RegExp, failure: string])[] = [
  [/EXPIRED/, 'the certificate has expired'],
  [/ALTNAME/, 'the certificate is for other names'],
  [/CERT|SIGNATURE|ISSUER/, 'NODE_EXTRA_CA_CERTS names no file with the authority of the certificate'],
]

/** Why a request got no answer. A server that speaks TLS answers, even if its certificate is not trusted. */
export function failureOf(error: unknown): string {
  const code = error instanceof Error && error.cause instanceof Error ? Reflect.get(error.cause, 'code') : undefined
  return wrongCertificate.find(([form]) => form.test(String(code)))?.[1] ?? 'nothing answers'
}

function reason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : String(cause)
}
