import { prefixOf } from '../../http/address.ts'
import { headersNaming, type SandboxHeaders } from '../../http/headers.ts'
import { defaultSandbox, isSandboxName } from '../../sandbox/sandboxes.ts'
import { sandboxEndpoints, type SandboxInfo } from '../endpoints/sandboxes.ts'
import { createTlsControl } from '../endpoints/tls.ts'
import { urlsOf } from '../path.ts'
import { createCall, type Send } from './call.ts'
import { type ApiNames, type Control, createControl, type NoNames } from './control.ts'

interface SandboxMembers {
  readonly name: string
  /** Base URL of the API, without a slash at its end (`http://127.0.0.1:4747/v1`). */
  readonly baseUrl: string
  /** URL of the control plane (`http://127.0.0.1:4747/_control`): plain HTTP, even if the API is served by https. */
  readonly controlUrl: string
  /** URL of the dashboard, for a browser (`http://127.0.0.1:4747/`). A fake without a socket has no address that a browser reaches. */
  readonly dashboardUrl: string
  /** An API key with full access. Reading it throws an InputError if the fixtures have none in plain text. */
  readonly apiKey: string
  /**
   * Headers that route a request for the plain base URL of the fake to this sandbox. An app that propagates its baggage, as
   * OpenTelemetry does, passes them on.
   * @example
   * ```ts
   * await fetch('http://localhost:3000/report', { headers: sandbox.headers }) // the app under test calls the plain base URL
   * ```
   */
  readonly headers: SandboxHeaders
  /** Deletes the sandbox with everything in it, except `default`. */
  readonly delete: () => Promise<void>
}

/** One sandbox of a fake: its address, and everything a test can do to it. */
export type SandboxClient<Names extends ApiNames = NoNames> = SandboxMembers & Control<Names>

/** The sandboxes of a fake. */
export interface SandboxesClient<Names extends ApiNames = NoNames> {
  /** Lists all sandboxes, the oldest (`default`) first. */
  readonly list: () => Promise<readonly SandboxInfo[]>
  /**
   * Creates a sandbox.
   * @param name 1 to 63 lower-case letters, digits and hyphens, not a hyphen first (`sandbox-1`, `sandbox-2` and so on)
   * @throws InputError for a name that exists; ControlError if the fake has no room for another
   */
  readonly create: (name?: string) => Promise<SandboxClient<Names>>
  /** Deletes a sandbox with everything in it, except `default`. */
  readonly delete: (name: string) => Promise<void>
}

interface FakeMembers<Names extends ApiNames> {
  /** The token that the control plane requires over the network; undefined for none. */
  readonly controlToken: string | undefined
  /** Sends a request to the API. It takes the arguments of the global `fetch`; a fake in this process ignores the host of the URL. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /**
   * Returns a sandbox, isolated from all others. Its first use creates it.
   * @param name 1 to 63 lower-case letters, digits and hyphens, not a hyphen first
   * @example
   * ```ts
   * const sandbox = fake.sandbox('checkout')
   * const response = await fetch(`${sandbox.baseUrl}/cloud/resources`, { headers: { Authorization: `Bearer ${sandbox.apiKey}` } })
   * ```
   */
  readonly sandbox: (name: string) => SandboxClient<Names>
  readonly sandboxes: SandboxesClient<Names>
  /** The certificate authority of a fake that serves https. */
  readonly tls: ReturnType<typeof createTlsControl>
  /** Stops the fake. A fake that runs elsewhere keeps running. */
  readonly close: () => Promise<void>
}

/** A fake, in this process or elsewhere. As a `SandboxClient`, it is the sandbox `default`. */
export type Fake<Names extends ApiNames = NoNames> = SandboxClient<Names> & FakeMembers<Names>

export type FakeOwn = Pick<Fake, 'controlToken' | 'fetch' | 'close'>

/** The addresses of a fake, and how to call it. */
export interface FakeAddress<Area extends string> {
  /** Name of the sandbox that the fake stands for. */
  readonly name: string
  /** Scheme, host and port of the API, without a slash at the end. */
  readonly origin: string
  readonly controlOrigin: string
  readonly areas: readonly Area[]
  readonly apiKey: () => string
  /** @param controlUrl of a sandbox */
  readonly sendTo: (controlUrl: string) => Send
  /** @throws InputError for a sandbox that cannot exist */
  readonly requireSandbox: (name: string) => void
}

export function toFake<Names extends ApiNames, Own extends FakeOwn>(
  { origin, controlOrigin, areas, sendTo, ...access }: FakeAddress<Names['area']>,
  own: Own,
): Fake<Names> & Own {
  const clients = new Map<string, SandboxClient<Names>>()
  const urlsAt = (name: string) => urlsOf(origin + prefixOf(name), controlOrigin + prefixOf(name))
  const sendAt = (name: string): Send => sendTo(urlsAt(name).controlUrl)
  // A call about a sandbox goes to its address: a balancer routes it to the instance that has the sandbox. A create without a
  // name goes to the plain address, where a balancer refuses it.
  const callAt = (name: string) => createCall(sendAt(isSandboxName(name) ? name : access.name), controlOrigin)
  const at = <More extends object>(name: string, more: More) => ({
    ...createControl<Names>(sendAt(name), controlOrigin, areas),
    ...more,
    name,
    ...urlsAt(name),
    dashboardUrl: `${controlOrigin}${prefixOf(name)}/`,
    headers: headersNaming(name),
    delete: () => sandboxes.delete(name),
    get apiKey() {
      return access.apiKey()
    },
  })
  // One client for each name: it remembers how far it has read the outbox.
  const sandbox = (name: string): SandboxClient<Names> => {
    access.requireSandbox(name)
    const client = clients.get(name) ?? at(name, {})
    clients.set(name, client)
    return client
  }
  const sandboxes: SandboxesClient<Names> = {
    list: async () => (await callAt(access.name)(sandboxEndpoints.listSandboxes, {})).items,
    create: async (wanted) => {
      const made = await callAt(wanted ?? defaultSandbox)(sandboxEndpoints.createSandbox, { body: { name: wanted } })
      return sandbox(made.name)
    },
    delete: async (name) => {
      await callAt(name)(sandboxEndpoints.deleteSandbox, { path: { name } })
      clients.delete(name)
    },
  }
  return at(access.name, { ...own, sandbox, sandboxes, tls: createTlsControl(callAt(access.name)) })
}
