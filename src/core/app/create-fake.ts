import type { ApiNames } from '../control/client/control.ts'
import { type FakeOwn, type Fake as FakeOf, toFake } from '../control/client/sandbox-client.ts'
import { openGuard } from '../control/guard.ts'
import type { App } from '../http/api-app.ts'
import type { Bindings } from '../http/types.ts'
import { InputError } from '../lib/input-error.ts'
import { defaultSandbox } from '../sandbox/sandboxes.ts'
import { endOfTurn } from '../time/turns.ts'
import type { Fake } from './client.ts'
import { type Core, createCore } from './create-core.ts'
import type { FakeOptions } from './options.ts'

/** The members of a fake in this process only. */
interface Local {
  /**
   * The Hono app that serves every endpoint: the API, the control plane and the OpenAPI document, each below `/` and `/@NAME`.
   * Call it, mount it in another app, or give it to any server that Hono runs on.
   * On a server other than this package's own, the control plane accepts only loopback names.
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

/** The origin of a fake without a socket: a name that no network resolves (RFC 6761). */
const inProcessOrigin = 'http://cloudsec-fake.test'

const inProcessBindings: Bindings = { guard: openGuard }

interface Ends extends Pick<LocalFake, 'controlToken' | 'close'> {
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string
  /** The same of the control plane, if it differs. */
  readonly controlOrigin?: string
}

export function toLocalFake<Api extends ApiNames>(
  core: Core<Api['area']>,
  { origin, controlOrigin = origin, controlToken, close }: Ends,
): FakeOf<Api> & Local {
  const { app } = core
  return toFake<Api, FakeOwn & Local>(
    {
      name: defaultSandbox,
      origin,
      controlOrigin,
      areas: core.areaNames,
      apiKey: () => requireKey(core),
      sendTo: (controlUrl) => async (path, init) =>
        await app.fetch(new Request(controlUrl + path, init), inProcessBindings),
      requireSandbox: core.open,
    },
    { controlToken, close, app, fetch: (input, init) => fetchFrom(app, new Request(input, init)) },
  )
}

function requireKey({ apiKey }: Pick<Core, 'apiKey'>): string {
  if (apiKey !== undefined) return apiKey
  throw new InputError('keys.json has no full-access key with its secret in plain text', { field: 'apiKey' })
}

/**
 * Keeps a request alive while its signal is in use. In Node, the request forwards an abort to its signal, so a stream would
 * miss the abort once the request is garbage-collected.
 */
const requests = new WeakMap<AbortSignal, Request>()

/** Calls the app as the global `fetch` would: an aborted request rejects at once. */
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
    const answer = await Promise.race([app.fetch(request, inProcessBindings), aborted])
    // Concurrent calls all arrive before the first answer, so that conduct does not take them for reactions.
    await endOfTurn()
    return answer
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Creates a fake without a socket, for tests in this process. @throws InputError for an invalid option or file */
export async function createFake(options: FakeOptions = {}): Promise<LocalFake> {
  const core = await createCore(options)
  await core.begin()
  return toLocalFake(core, { origin: inProcessOrigin, controlToken: undefined, close: () => core.end() })
}
