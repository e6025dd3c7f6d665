import { prefixOf } from '../../http/address.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import { defaultSandbox, isSandboxName, requireSandboxName } from '../../sandbox/sandboxes.ts'
import { keyHeader, keyScheme } from '../../spec/headers.ts'
import { versionPath } from '../../spec/version.ts'
import { controlPath } from '../path.ts'
import { createControl, createDirectory } from './client.ts'
import type { ApiNames, NoNames } from './control.ts'
import {
  type SandboxClient,
  type SandboxDirectory,
  type Fake,
  type Endpoint,
  type FakeOwn,
  toSandboxClient,
  toFake,
} from './sandbox-client.ts'
import { ControlError, type Send } from './send.ts'

/** How a fake elsewhere is reached. */
export interface ConnectOptions {
  /** The token that its control plane asks for (none). */
  readonly token?: string | undefined
}

const sandboxForm = /^\/@([^/]+)(?=\/|$)/

/**
 * Connects to a fake that runs elsewhere.
 * @param areas the names of the areas of its API
 * @param url its origin, a base address (`…/v1`, `…/@NAME/v1`) or the address of its control plane
 * @throws InputError for a url that is none; ControlError where no fake answers there, or where it asks for another token
 */
export async function connectTo<Names extends ApiNames = NoNames>(
  areas: readonly Names['area'][],
  url: string,
  { token }: ConnectOptions = {},
): Promise<Fake<Names>> {
  const { origin, name } = readUrl(url)
  const send = (component: string): Send => createSend(origin, component, token)
  const control = createControl<Names>(send(name), origin, areas)
  const { apiKey } = await control.summary()
  const clients = new Map<string, SandboxClient<Names>>()
  const raw = createDirectory(send(name), origin)
  const directory: SandboxDirectory = {
    ...raw,
    delete: async (component) => {
      await raw.delete(component)
      clients.delete(component)
    },
  }
  const placeOf = (component: string): Endpoint => ({
    name: component,
    address: origin + prefixOf(component),
    apiKey: () => {
      if (apiKey !== null) return apiKey
      throw new InputError('the fake has no full-access key with its secret in plain text', { field: 'apiKey' })
    },
    directory,
  })
  return toFake<Names, FakeOwn<Names>>(control, placeOf(name), {
    controlToken: token,
    fetch: (input, init) => fetch(input, init),
    // One for each name: what waits on it goes on where it was.
    sandbox: (component) => {
      requireSandboxName(component)
      const client =
        clients.get(component) ??
        toSandboxClient<Names>(createControl(send(component), origin, areas), placeOf(component))
      clients.set(component, client)
      return client
    },
    close: async () => {},
  })
}

/** Reads the address of a fake. @throws InputError */
export function readUrl(text: string): { readonly origin: string; readonly name: string } {
  const { protocol, origin, pathname } = new URL(URL.canParse(text) ? text : 'none:')
  const [prefix = '', name = defaultSandbox] = sandboxForm.exec(pathname) ?? []
  const rest = pathname.slice(prefix.length).replace(/\/$/, '')
  if (protocol === 'http:' && isSandboxName(name) && ['', versionPath, controlPath].includes(rest)) {
    return { origin, name }
  }
  throw new InputError(`expected the address of a fake, such as http://127.0.0.1:4747, got ${quote(text)}`, {
    field: 'url',
  })
}

function createSend(origin: string, name: string, token: string | undefined): Send {
  const address = origin + prefixOf(name) + controlPath
  return async (path, init) => {
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set(keyHeader, `${keyScheme} ${token}`)
    try {
      return await fetch(address + path, { ...init, headers })
    } catch (error) {
      throw new ControlError(`nothing answers at ${address} (${reason(error)})`, 0, error)
    }
  }
}

function reason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : String(cause)
}
