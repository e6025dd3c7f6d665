import { setMaxListeners } from 'node:events'

import type { Area } from '../api/define-area.ts'
import { createCall, type Send } from '../control/client/call.ts'
import { type ApiNames, type Control, createControl } from '../control/client/control.ts'
import {
  type FakeOwn,
  type Fake as FakeOf,
  type SandboxAddress,
  type SandboxClient,
  toFake,
  toSandboxClient,
} from '../control/client/sandbox-client.ts'
import { createSandboxCalls } from '../control/endpoints/sandboxes.ts'
import { openGuard } from '../control/guard.ts'
import { controlPath } from '../control/path.ts'
import { prefixOf } from '../http/address.ts'
import type { Answer } from '../http/answer.ts'
import type { Bindings } from '../http/bindings.ts'
import { refuseOutside } from '../http/pipeline.ts'
import type { Service } from '../http/request-handling.ts'
import type { App } from '../http/routes.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { recordOf } from '../lib/record-of.ts'
import { version } from '../lib/version.ts'
import { deleteIdle } from '../sandbox/idle.ts'
import type { LastUsed } from '../sandbox/last-used.ts'
import { createLimits } from '../sandbox/limits.ts'
import type { Sandbox, SandboxOptions } from '../sandbox/sandbox.ts'
import { defaultSandbox, requireSandboxName, Sandboxes } from '../sandbox/sandboxes.ts'
import type { Dataset } from '../store/dataset.ts'
import { apiOf, areas, lifecycleNamesOf, statesOf } from './areas.ts'
import type { Fake, Names } from './client.ts'
import { createApp } from './create-app.ts'
import { createLazyTransport } from './lazy-transport.ts'
import { loadDataset } from './load-dataset.ts'
import { loadLibrary, scenarioReaderOf } from './load-scenarios.ts'
import type { FakeOptions } from './options.ts'
import { type ReadOptions, readOptions } from './read-options.ts'

/** The members that only a fake in this process has. */
interface Local {
  /**
   * The Hono app that serves every endpoint: the API, the control plane and the OpenAPI document, each below `/` and `/@NAME`.
   * Call it, mount it in another app, or give it to any server that Hono runs on.
   * Where this package's own server does not listen for it, the control plane answers to the names of the loopback.
   * @example
   * ```ts
   * const response = await fake.app.request('/v1/cloud/resources', { headers: { Authorization: `Bearer ${fake.apiKey}` } })
   * const app = new Hono().route('/fake', fake.app)
   * ```
   */
  readonly app: App
}

/** A fake in this process. */
export interface LocalFake extends Fake, Local {}

/** The parts of a fake that a server needs. */
export interface Core<Api extends ApiNames = Names> {
  /** Every route of the fake. */
  readonly app: App
  /** The answer to what never became a request of a sandbox: an ApiError for a message that is not HTTP, anything else for a defect. */
  readonly refuse: (error: unknown) => Answer
  /** An API key with full access; undefined where the fixtures have none in plain text. */
  readonly apiKey: string | undefined
  /** A client of a sandbox at an address. @param origin scheme, host and port, without a slash at the end */
  readonly clientAt: (name: string, origin: string) => SandboxClient<Api>
  /** The fake as programs have it, at an address. */
  readonly fake: (origin: string, own: Pick<LocalFake, 'controlToken' | 'close'>) => FakeOf<Api> & Local
  /**
   * Reads the files of a fake again.
   * @param what the scenarios, which leaves all else as it is, or everything, which resets every sandbox
   * @throws InputError for an option or a file that cannot be used; then nothing changes
   */
  readonly reload: (options: FakeOptions, what: 'scenarios' | 'all') => Promise<void>
  /** Says, before the first request, that other machines can reach the fake. */
  readonly expose: () => void
  /** Says of itself from now on that it is not ready. */
  readonly drain: () => void
  /** Gives up what still waits. */
  readonly end: () => Promise<void>
}

/** The origin of a fake without a socket: a name that no network resolves (RFC 6761). */
const inProcessOrigin = 'http://cloudsec-fake.test'

/** The place of a control that needs no network, for messages. */
const here = 'this process'

/** The bindings of a call from inside the program. */
const ownCall: Bindings = { guard: openGuard }

/** Puts a fake together: dataset, sandboxes and one app. @throws InputError for an option or a file that cannot be used */
export async function createCore(options: FakeOptions): Promise<Core> {
  return await composeCore<Names>(options, areas)
}

/** Puts a fake together out of some areas. @throws InputError for an option or a file that cannot be used */
export async function composeCore<Api extends ApiNames>(
  options: FakeOptions,
  all: readonly Area<Api['area']>[],
): Promise<Core<Api>> {
  const read = readOptions(options)
  const limits = createLimits(read.maxStoredBytes, read.journalBytes)
  const transport = createLazyTransport(read)
  const started = await toSandboxOptions(read, all, { limits, transport, states: statesOf(all) })
  let { dataset } = started
  const sandboxes = new Sandboxes(started, read.maxSandboxes)
  const [stop, end] = [new AbortController(), new AbortController()]
  // Every request that waits listens for them.
  setMaxListeners(0, stop.signal, end.signal)
  const { log } = read
  if (read.sandboxIdleMs !== undefined) deleteIdle(sandboxes, read.sandboxIdleMs, log, end.signal)
  const apiKey = (): string | undefined => dataset.apiKey
  const stopping = stop.signal
  const service: Service = { ...apiOf(all), sandboxes, log, stopping, ended: end.signal }
  const operationIds = service.operations.map(({ id }) => id)
  const app = createApp(service, { ...service, operationIds, version, apiKey })
  const areaNames = all.map(({ name }) => name)
  const enter = (name: string, origin: string): readonly [Control<Api>, SandboxAddress] => {
    const url = origin + prefixOf(name)
    const send = sendTo(app, url)
    const sandboxes = createSandboxCalls(createCall(send, here))
    const address = { name, url, apiKey: () => requireKey(dataset), sandboxes }
    return [createControl<Api>(send, here, areaNames), address]
  }
  const client = rememberClients<Api>(sandboxes, (name, origin) => toSandboxClient<Api>(...enter(name, origin)))
  return {
    app,
    refuse: (error) => refuseOutside(service, error),
    get apiKey() {
      return apiKey()
    },
    clientAt: client,
    fake: (origin, own) =>
      toFake<Api, FakeOwn<Api> & Local>(...enter(defaultSandbox, origin), {
        ...own,
        app,
        fetch: (input, init) => fetchFrom(app, new Request(input, init)),
        sandbox: (name) => client(name, origin),
      }),
    reload: async (changed, what) => {
      const next = readOptions(changed)
      if (what === 'scenarios') {
        sandboxes.setLibrary(loadLibrary(next.scenarios, scenarioReaderOf(all)))
        return
      }
      const fresh = await toSandboxOptions(next, all, { limits, transport, states: statesOf(all) })
      sandboxes.resetAll(fresh)
      dataset = fresh.dataset
    },
    expose: transport.expose,
    drain: () => stop.abort(),
    end: async () => {
      stop.abort()
      end.abort()
      sandboxes.close()
      await transport.close()
    },
  }
}

/** Sends requests to the control plane of a sandbox in this process. @param url of the sandbox */
function sendTo(app: App, url: string): Send {
  return async (path, init) => await app.fetch(new Request(url + controlPath + path, init), ownCall)
}

async function toSandboxOptions(read: ReadOptions, all: readonly Area[], shared: Shared): Promise<SandboxOptions> {
  const { seed, clock, scenario, scenarios, profile, completeAfterMs } = read
  const library = loadLibrary(scenarios, scenarioReaderOf(all))
  const lifecycle = { completeAfterMs, estimateMs: completeAfterMs, outcome: 'completed' } as const
  const base = { profile, lifecycles: recordOf(lifecycleNamesOf(all), () => lifecycle) }
  return { dataset: await loadDataset(read, all), seed, base, clock, library, scenarios: scenario, ...shared }
}

/** The state that all sandboxes of a fake share, also those of other fixtures. */
type Shared = Pick<SandboxOptions, 'limits' | 'transport' | 'states'>

/** One client for each sandbox: what waits on it goes on where it was. */
function rememberClients<Api extends ApiNames>(
  sandboxes: Sandboxes,
  make: Core<Api>['clientAt'],
): Core<Api>['clientAt'] {
  const clients = new WeakMap<LastUsed, SandboxClient<Api>>()
  return (name, origin) => {
    const { lastUsed } = keepSandbox(sandboxes, name)
    const client = clients.get(lastUsed) ?? make(name, origin)
    clients.set(lastUsed, client)
    return client
  }
}

function keepSandbox(sandboxes: Sandboxes, name: string): Sandbox {
  requireSandboxName(name)
  const sandbox = sandboxes.getOrCreate(name)
  if (sandboxes.register(sandbox)) return sandbox
  throw new InputError(`${quote(name)} would be one more than ${sandboxes.max}, the most there may be`, {
    field: 'sandbox',
  })
}

function requireKey({ apiKey }: Dataset): string {
  if (apiKey !== undefined) return apiKey
  throw new InputError('keys.json has no full-access key with its secret in plain text', { field: 'apiKey' })
}

/**
 * Requests that live as long as their signal has a listener. Node holds what passes an abort on to that signal by the
 * request only, so a stream would otherwise not hear of it once the collector had taken the request.
 */
const requests = new WeakMap<AbortSignal, Request>()

/** Asks the app as the global `fetch` would: an aborted request ends at once. */
async function fetchFrom(app: App, request: Request): Promise<Response> {
  const { signal } = request
  requests.set(signal, request)
  signal.throwIfAborted()
  let abort = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([app.fetch(request, ownCall), aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Makes a fake without a socket, for tests in this process. @throws InputError for an option or a file that cannot be used */
export async function createFake(options: FakeOptions = {}): Promise<LocalFake> {
  const core = await createCore(options)
  return core.fake(inProcessOrigin, { controlToken: undefined, close: () => core.end() })
}
