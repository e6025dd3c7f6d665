import { type ConnectOptions, connectTo } from '../control/client/connect.ts'
import type * as control from '../control/client/control.ts'
import type * as client from '../control/client/sandbox-client.ts'
import type { ScenarioOf } from '../scenarios/schema.ts'
import { type AreaName, areas, type LifecycleName } from './areas.ts'

/** The names that clients have from the areas. */
export interface Names {
  readonly area: AreaName
  readonly lifecycle: LifecycleName
}

/** A named set of settings and fault rules, as a file, the control plane and a program write it. */
export type Scenario = ScenarioOf<LifecycleName>

/** The scenarios of one sandbox. Every method throws an InputError for an unknown name, and then changes nothing. */
export type ScenarioControl = control.ScenarioControl<Names>

/** What can be done to one sandbox, in this process or over HTTP alike. */
export type Control = control.Control<Names>

/** One sandbox of a fake: its address, and what can be done to it. */
export type SandboxClient = client.SandboxClient<Names>

/** The sandboxes of a fake. */
export type SandboxesClient = client.SandboxesClient<Names>

/** A fake, in this process or elsewhere. As a `SandboxClient` it is its own sandbox `default`. */
export type Fake = client.Fake<Names>

/**
 * Connects to a fake that runs elsewhere and returns the same object as `startFake`. Its control works over HTTP.
 * @param url its origin, a base address (`…/v1`, `…/@NAME/v1`) or the address of its control plane
 * @throws InputError for a url that is none; ControlError where no fake answers there, or where it asks for another token
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Fake> {
  const names = areas.map(({ name }) => name)
  return await connectTo<Names>(names, url, options)
}
