import * as z from 'zod/mini'

import { Keyring, keyringState } from '../auth/keyring.ts'
import { Journal } from '../journal/journal.ts'
import { ByteUsage } from '../lib/byte-limit.ts'
import { withSubject } from '../lib/input-error.ts'
import { type Notice, outboxState } from '../notifications/delivery.ts'
import { Outbox } from '../notifications/outbox.ts'
import type { Transport } from '../notifications/transport/transport.ts'
import { streamLabel } from '../random/random.ts'
import { scenariosState } from '../scenarios/active.ts'
import type { ScenarioLibrary } from '../scenarios/library.ts'
import { ScenarioManager } from '../scenarios/manager.ts'
import type { BaseSettings } from '../scenarios/settings.ts'
import type { Dataset } from '../store/dataset.ts'
import { Clock, type ClockStart, clockState } from '../time/clock.ts'
import { Scheduler } from '../time/scheduler.ts'
import { type AreaStorage, SavedParts } from './area-state.ts'
import { LastUsed } from './last-used.ts'
import type { Limits } from './limits.ts'

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
  readonly states: readonly AreaStorage[]
  /** Sends the notifications of a due change (nothing). */
  readonly notify?: (sandbox: Sandbox, notice: Notice) => void
}

/** Links a sandbox to its fake, and to earlier sandboxes of its name. */
export interface SandboxIdentity {
  /** Unique among the sandboxes of one name. */
  readonly incarnation: number
  readonly lastUsed: LastUsed
  /** True for the placeholder of all sandboxes that do not exist (false). */
  readonly isPlaceholder?: boolean
}

/** The saved state from which a sandbox is created. */
export interface Restored {
  /** The name that seeds its random draws. */
  readonly seedName: string
  readonly parts: Readonly<Record<string, unknown>>
  /** The sandbox that it replaces (none). */
  readonly replaced?: Sandbox
  /** When it was saved, in Unix milliseconds of the wall clock: a real clock has continued since (now). */
  readonly savedMs?: number
}

const ownParts = ['clock', 'scenarios', 'keys', 'outbox', 'storage'] as const

const storageState = z.lazy(() => z.strictObject({ takenBytes: z.int().check(z.gte(0)) }))

/** One isolated part of a fake. It owns everything that changes. */
export class Sandbox {
  /** It changes only for the placeholder. */
  name: string
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
  readonly notify: (notice: Notice) => void
  /** True for the placeholder of all sandboxes that do not exist: no request changes it. */
  readonly isVacant: boolean
  readonly #parts: readonly AreaStorage[]

  /** @throws InputError for an unknown scenario, and for an invalid snapshot */
  constructor(
    name: string,
    options: SandboxOptions,
    identity: SandboxIdentity = { incarnation: 0, lastUsed: new LastUsed() },
    restored?: Restored,
  ) {
    const { dataset, seed, limits, transport, states } = options
    this.name = name
    this.incarnation = identity.incarnation
    this.isVacant = identity.isPlaceholder ?? false
    this.lastUsed = identity.lastUsed
    this.seedName = restored?.seedName ?? name
    this.dataset = dataset
    this.seed = seed
    this.transport = transport
    this.storage = new ByteUsage(limits.storage)
    this.notify = (notice) => options.notify?.(this, notice)
    this.journal = new Journal(limits.journals, { name, incarnation: identity.incarnation })
    const saved = new SavedParts(restored?.parts)
    this.#parts = states
    try {
      this.clock = saved.open('clock', clockState, (state) => new Clock(state ?? options.clock, restored?.savedMs))
      this.scheduler = new Scheduler(this.clock)
      const base = { ...options.base, ...options.presetOf?.(name) }
      const forScenarios = { ...options, base, on: options.scenarios, clock: this.clock, storage: this.storage }
      this.scenarios = saved.open('scenarios', scenariosState, (state) => new ScenarioManager(forScenarios, state))
      this.keys = saved.open('keys', keyringState, (state) => new Keyring(this, state))
      this.outbox = saved.open(
        'outbox',
        outboxState,
        (state) => new Outbox(this, state, restored?.replaced?.outbox.ownSecret),
      )
      if (restored !== undefined) this.#restoreRest(saved, restored)
    } catch (error) {
      this.storage.close()
      throw error
    }
  }

  #restoreRest(saved: SavedParts, { replaced }: Restored): void {
    saved.refuseOthers([...ownParts, ...this.#parts.map(({ id }) => id)])
    for (const part of this.#parts) part.restore(this, saved)
    const { takenBytes } = saved.open('storage', storageState, (state = { takenBytes: 0 }) => state)
    this.storage.take(Math.max(0, takenBytes - this.storage.usedBytes))
    withSubject('parts.storage', () => this.storage.requireFit(replaced?.storage, 'takenBytes'))
  }

  label(kind: string, number: number): string {
    return streamLabel(this.seed, kind, number)
  }

  /** Grows with everything that may change its state, except a change of the library of scenarios. */
  get changes(): number {
    return this.lastUsed.uses + this.scheduler.turns
  }

  /** Plain data of each part that differs from a new sandbox, by id. Later changes do not affect it. */
  get states(): Readonly<Record<string, unknown>> {
    const takenBytes = this.storage.usedBytes
    const own: Record<(typeof ownParts)[number], unknown> = {
      clock: this.clock.state,
      storage: takenBytes === 0 ? undefined : { takenBytes },
      scenarios: this.scenarios.state,
      keys: this.keys.state,
      outbox: this.outbox.state,
    }
    const all = [...Object.entries(own), ...this.#parts.map((part) => [part.id, part.stateIn(this)] as const)]
    return Object.fromEntries(all.filter(([, state]) => state !== undefined))
  }

  /** Ends it: it releases its bytes, and runs no further work. */
  close(): void {
    this.storage.close()
    this.journal.close()
    this.scheduler.close()
    this.outbox.feed.close()
  }
}
