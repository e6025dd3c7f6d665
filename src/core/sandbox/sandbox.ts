import * as z from 'zod/mini'

import { Keyring, keyringState } from '../auth/keyring.ts'
import { Journal } from '../journal/journal.ts'
import { ByteUsage } from '../lib/byte-limit.ts'
import { InputError, withSubject } from '../lib/input-error.ts'
import { orKnown } from '../lib/nearest.ts'
import { type Notice, type Notification, outboxState } from '../notifications/delivery.ts'
import { Outbox } from '../notifications/outbox.ts'
import type { Transport } from '../notifications/transport/transport.ts'
import { streamLabel } from '../random/random.ts'
import { scenariosState } from '../scenarios/active.ts'
import type { ScenarioLibrary } from '../scenarios/library.ts'
import { ScenarioManager } from '../scenarios/manager.ts'
import type { BaseSettings } from '../scenarios/settings.ts'
import type { Dataset } from '../store/dataset.ts'
import { Clock, type ClockStart, clockState, wallNow } from '../time/clock.ts'
import { Scheduler } from '../time/scheduler.ts'
import { openPart, type Parts, type SandboxArea } from './area-state.ts'
import { LastUsed } from './last-used.ts'
import type { Limits } from './limits.ts'
import type { SavedSandbox } from './snapshot.ts'

export interface SandboxOptions {
  readonly dataset: Dataset
  readonly seed: number
  readonly clock: ClockStart
  readonly base: BaseSettings
  /** Settings that override the base in the sandbox of a name (none). */
  readonly presetOf?: ((name: string) => Partial<BaseSettings> | undefined) | undefined
  readonly library: ScenarioLibrary
  readonly scenarios: readonly string[]
  readonly limits: Limits
  readonly transport: Pick<Transport, 'send'>
  readonly areas: readonly SandboxArea[]
}

/** What a sandbox goes on from (nothing: it is new). */
export interface Origin {
  /** Unique among the sandboxes of one name (0). */
  readonly incarnation?: number
  readonly lastUsed?: LastUsed
  /** The name that seeds its random draws (its own). */
  readonly seedName?: string
  readonly parts?: Parts | undefined
  /** When the parts were saved, in Unix milliseconds of the wall clock: a real clock has continued since (now). */
  readonly savedMs?: number
  /** The sandbox that it replaces (none). */
  readonly replaced?: Sandbox
}

const ownParts = ['clock', 'scenarios', 'keys', 'outbox', 'storage'] as const

const storageState = z.lazy(() => z.strictObject({ takenBytes: z.int().check(z.gte(0)) }))

/** One isolated part of a fake. It owns everything that changes. */
export class Sandbox {
  readonly name: string
  readonly incarnation: number
  readonly lastUsed: LastUsed
  /** The name that seeds its random draws: its own, or the name in its snapshot. */
  readonly seedName: string
  readonly dataset: Dataset
  readonly seed: number
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly storage: ByteUsage
  readonly scenarios: ScenarioManager
  readonly keys: Keyring
  readonly journal: Journal
  readonly transport: Pick<Transport, 'send'>
  readonly outbox: Outbox
  /** True if it stands for a sandbox that does not exist: no request changes it. */
  readonly isPlaceholder: boolean = false
  readonly #areas: readonly SandboxArea[]

  /** @throws InputError for an unknown scenario, and for an invalid snapshot */
  constructor(name: string, options: SandboxOptions, origin: Origin = {}) {
    const { dataset, seed, limits, transport, areas } = options
    const { incarnation = 0, lastUsed = new LastUsed(), seedName = name, parts = {}, savedMs, replaced } = origin
    this.name = name
    this.incarnation = incarnation
    this.lastUsed = lastUsed
    this.seedName = seedName
    this.dataset = dataset
    this.seed = seed
    this.transport = transport
    this.storage = new ByteUsage(limits.storage)
    this.journal = new Journal(limits.journals, { name, incarnation })
    this.#areas = areas
    try {
      this.clock = openPart(parts, 'clock', clockState, (state) => new Clock(state ?? options.clock, savedMs))
      this.scheduler = new Scheduler(this.clock)
      const base = { ...options.base, ...options.presetOf?.(name) }
      const forScenarios = { ...options, base, on: options.scenarios, clock: this.clock, storage: this.storage }
      this.scenarios = openPart(parts, 'scenarios', scenariosState, (state) => new ScenarioManager(forScenarios, state))
      this.keys = openPart(parts, 'keys', keyringState, (state) => new Keyring(this, state))
      this.outbox = openPart(
        parts,
        'outbox',
        outboxState,
        (state) => new Outbox(this, state, replaced?.outbox.ownSecret),
      )
      if (origin.parts !== undefined) this.#restoreRest(origin.parts, replaced)
    } catch (error) {
      this.storage.close()
      throw error
    }
  }

  #restoreRest(parts: Parts, replaced: Sandbox | undefined): void {
    const known = [...ownParts, ...this.#collections.map(({ id }) => id)]
    const other = Object.keys(parts).find((id) => !known.includes(id))
    if (other !== undefined) {
      throw new InputError(`not a known part${orKnown([other], known)}`, { field: `parts.${other}` })
    }
    for (const collection of this.#collections) collection.restore(this, parts)
    const { takenBytes } = openPart(parts, 'storage', storageState, (state = { takenBytes: 0 }) => state)
    this.storage.take(Math.max(0, takenBytes - this.storage.usedBytes))
    withSubject('parts.storage', () => this.storage.requireFit(replaced?.storage, 'takenBytes'))
  }

  get #collections() {
    return this.#areas.map(({ storage }) => storage)
  }

  label(kind: string, number: number): string {
    return streamLabel(this.seed, kind, number)
  }

  /** Composes the notifications of a change that is due. */
  notify(notice: Notice): readonly Notification[] {
    return this.#areas.flatMap((area) => area.notify?.(this, notice) ?? [])
  }

  /** Grows with everything that may change its state, except a change of the library of scenarios. */
  get changes(): number {
    return this.lastUsed.uses + this.scheduler.turns
  }

  /** Returns plain data, with each part that differs from a new sandbox. Later changes do not affect it. */
  save(savedMs = wallNow()): SavedSandbox {
    const { name, incarnation, seedName } = this
    const { createdMs, usedMs } = this.lastUsed
    const takenBytes = this.storage.usedBytes
    const own: Record<(typeof ownParts)[number], unknown> = {
      clock: this.clock.state,
      storage: takenBytes === 0 ? undefined : { takenBytes },
      scenarios: this.scenarios.state,
      keys: this.keys.state,
      outbox: this.outbox.state,
    }
    const all = [...Object.entries(own), ...this.#collections.map(({ id, stateIn }) => [id, stateIn(this)] as const)]
    const parts = Object.fromEntries(all.filter(([, state]) => state !== undefined))
    return { name, incarnation, seedName, createdMs, usedMs, savedMs, parts }
  }

  /** Ends it: it releases its bytes, and runs no further work. */
  close(): void {
    this.storage.close()
    this.journal.close()
    this.scheduler.close()
    this.outbox.deliveries.close()
  }
}
