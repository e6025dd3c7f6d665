import { InputError, quote } from '../../lib/input-error.ts'
import type { SandboxInfo } from '../endpoints/sandboxes.ts'
import { type ConnectOptions, connectTo, readUrl } from './connect.ts'
import type { ApiNames, NoNames } from './control.ts'
import { ControlError } from './errors.ts'
import type { Fake } from './sandbox-client.ts'

/** A sandbox of a fleet. Its addresses are those at its instance. */
export interface FleetSandbox<Names extends ApiNames = NoNames> extends SandboxInfo {
  /** The fake that has it. */
  readonly instance: Fake<Names>
}

/** Several fakes that share the sandboxes behind a balancer. */
export interface Fleet<Names extends ApiNames = NoNames> {
  /** In the order of their addresses. */
  readonly instances: readonly Fake<Names>[]
  readonly sandboxes: {
    /** Lists the sandboxes of all instances, instance by instance. Each instance has a `default`; a balancer leads to one of them. */
    readonly list: () => Promise<readonly FleetSandbox<Names>[]>
  }
}

/**
 * Connects to the instances of a fleet.
 * @param urls the address of each instance, not that of their balancer
 * @throws InputError for no address, two of one instance, and one that is no address of a fake; ControlError for one where no
 * fake answers, or that requires another token
 */
export async function connectToAll<Names extends ApiNames = NoNames>(
  areas: readonly Names['area'][],
  urls: readonly string[],
  options: ConnectOptions = {},
): Promise<Fleet<Names>> {
  checkUrls(urls)
  const instances = await Promise.all(urls.map((url) => connectToOne<Names>(areas, url, options)))
  return {
    instances,
    sandboxes: {
      list: async () => {
        const lists = await Promise.all(instances.map(({ sandboxes }) => sandboxes.list()))
        return instances.flatMap((instance, i) => (lists[i] ?? []).map((sandbox) => ({ ...sandbox, instance })))
      },
    },
  }
}

function checkUrls(urls: readonly string[]): void {
  if (urls.length === 0) {
    const example = "such as ['http://127.0.0.1:4801']"
    throw new InputError(`expected the address of each instance, ${example}, got an empty list`, { field: 'urls' })
  }
  const origins = urls.map(originAt)
  for (const [i, origin] of origins.entries()) {
    const first = origins.indexOf(origin)
    if (first === i) continue
    const reason = `expected another instance than that of urls[${first}], got ${quote(urls[i])}`
    throw new InputError(reason, { field: `urls[${i}]` })
  }
}

/** The origin of an address. @param i its place in the list, for an error */
function originAt(url: string, i: number): string {
  try {
    return readUrl(url).origin
  } catch (error) {
    throw error instanceof InputError ? error.about(`urls[${i}]`) : error
  }
}

/** As `connectTo`; an error says which instance it is about. */
async function connectToOne<Names extends ApiNames>(
  areas: readonly Names['area'][],
  url: string,
  options: ConnectOptions,
): Promise<Fake<Names>> {
  try {
    return await connectTo<Names>(areas, url, options)
  } catch (error) {
    const { origin } = readUrl(url)
    if (!(error instanceof ControlError) || error.message.includes(origin)) throw error
    throw new ControlError(`${origin}: ${error.message}`, error.status, error)
  }
}
