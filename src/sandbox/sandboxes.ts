import { EventEmitter, once } from 'node:events'

import { KeyIndex } from '../auth/key-index.ts'
import { JournalRoom } from '../journal/journal.ts'
import { InputError, quote } from '../lib/input-error.ts'
import type { ScenarioLibrary } from '../scenarios/library.ts'
import { Storage } from '../store/storage.ts'
import { wallNow } from '../time/clock.ts'
import { frozenAtMs } from '../time/instant.ts'
import { LastUsed } from './last-used.ts'
import { CacheBudget } from './response-cache.ts'
import { Sandbox, type SandboxOptions } from './sandbox.ts'

/** Name of the sandbox behind the plain base address. */
export const defaultSandbox = 'default'

const nameForm = /^[a-z0-9][a-z0-9-]{0,62}$/

/** What a sandbox may be named, for messages to people. */
export const sandboxNameRule = '1 to 63 lower-case letters, digits and hyphens, not a hyphen first'

/** Whether a value may name a sandbox, by `sandboxNameRule`. */
export function isSandboxName(name: unknown): name is string {
  return typeof name === 'string' && nameForm.test(name)
}

/** Holds a value to `sandboxNameRule`. @throws InputError */
export function requireSandboxName(name: unknown): void {
  if (!isSandboxName(name))
    throw new InputError(`expected ${sandboxNameRule}, got ${quote(name)}`, { field: 'sandbox' })
}

const madeEvent = (name: string): string => `made ${name}`

/** Names of dropped sandboxes whose generation is remembered: a fake that runs for months must not keep all. */
const mostRemembered = 10_000

/** The sandboxes of a fake, each made on first use, never more than a set number and none ever dropped to make room for another. */
export class Sandboxes {
  #options: SandboxOptions
  readonly #byName = new Map<string, Sandbox>()
  /** The most there may be, the default one included. */
  readonly max: number
  /** The keys that they have made. */
  readonly keys = new KeyIndex()
  /** The generations that sandboxes begin with whose name had one that was dropped, the latest dropped last. */
  readonly #nextGenerations = new Map<string, number>()
  #drawn = 0
  /** How many there are elsewhere, which count too. */
  readonly #elsewhere: number
  /** Emits `made NAME` when a sandbox is kept that was not there. */
  readonly #events = new EventEmitter().setMaxListeners(0)

  constructor(options: SandboxOptions, max: number, elsewhere = 0) {
    this.#options = options
    this.max = max
    this.#elsewhere = elsewhere
    this.#byName.set(defaultSandbox, this.#make(defaultSandbox, new LastUsed()))
  }

  /** The sandbox behind the plain base address; always there. */
  get default(): Sandbox {
    return this.getOrCreate(defaultSandbox)
  }

  /** The sandbox of a name; one that is not known yet is new, and kept by `keep` alone. */
  getOrCreate(name: string): Sandbox {
    return this.#byName.get(name) ?? this.#make(name, new LastUsed())
  }

  #make(name: string, lastUsed: LastUsed, incarnation = this.#nextGenerations.get(name) ?? 0): Sandbox {
    return new Sandbox(name, this.#options, { incarnation, lastUsed, keys: this.keys })
  }

  /** Whether there is one of a name. */
  has(name: string): boolean {
    return this.#byName.has(name)
  }

  /** All that there are, in the order in which they were made. */
  list(): readonly Sandbox[] {
    return [...this.#byName.values()]
  }

  /** A name that none has and that was never drawn before (`sandbox-1`). */
  drawName(): string {
    this.#drawn += 1
    const name = `sandbox-${this.#drawn}`
    return this.has(name) ? this.drawName() : name
  }

  /**
   * Sandboxes that are nobody's, to try things in: of the choices of one of these, frozen, with no scenario on and room of
   * their own. The caller closes them.
   * @param isFull leaves no room, neither for one more sandbox nor for a record (false)
   */
  scratch({ scenarios: { settings } }: Sandbox, isFull = false): Sandboxes {
    const { profile, lifecycles } = settings
    const storage = new Storage(this.#options.storage.maxBytes)
    if (isFull) storage.take(storage.freeBytes)
    const options: SandboxOptions = {
      ...this.#options,
      base: { profile, lifecycles },
      clock: { mode: 'frozen', nowMs: frozenAtMs },
      scenarios: [],
      storage,
      journals: new JournalRoom(0),
      answers: new CacheBudget(0),
    }
    return new Sandboxes(options, this.max, isFull ? this.max - 1 : 0)
  }

  /** Keeps a sandbox. @returns whether it is kept: not where it would be one too many */
  register(sandbox: Sandbox): boolean {
    if (this.#byName.has(sandbox.name)) return true
    if (this.#byName.size + this.#elsewhere >= this.max) return false
    this.#byName.set(sandbox.name, sandbox)
    this.#events.emit(madeEvent(sandbox.name))
    return true
  }

  /** Waits until there is a sandbox of a name, or the signal is aborted. @returns the sandbox; undefined where there is none */
  async made(name: string, signal: AbortSignal): Promise<Sandbox | undefined> {
    if (!this.has(name) && !signal.aborted) await once(this.#events, madeEvent(name), { signal }).catch(() => {})
    return this.#byName.get(name)
  }

  /** Whether a sandbox is one of those that there are. */
  isCurrent(sandbox: Sandbox): boolean {
    return this.#byName.get(sandbox.name) === sandbox
  }

  /** Puts a new sandbox in the place of one, whatever it held. */
  reset(name: string): void {
    const old = this.#byName.get(name)
    if (old === undefined) return
    this.#byName.set(name, this.#make(name, old.lastUsed, old.incarnation + 1))
    old.close()
  }

  /** Ends a sandbox and gives its room back; the default one stays. @returns whether there was such a one */
  delete(name: string): boolean {
    const sandbox = name === defaultSandbox ? undefined : this.#byName.get(name)
    if (sandbox === undefined) return false
    this.#byName.delete(name)
    this.#rememberGeneration(sandbox)
    sandbox.close()
    return true
  }

  #rememberGeneration({ name, incarnation }: Sandbox): void {
    this.#nextGenerations.delete(name)
    this.#nextGenerations.set(name, incarnation + 1)
    const [oldest] = this.#nextGenerations.keys()
    if (this.#nextGenerations.size > mostRemembered && oldest !== undefined) this.#nextGenerations.delete(oldest)
  }

  /** Drops those that nobody used for so long by the wall clock, and in which nothing is done or comes due by itself. @returns their names */
  deleteIdle(idleMs: number): readonly string[] {
    const nowMs = wallNow()
    for (const { lastUsed, scheduler } of this.#byName.values())
      if (lastUsed.isHeld || scheduler.isBusy) lastUsed.touch()
    const idle = this.list().filter(({ lastUsed }) => nowMs - lastUsed.usedMs >= idleMs)
    return idle.map(({ name }) => name).filter((name) => this.delete(name))
  }

  /**
   * Puts another sandbox in the place of one, under its name; not where it would be one too many, as `keep` tells.
   * @param as the name that what it draws follows from, and the number that cursors of it show
   * @param fill makes it what it is; where that throws, nothing has changed
   */
  replace(
    old: Sandbox,
    as: { readonly name: string; readonly incarnation: number },
    fill: (fresh: Sandbox) => void,
  ): void {
    const identity = { incarnation: as.incarnation, lastUsed: old.lastUsed, keys: this.keys }
    const fresh = new Sandbox(old.name, { ...this.#options, scenarios: [] }, identity, as.name)
    fresh.journal.goOnFrom(old.journal)
    try {
      fill(fresh)
    } catch (error) {
      fresh.close()
      throw error
    }
    if (!this.register(old)) {
      fresh.close()
      return
    }
    this.#byName.set(old.name, fresh)
    old.close()
    fresh.scheduler.wake()
  }

  /** Ends every sandbox. */
  close(): void {
    for (const sandbox of this.#byName.values()) sandbox.close()
  }

  /** Makes every sandbox from now on of other options, and resets those that there are. */
  resetAll(options: SandboxOptions): void {
    requireScenarios(options)
    this.#options = options
    for (const { name } of this.list()) this.reset(name)
  }

  /** Takes another library of scenarios in every sandbox; nothing else changes. @throws InputError where one that is on from the start is gone */
  setLibrary(library: ScenarioLibrary): void {
    const options = { ...this.#options, library }
    requireScenarios(options)
    this.#options = options
    for (const sandbox of this.#byName.values()) sandbox.scenarios.setLibrary(library)
  }
}

/** What is on from the start must be there before anything changes. @throws InputError */
function requireScenarios(options: SandboxOptions): void {
  void new Sandbox(defaultSandbox, options)
}
