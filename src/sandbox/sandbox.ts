import { KeyOwnership, KeyIndex } from '../auth/key-index.ts'
import { Journal, type JournalRoom } from '../journal/journal.ts'
import { keysOf } from '../lib/keys-of.ts'
import { type SnapshotPart, transient } from '../lib/snapshot-part.ts'
import type { NotificationTransport } from '../notifications/transport.ts'
import type { ScenarioLibrary } from '../scenarios/library.ts'
import { type BaseSettings, ScenarioManager, managerSnapshot } from '../scenarios/manager.ts'
import type { Dataset } from '../store/dataset.ts'
import { type Storage, StorageAccount, storageKeeper } from '../store/storage.ts'
import { Clock, clockKeeper, type ClockStart } from '../time/clock.ts'
import { Scheduler } from '../time/scheduler.ts'
import { LastUsed } from './last-used.ts'

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
  readonly transport: NotificationTransport
  readonly journals: JournalRoom
}

/** What a sandbox has of the fake that it is in, and of those that had its name before. */
export interface SandboxIdentity {
  /** How often a sandbox of its name was reset or deleted before. */
  readonly incarnation: number
  readonly lastUsed: LastUsed
  readonly keys: KeyIndex
}

/** One isolated world inside a fake: everything that changes belongs to it. */
export class Sandbox {
  readonly name: string
  /** How often a sandbox of its name was reset or deleted before: none of its name shows the same. */
  readonly incarnation: number
  readonly lastUsed: LastUsed
  /** The keys that were made here, as the whole fake knows them. */
  readonly keyOwnership: KeyOwnership
  /** The name that what it draws follows from: its own, or that of the sandbox whose snapshot it was made from. */
  readonly seedName: string
  readonly dataset: Dataset
  readonly clock: Clock
  /** What does the work that comes due. */
  readonly scheduler: Scheduler
  /** What ids and findings follow from. */
  readonly seed: number
  readonly scenarios: ScenarioManager
  readonly storage: StorageAccount
  /** Room for notifications that are to come or are not settled yet. */
  readonly notifications: StorageAccount
  /** What sends for all sandboxes. */
  readonly transport: NotificationTransport
  /** The requests that it served. */
  readonly journal: Journal

  constructor(name: string, options: SandboxOptions, identity: SandboxIdentity = alone(), seedName = name) {
    const { dataset, seed, base, library, scenarios, storage, transport, journals } = options
    this.name = name
    this.incarnation = identity.incarnation
    this.lastUsed = identity.lastUsed
    this.keyOwnership = new KeyOwnership(identity.keys, name)
    this.seedName = seedName
    this.dataset = dataset
    this.clock = new Clock(options.clock)
    this.scheduler = new Scheduler(this.clock)
    this.seed = seed
    this.storage = new StorageAccount(storage)
    this.notifications = new StorageAccount(storage.notifications)
    this.scenarios = new ScenarioManager({
      base,
      library,
      on: scenarios,
      seed,
      clock: this.clock,
      storage: this.storage,
    })
    this.transport = transport
    this.journal = new Journal(journals)
  }

  /** Ends it: what it took is given back, and nothing that was due is done any more. */
  close(): void {
    this.storage.close()
    this.notifications.close()
    this.journal.close()
    this.keyOwnership.close()
    this.scheduler.close()
  }
}

function alone(): SandboxIdentity {
  return { incarnation: 0, lastUsed: new LastUsed(), keys: new KeyIndex() }
}

/** A kind of state that each sandbox has one of. */
export type SandboxState<T> = (sandbox: Sandbox) => T

/** How one kind of state of a sandbox is kept. */
interface KeptPart {
  /** What differs from a new sandbox, as plain data; undefined where nothing does. */
  readonly save: (sandbox: Sandbox) => unknown
  /** @param replaced the sandbox whose place is taken. @throws InputError for what cannot be used */
  readonly load: (sandbox: Sandbox, saved: unknown, replaced: Sandbox) => void
}

const declared = new Map<string, KeptPart>()

/** Every kind of state that a sandbox can have, by id: what a snapshot is made of, in the order in which it is loaded. */
export const snapshotStates: ReadonlyMap<string, KeptPart> = declared

function declare(id: string, part: KeptPart): void {
  if (declared.has(id)) throw new Error(`the part ${id} is declared twice`)
  declared.set(id, part)
}

/** What is no state of a sandbox: it is of its fake, or says which sandbox it is. */
type Given =
  | 'name'
  | 'incarnation'
  | 'seedName'
  | 'lastUsed'
  | 'keyOwnership'
  | 'dataset'
  | 'seed'
  | 'transport'
  | 'close'

/** How the fields of a sandbox are kept: each that is not given. */
const fields: { readonly [Id in Exclude<keyof Sandbox, Given>]: SnapshotPart<Sandbox[Id]> } = {
  clock: clockKeeper,
  // Before whatever claims a share of it.
  storage: storageKeeper,
  notifications: storageKeeper,
  scenarios: managerSnapshot,
  scheduler: transient('it asks the other parts what is due'),
  journal: transient('no answer follows from what was asked before'),
}

function keepField<Id extends keyof typeof fields>(id: Id, keepers: Pick<typeof fields, Id>): KeptPart {
  return {
    save: (sandbox) => keepers[id].save(sandbox[id]),
    load: (sandbox, saved, replaced) => keepers[id].load(sandbox[id], saved, () => replaced[id]),
  }
}

for (const id of keysOf(fields)) declare(id, keepField(id, fields))

/**
 * Declares a part: made when a sandbox first asks for it, gone with the sandbox.
 * @param id by which snapshots have it, its own
 * @param keeper how it gets into a snapshot, or `notKept` and why it is in none
 */
export function defineState<T>(id: string, keeper: SnapshotPart<T>, create: (sandbox: Sandbox) => T): SandboxState<T> {
  const made = new WeakMap<Sandbox, { readonly part: T }>()
  const part: SandboxState<T> = (sandbox) => {
    const known = made.get(sandbox)
    if (known !== undefined) return known.part
    const part = create(sandbox)
    made.set(sandbox, { part })
    return part
  }
  declare(id, {
    save: (sandbox) => {
      const known = made.get(sandbox)
      return known === undefined ? undefined : keeper.save(known.part)
    },
    load: (sandbox, saved, replaced) => keeper.load(part(sandbox), saved, () => part(replaced)),
  })
  return part
}
