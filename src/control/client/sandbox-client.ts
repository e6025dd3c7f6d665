import { headersNaming, type SandboxHeaders } from '../../http/headers.ts'
import type { SandboxCalls, SandboxInfo } from '../endpoints/sandboxes.ts'
import type { TlsControl } from '../endpoints/tls.ts'
import { urlsOf } from '../path.ts'
import type { ApiNames, Control, NoNames } from './control.ts'

interface SandboxMembers {
  readonly name: string
  /** Base URL of the API, without a slash at its end (`http://127.0.0.1:4747/v1`). */
  readonly baseUrl: string
  /** URL of the control plane (`http://127.0.0.1:4747/_control`): by plain HTTP, even where the API is served by https. */
  readonly controlUrl: string
  /** URL of the dashboard, for a browser (`http://127.0.0.1:4747/`). A fake without a socket has no address that a browser reaches. */
  readonly dashboardUrl: string
  /** An API key with full access. Reading it throws an InputError where the fixtures have none in plain text. */
  readonly apiKey: string
  /**
   * Headers that lead a request to the plain base URL of the fake into this sandbox. They also pass through an app that hands
   * its baggage on, as OpenTelemetry does.
   * @example
   * ```ts
   * await fetch('http://localhost:3000/report', { headers: sandbox.headers }) // the app under test calls the plain base URL
   * ```
   */
  readonly headers: SandboxHeaders
  /**
   * Deletes the sandbox with everything in it.
   * @throws InputError for `default`, and where the sandbox does not exist
   */
  readonly delete: () => Promise<void>
}

/** One sandbox of a fake: its address, and everything a test can do to it. */
export type SandboxClient<Names extends ApiNames = NoNames> = SandboxMembers & Control<Names>

/** The sandboxes of a fake. */
export interface SandboxesClient<Names extends ApiNames = NoNames> {
  /** Lists all sandboxes, the oldest first; that is `default`. */
  readonly list: () => Promise<readonly SandboxInfo[]>
  /**
   * Creates a sandbox.
   * @param name 1 to 63 lower-case letters, digits and hyphens, not a hyphen first (`sandbox-1`, `sandbox-2` and so on)
   * @throws InputError for any other name, and for one that exists; ControlError where the fake has no room for another
   */
  readonly create: (name?: string) => Promise<SandboxClient<Names>>
  /**
   * Deletes a sandbox with everything in it.
   * @throws InputError for `default`, and where the sandbox does not exist
   */
  readonly delete: (name: string) => Promise<void>
}

interface FakeMembers<Names extends ApiNames> {
  /** The token that the control plane requires over the network; undefined for none. */
  readonly controlToken: string | undefined
  /** Sends a request to the API. It takes the arguments of the global `fetch`; a fake in this process ignores the host of the URL. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /**
   * Returns a sandbox, isolated from all others. It is created by its first use.
   * @param name 1 to 63 lower-case letters, digits and hyphens, not a hyphen first
   * @throws InputError for any other name, and where the fake has no room for another
   * @example
   * ```ts
   * const sandbox = fake.sandbox('checkout')
   * const response = await fetch(`${sandbox.baseUrl}/cloud/resources`, { headers: { Authorization: `Bearer ${sandbox.apiKey}` } })
   * ```
   */
  readonly sandbox: (name: string) => SandboxClient<Names>
  /** All sandboxes of the fake. */
  readonly sandboxes: SandboxesClient<Names>
  /** The certificate authority of the fake, and faults of its handshakes; for a fake that serves https. */
  readonly tls: TlsControl
  /** Stops the fake. A fake that runs elsewhere goes on. */
  readonly close: () => Promise<void>
}

/** A fake, in this process or elsewhere. Used as a `SandboxClient` it is its sandbox `default`. */
export type Fake<Names extends ApiNames = NoNames> = SandboxClient<Names> & FakeMembers<Names>

/** The address of a sandbox, and the calls about the sandboxes of its fake. */
export interface SandboxAddress {
  readonly name: string
  /** Origin and prefix of the sandbox, without a slash at the end. */
  readonly url: string
  /** Likewise, of its control plane. */
  readonly control: string
  readonly apiKey: () => string
  readonly sandboxes: SandboxCalls
}

/** The members of a fake that its maker provides. */
export type FakeOwn<Names extends ApiNames> = Omit<FakeMembers<Names>, 'sandboxes'>

export function toSandboxClient<Names extends ApiNames>(
  control: Control<Names>,
  address: SandboxAddress,
): SandboxClient<Names> {
  return withAddress({ ...control }, address)
}

/** Creates a fake. @param control of its sandbox `default` */
export function toFake<Names extends ApiNames, Own extends FakeOwn<Names>>(
  control: Control<Names>,
  address: SandboxAddress,
  own: Own,
): Fake<Names> & Own {
  const calls = address.sandboxes
  const sandboxes: SandboxesClient<Names> = {
    list: () => calls.list(),
    create: async (name) => own.sandbox((await calls.create(name)).name),
    delete: (name) => calls.delete(name),
  }
  return withAddress({ ...control, ...own, sandboxes }, address)
}

function withAddress<T extends object>(rest: T, { name, url, control, apiKey, sandboxes }: SandboxAddress) {
  return {
    ...rest,
    name,
    ...urlsOf(url, control),
    dashboardUrl: `${control}/`,
    headers: headersNaming(name),
    delete: () => sandboxes.delete(name),
    get apiKey() {
      return apiKey()
    },
  }
}
