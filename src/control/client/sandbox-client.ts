import { versionPath } from '../../spec/version.ts'
import { controlPath } from '../path.ts'
import type { ApiNames, Control, NoNames, SandboxInfo } from './control.ts'

/** The address of a sandbox. */
interface Addressed {
  readonly name: string
  /** The base address of the API, without a slash at its end (`http://127.0.0.1:4747/v1`). */
  readonly baseUrl: string
  /** The address of the control plane (`http://127.0.0.1:4747/_control`). */
  readonly controlUrl: string
  /** An API key with full access. Reading it throws an InputError where the fixtures have none in plain text. */
  readonly apiKey: string
  /** Ends the sandbox with all that is in it, and gives its room back. @throws InputError for `default`, and where it is not there */
  readonly delete: () => Promise<void>
}

/** One world of a fake: its address, and what can be done to it. */
export type SandboxClient<Names extends ApiNames = NoNames> = Addressed & Control<Names>

/** The sandboxes of a fake. */
export interface SandboxesClient<Names extends ApiNames = NoNames> {
  /** All that there are, in the order in which they were made; `default` is the first. */
  readonly list: () => Promise<readonly SandboxInfo[]>
  /**
   * Makes a sandbox that is not there yet.
   * @param name as `sandbox` takes it (one that is drawn: `sandbox-1`)
   * @throws InputError for another name, and for one that is taken; ControlError where there would be more than there may be
   */
  readonly create: (name?: string) => Promise<SandboxClient<Names>>
  /** Ends a sandbox with all that is in it. @throws InputError for `default`, and where it is not there */
  readonly delete: (name: string) => Promise<void>
}

/** The sandboxes of a fake, as its control plane tells of them. */
export interface SandboxDirectory extends Omit<SandboxesClient, 'create'> {
  readonly create: (name?: string) => Promise<SandboxInfo>
}

/** What a fake has that a single sandbox has not. */
interface FakeMembers<Names extends ApiNames> {
  /** What the control plane asks for over the network; undefined for nothing. */
  readonly controlToken: string | undefined
  /** Answers a request as the service would; takes what the global `fetch` takes. In this process the host that it names does not matter. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /**
   * A world of its own beside the others.
   * @param name 1 to 63 lower-case letters, digits and hyphens, not a hyphen first
   * @throws InputError for another name, and where there would be more sandboxes than there may be
   */
  readonly sandbox: (name: string) => SandboxClient<Names>
  /** All sandboxes of the fake. */
  readonly sandboxes: SandboxesClient<Names>
  /** Ends it; a fake that runs elsewhere goes on. */
  readonly close: () => Promise<void>
}

/** A fake, in this process or elsewhere. As a `SandboxClient` it is its own sandbox `default`. */
export type Fake<Names extends ApiNames = NoNames> = SandboxClient<Names> & FakeMembers<Names>

/** What a client is made of, apart from its control. */
export interface Endpoint {
  readonly name: string
  /** Origin and what names the sandbox, without a slash at the end. */
  readonly address: string
  readonly apiKey: () => string
  readonly directory: SandboxDirectory
}

/** What a fake is made of, apart from the client of its own sandbox. */
export type FakeOwn<Names extends ApiNames> = Omit<FakeMembers<Names>, 'sandboxes'>

/** Makes the client of a sandbox. */
export function toSandboxClient<Names extends ApiNames>(
  control: Control<Names>,
  place: Endpoint,
): SandboxClient<Names> {
  return withPlace({ ...control }, place)
}

/** Makes a fake out of the client of its sandbox `default`. */
export function toFake<Names extends ApiNames, Own extends FakeOwn<Names>>(
  control: Control<Names>,
  place: Endpoint,
  own: Own,
): Fake<Names> & Own {
  const { list, create, delete: remove } = place.directory
  const sandboxes: SandboxesClient<Names> = {
    list,
    create: async (name) => own.sandbox((await create(name)).name),
    delete: remove,
  }
  return withPlace({ ...control, ...own, sandboxes }, place)
}

function withPlace<T extends object>(rest: T, { name, address, apiKey, directory }: Endpoint) {
  return {
    ...rest,
    name,
    baseUrl: address + versionPath,
    controlUrl: address + controlPath,
    delete: () => directory.delete(name),
    get apiKey() {
      return apiKey()
    },
  }
}
