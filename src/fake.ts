import { setMaxListeners } from 'node:events'

import { arrangers } from './arrangers.ts'
import { type Box, type Fake, type FakeOwn, type Place, toBox, toFake } from './control/box.ts'
import { createControl, createDirectory } from './control/client.ts'
import type { Control } from './control/control.ts'
import { controlPath } from './control/path.ts'
import type { ControlService } from './control/route.ts'
import { loadDataset } from './dataset.ts'
import { AnswerRoom } from './engine/answers.ts'
import type { Dataset } from './engine/dataset.ts'
import { dropIdle } from './engine/idle.ts'
import { JournalRoom } from './engine/journal.ts'
import type { Sandbox, SandboxOptions } from './engine/sandbox.ts'
import { defaultSandbox, requireSandboxName, Sandboxes } from './engine/sandboxes.ts'
import { Storage } from './engine/storage.ts'
import type { Usage } from './engine/usage.ts'
import { type Address, documentPath, parseAddress, prefixOf } from './http/address.ts'
import type { App } from './http/app.ts'
import { refuseOutside, serve } from './http/pipeline.ts'
import { createRouter } from './http/router.ts'
import type { Service } from './http/steps.ts'
import { type Answer, CallWire, type Sent, type Wire } from './http/wire.ts'
import { InputError, quote } from './lib/input-error.ts'
import { lazily } from './lib/lazily.ts'
import { version } from './lib/version.ts'
import { loadLibrary } from './library.ts'
import { operations } from './operations.ts'
import { type FakeOptions, type ReadOptions, readOptions } from './options.ts'
import { createSender } from './sender.ts'

/** What a server needs of a fake. */
export interface Core {
  /** Whether a request is one to the API: all but those to the control plane and for the OpenAPI document. */
  readonly isOfApi: (method: string, path: string) => boolean
  /** Answers a request to the API. @param wire what it came over */
  readonly serve: (method: string, address: Address, wire: Wire) => Sent | Promise<Sent>
  /** Answers any request. */
  readonly handle: (request: Request, wire: Wire) => Sent | Promise<Sent>
  /** The answer to what never became a request of a sandbox: an ApiError for a message that is not HTTP, anything else for a defect. */
  readonly refuse: (error: unknown) => Answer
  /** An API key with full access; undefined where the fixtures have none in plain text. */
  readonly apiKey: string | undefined
  /** A box at an address. @param origin scheme, host and port, without a slash at the end */
  readonly box: (name: string, origin: string) => Box
  /** The fake as programs have it, at an address. */
  readonly fake: (origin: string, own: Pick<FakeOwn, 'controlToken' | 'close'>) => Fake
  /**
   * Reads the files of a fake anew.
   * @param what the scenarios alone, which leaves all else as it is, or everything, which resets every sandbox
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

/** Where a control is that needs no network, for messages. */
const here = 'this process'

const router = createRouter(operations)

/** What the answers that are kept to be given again may take: 16 MiB. */
const answerRoomBytes = 16_777_216

/** Puts a fake together: dataset, sandboxes and one app. @throws InputError for an option or a file that cannot be used */
export async function createCore(options: FakeOptions): Promise<Core> {
  const read = readOptions(options)
  const storage = new Storage(read.maxStoredBytes)
  const courier = createSender(read)
  const journals = new JournalRoom(read.journalBytes)
  const answers = new AnswerRoom(answerRoomBytes)
  const started = await toSandboxOptions(read, { storage, courier, journals, answers })
  let { dataset } = started
  const sandboxes = new Sandboxes(started, read.maxSandboxes)
  const end = new AbortController()
  // Every request that waits listens for it.
  setMaxListeners(0, end.signal)
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  const { log } = read
  if (read.sandboxIdleMs !== undefined) dropIdle(sandboxes, read.sandboxIdleMs, log, end.signal)
  const apiKey = (): string | undefined => dataset.apiKey
  const service: Service = { sandboxes, operations, router, arrangers, log, ended: end.signal }
  const app = lazily(() => loadApp(service, { apiKey, stopping: stop.signal }))
  const handle: Core['handle'] = (request, wire) => {
    const address = parseAddress(request.url)
    if (isOfApi(request.method, address.path)) return serve(service, request.method, address, wire)
    return app().then((loaded) => loaded.fetch(request, wire))
  }
  const call = async (request: Request): Promise<Response> =>
    answered(await handle(request, new CallWire(request, end.signal)))
  const enter = (name: string, origin: string): readonly [Control, Place] => {
    const address = origin + prefixOf(name)
    const send = async (path: string, init: RequestInit): Promise<Response> =>
      call(new Request(address + controlPath + path, init))
    const place = { name, address, apiKey: () => requireKey(dataset), directory: createDirectory(send, here) }
    return [createControl(send, here), place]
  }
  const box = rememberBoxes(sandboxes, (name, origin) => toBox(...enter(name, origin)))
  return {
    isOfApi,
    serve: (method, address, wire) => serve(service, method, address, wire),
    handle,
    refuse: (error) => refuseOutside(service, error),
    get apiKey() {
      return apiKey()
    },
    box,
    fake: (origin, own) =>
      toFake(...enter(defaultSandbox, origin), {
        ...own,
        fetch: (input, init) => fetchInProcess(new Request(input, init), end.signal, handle),
        sandbox: (name) => box(name, origin),
      }),
    reload: async (changed, what) => {
      const next = readOptions(changed)
      if (what === 'scenarios') {
        sandboxes.setLibrary(loadLibrary(next.scenarios))
        return
      }
      const fresh = await toSandboxOptions(next, { storage, courier, journals, answers })
      sandboxes.resetAll(fresh)
      dataset = fresh.dataset
    },
    expose: courier.expose,
    drain: () => stop.abort(),
    end: async () => {
      stop.abort()
      end.abort()
      sandboxes.close()
      await courier.close()
    },
  }
}

async function toSandboxOptions(read: ReadOptions, shared: Shared): Promise<SandboxOptions> {
  const { seed, base, clock, scenario, scenarios } = read
  const library = loadLibrary(scenarios)
  return { dataset: await loadDataset(read), seed, base, clock, library, scenarios: scenario, ...shared }
}

/** What all sandboxes of a fake have together, also those of other fixtures. */
type Shared = Pick<SandboxOptions, 'storage' | 'courier' | 'journals' | 'answers'>

/** Requests to the control plane and for the OpenAPI document, which is read alone; all others are to the API. */
function isOfApi(method: string, path: string): boolean {
  if (path === documentPath) return method !== 'GET' && method !== 'HEAD'
  return path !== controlPath && !path.startsWith(`${controlPath}/`)
}

/** Loads what answers requests that are not to the API: many a fake never gets one. */
async function loadApp(service: Service, rest: Pick<ControlService, 'apiKey' | 'stopping'>): Promise<App> {
  const [{ createApp }, { mountControl }] = await Promise.all([import('./http/app.ts'), import('./control/mount.ts')])
  const { sandboxes, arrangers, log } = service
  const app = createApp(service)
  mountControl(app, { ...rest, sandboxes, arrangers, operationIds: operations.map(({ id }) => id), log, version })
  return app
}

/** The answer of a call, which is sent over nothing. */
function answered(sent: Sent): Response {
  if (sent === undefined) throw new Error('a call in this process has no other way than its Response')
  return sent
}

/** One box for each sandbox: what waits on it goes on where it was. */
function rememberBoxes(sandboxes: Sandboxes, make: Core['box']): Core['box'] {
  const boxes = new WeakMap<Usage, Box>()
  return (name, origin) => {
    const { usage } = keepSandbox(sandboxes, name)
    const box = boxes.get(usage) ?? make(name, origin)
    boxes.set(usage, box)
    return box
  }
}

function keepSandbox(sandboxes: Sandboxes, name: string): Sandbox {
  requireSandboxName(name)
  const sandbox = sandboxes.look(name)
  if (sandboxes.keep(sandbox)) return sandbox
  throw new InputError(`sandbox: ${quote(name)} would be one more than ${sandboxes.max}, the most there may be`)
}

function requireKey({ apiKey }: Dataset): string {
  if (apiKey !== undefined) return apiKey
  throw new InputError('apiKey: keys.json has no full-access key with its secret in plain text')
}

/** Answers as the global `fetch` would: a connection that breaks is a TypeError, and an aborted request ends at once. */
async function fetchInProcess(request: Request, ended: AbortSignal, handle: Core['handle']): Promise<Response> {
  const { signal } = request
  const wire = new CallWire(request, ended)
  signal.throwIfAborted()
  const aborted = new AbortController()
  const abort = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { signal: aborted.signal })
  })
  try {
    const response = await Promise.race([handle(request, wire), abort])
    if (!wire.isBroken) return answered(response)
  } finally {
    aborted.abort()
  }
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }),
  })
}

/** Makes a fake without a socket, for tests in this process. @throws InputError for an option or a file that cannot be used */
export async function createFake(options: FakeOptions = {}): Promise<Fake> {
  const core = await createCore(options)
  return core.fake(inProcessOrigin, { controlToken: undefined, close: () => core.end() })
}
