import { Agenda } from './agenda.ts'
import { Clock, type ClockStart } from './clock.ts'
import type { Courier } from './courier.ts'
import type { Dataset } from './dataset.ts'
import { Journal, type JournalRoom } from './journal.ts'
import { KeyClaims, KeyIndex } from './key-index.ts'
import type { ScenarioLibrary } from './library.ts'
import { type Storage, StorageAccount } from './storage.ts'
import { type BaseSettings, Switches } from './switches.ts'
import { Usage } from './usage.ts'

/** What every sandbox of a fake starts from. */
export interface SandboxOptions {
  readonly dataset: Dataset
  readonly seed: number
  readonly clock: ClockStart
  readonly base: BaseSettings
  readonly library: ScenarioLibrary
  /** Names of the scenarios that are on from the start. */
  readonly scenarios: readonly string[]
  readonly storage: Storage
  readonly courier: Courier
  readonly journals: JournalRoom
}

/** What a sandbox has of the fake that it is in, and of those that had its name before. */
export interface SandboxLife {
  /** The number of sandboxes of this fake that were made before. */
  readonly generation: number
  readonly usage: Usage
  readonly keys: KeyIndex
}

/** One isolated world inside a fake: everything that changes belongs to it. */
export class Sandbox {
  readonly name: string
  /** A number that no other sandbox of this fake has, nor one that it stands in the place of. */
  readonly generation: number
  readonly usage: Usage
  /** The keys that were made here, as the whole fake knows them. */
  readonly claims: KeyClaims
  readonly dataset: Dataset
  readonly clock: Clock
  /** What does the work that comes due. */
  readonly agenda: Agenda
  /** What ids and findings follow from. */
  readonly seed: number
  readonly switches: Switches
  readonly storage: StorageAccount
  /** What sends for all sandboxes. */
  readonly courier: Courier
  /** The requests that it served. */
  readonly journal: Journal

  constructor(name: string, options: SandboxOptions, life: SandboxLife = alone()) {
    const { dataset, seed, base, library, scenarios, storage, courier, journals } = options
    this.name = name
    this.generation = life.generation
    this.usage = life.usage
    this.claims = new KeyClaims(life.keys, name)
    this.dataset = dataset
    this.clock = new Clock(options.clock)
    this.agenda = new Agenda(this.clock)
    this.seed = seed
    this.storage = new StorageAccount(storage)
    this.switches = new Switches({
      base,
      library,
      on: scenarios,
      seed,
      clock: this.clock,
      storage: this.storage,
    })
    this.courier = courier
    this.journal = new Journal(journals)
  }

  /** Ends it: what it took is given back, and nothing that was due is done any more. */
  close(): void {
    this.storage.close()
    this.journal.close()
    this.claims.close()
    this.agenda.close()
  }
}

function alone(): SandboxLife {
  return { generation: 0, usage: new Usage(), keys: new KeyIndex() }
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
