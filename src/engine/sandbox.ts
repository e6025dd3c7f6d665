import type { Profile } from '../assumptions/register.ts'
import { Clock, type ClockStart } from './clock.ts'
import type { Dataset } from './dataset.ts'
import type { Storage } from './storage.ts'

/** What every sandbox of a fake starts from. */
export interface SandboxOptions {
  readonly dataset: Dataset
  readonly seed: number
  readonly clock: ClockStart
  readonly profile: Profile
  /** Milliseconds from the creation of an assessment or a job to its completion. */
  readonly completeAfterMs: number
  readonly storage: Storage
}

/** One isolated world inside a fake: everything that changes belongs to it. */
export class Sandbox {
  readonly name: string
  readonly dataset: Dataset
  readonly clock: Clock
  /** What ids and findings follow from. */
  readonly seed: number
  readonly profile: Profile
  readonly completeAfterMs: number
  readonly storage: Storage

  constructor(name: string, options: SandboxOptions) {
    this.name = name
    this.dataset = options.dataset
    this.clock = new Clock(options.clock)
    this.seed = options.seed
    this.profile = options.profile
    this.completeAfterMs = options.completeAfterMs
    this.storage = options.storage
  }
}

/** A kind of state that each sandbox has one of. */
export type Part<T> = (sandbox: Sandbox) => T

/** Declares a part: made when a sandbox first asks for it, gone with the sandbox. */
export function definePart<T>(create: (sandbox: Sandbox) => T): Part<T> {
  const made = new WeakMap<Sandbox, { readonly part: T }>()
  return (sandbox) => {
    const known = made.get(sandbox)
    if (known !== undefined) return known.part
    const part = create(sandbox)
    made.set(sandbox, { part })
    return part
  }
}
