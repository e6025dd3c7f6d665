import { type ClockControl, createClockControl } from './control/clock.ts'
import { loadDataset } from './dataset.ts'
import type { Dataset } from './engine/dataset.ts'
import { defaultSandbox, isSandboxName, sandboxNameRule, Sandboxes } from './engine/sandboxes.ts'
import { Storage } from './engine/storage.ts'
import { createApp } from './http/app.ts'
import { refuseOutside, type Service } from './http/pipeline.ts'
import { InputError, quote } from './lib/input-error.ts'
import { operations } from './operations.ts'
import { type FakeOptions, readOptions } from './options.ts'
import { versionPath } from './spec/version.ts'

/** One world of a fake: its address, and what a program can do to it. */
export interface Box {
  readonly name: string
  /** The base address of the API, without a slash at its end (`http://127.0.0.1:4747/v1`). */
  readonly baseUrl: string
  /** An API key with full access. Reading it throws an InputError where the fixtures have none in plain text. */
  readonly apiKey: string
  readonly clock: ClockControl
}

/** A fake inside this process. As a `Box` it is its own sandbox `default`. */
export interface Fake extends Box {
  /** Answers a request as the service would, whatever host it names; takes what the global `fetch` takes. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /**
   * A world of its own beside the others.
   * @param name 1 to 63 lower-case letters, digits and hyphens, not a hyphen first
   * @throws InputError for another name, and where there would be more sandboxes than there may be
   */
  readonly sandbox: (name: string) => Box
  /** Ends it. */
  readonly close: () => Promise<void>
}

/** What a server needs of a fake. */
export interface Core {
  readonly handle: (request: Request) => Response | Promise<Response>
  /** The answer to what never became a request of a sandbox: an ApiError for a message that is not HTTP, anything else for a defect. */
  readonly refuse: (error: unknown) => Response
  /** An API key with full access; undefined where the fixtures have none in plain text. */
  readonly apiKey: string | undefined
  /** A box at an address. @param origin scheme, host and port, without a slash at the end */
  readonly box: (name: string, origin: string) => Box
}

/** The origin of a fake without a socket: a name that no network resolves (RFC 6761). */
const inProcessOrigin = 'http://cloudsec-fake.test'

/** Puts a fake together: dataset, sandboxes and one app. @throws InputError for an option or a fixture that cannot be used */
export async function createCore(options: FakeOptions): Promise<Core> {
  const read = readOptions(options)
  const dataset = await loadDataset(read)
  const sandboxes = new Sandboxes({ ...read, dataset, storage: new Storage(read.maxStoredBytes) }, read.maxSandboxes)
  const service: Service = { sandboxes, operations, log: read.log }
  const app = createApp(service)
  return {
    handle: (request) => app.fetch(request),
    refuse: (error) => refuseOutside(service, error),
    apiKey: dataset.apiKey,
    box: (name, origin) => createBox(sandboxes, dataset, name, origin),
  }
}

function createBox(sandboxes: Sandboxes, dataset: Dataset, name: string, origin: string): Box {
  if (!isSandboxName(name)) {
    throw new InputError(`sandbox: expected ${sandboxNameRule}, got ${quote(name)}`)
  }
  const sandbox = sandboxes.look(name)
  if (!sandboxes.keep(sandbox))
    throw new InputError(`sandbox: ${quote(name)} would be one more than ${sandboxes.max}, the most there may be`)
  return {
    name,
    baseUrl: origin + (name === defaultSandbox ? '' : `/@${name}`) + versionPath,
    get apiKey() {
      if (dataset.apiKey !== undefined) return dataset.apiKey
      throw new InputError('apiKey: keys.json has no full-access key with its secret in plain text')
    },
    clock: createClockControl(() => sandboxes.look(name).clock),
  }
}

/** A fake of a core at an address. */
export function toFake(core: Core, origin: string, close: () => Promise<void>): Fake {
  const box = core.box(defaultSandbox, origin)
  return {
    name: box.name,
    baseUrl: box.baseUrl,
    get apiKey() {
      return box.apiKey
    },
    clock: box.clock,
    fetch: async (input, init) => core.handle(new Request(input, init)),
    sandbox: (name) => core.box(name, origin),
    close,
  }
}

/** Makes a fake without a socket, for tests in this process. @throws InputError for an option or a fixture that cannot be used */
export async function createFake(options: FakeOptions = {}): Promise<Fake> {
  return toFake(await createCore(options), inProcessOrigin, async () => {})
}
