import { EventEmitter, once } from 'node:events'

import { InputError, withSubject, quote } from '../lib/input-error.ts'
import { nameForm, nameRule } from '../lib/name-form.ts'
import type { ScenarioLibrary } from '../scenarios/library.ts'
import { frozenAtMs } from '../time/instant.ts'
import { LastUsed } from './last-used.ts'
import { createLimits, type Limits } from './limits.ts'
import { type Origin, Sandbox, type SandboxOptions } from './sandbox.ts'
import type { SavedSandbox } from './snapshot.ts'

/** Name of the sandbox behind the plain base address. */
export const defaultSandbox = 'default'

export function isSandboxName(name: unknown): name is string {
  return typeof name === 'string' && nameForm.test(name)
}

export function requireSandboxName(name: unknown): void {
  if (!isSandboxName(name)) throw new InputError(`expected ${nameRule}, got ${quote(name)}`, { field: 'sandbox' })
}

/** The maximum of remembered deleted names: a fake that runs for months must not keep all of them. */
const maxDeleted = 10_000

const madeEvent = (name: string): string => `made ${name}`

/** The sandboxes of a fake, each created on first use. Their number is limited, and none is deleted to make room. */
export class Sandboxes {
  #options: SandboxOptions
  readonly #byName = new Map<string, Sandbox>()
  readonly max: number
  #drawn = 0
  /** The next incarnation of each deleted name, the oldest deletion first: cursors of the old sandbox do not fit a new one. */
  #deleted = new Map<string, number>()
  /** Counts the changes of closed sandboxes and of the list itself. */
  #earlierChanges = 0
  /** A new sandbox whose parts all placeholders share. */
  #unused: Sandbox | undefined
  readonly #events = new EventEmitter().setMaxListeners(0)

  constructor(options: SandboxOptions, max: number) {
    this.#options = options
    this.max = max
    this.#hold(this.#make(defaultSandbox))
  }

  #hold(sandbox: Sandbox): void {
    this.#earlierChanges += 1
    this.#byName.set(sandbox.name, sandbox)
  }

  get default(): Sandbox {
    return this.getOrCreate(defaultSandbox)
  }

  get limits(): Limits {
    return this.#options.limits
  }

  /** The sandbox of a name. A new sandbox is dropped unless `register` adds it. */
  getOrCreate(name: string): Sandbox {
    return this.#byName.get(name) ?? this.#make(name)
  }

  /**
   * The sandbox of a name, for a request. If none exists, a request with an unknown key gets a placeholder, so that nobody
   * without a key makes the fake create sandboxes.
   */
  find(name: string, secretHash: string): Sandbox {
    const known = this.#byName.get(name)
    if (known !== undefined) return known
    if (this.#options.presetOf?.(name) !== undefined) return this.getOrCreate(name)
    this.#unused ??= new Sandbox(name, this.#options)
    const { keys, scenarios } = this.#unused
    if (keys.findByHash(secretHash) !== undefined || !scenarios.settings.hasNoEffects) return this.getOrCreate(name)
    const placeholder: Sandbox = Object.create(this.#unused, { name: { value: name }, isPlaceholder: { value: true } })
    return placeholder
  }

  #make(name: string, origin: Origin = { incarnation: this.#deleted.get(name) ?? 0 }): Sandbox {
    return new Sandbox(name, this.#options, origin)
  }

  has(name: string): boolean {
    return this.#byName.has(name)
  }

  get size(): number {
    return this.#byName.size
  }

  list(): readonly Sandbox[] {
    return [...this.#byName.values()]
  }

  /** A name that no sandbox has, and that was never drawn before (`sandbox-1`). */
  drawName(): string {
    this.#drawn += 1
    const name = `sandbox-${this.#drawn}`
    return this.has(name) ? this.drawName() : name
  }

  /** Creates scratch sandboxes with the choices of a sandbox, a frozen clock, no active scenario and their own limits. */
  scratch({ scenarios: { settings } }: Sandbox): Sandboxes {
    const { profile, lifecycles } = settings
    const clock = { mode: 'frozen', nowMs: frozenAtMs } as const
    return this.#apart({ base: { profile, lifecycles }, presetOf: undefined, clock, scenarios: [] }, 0)
  }

  /**
   * Returns a function that creates copies of a sandbox as it is now, on a frozen clock. A copy runs no due work, and does not
   * affect these sandboxes.
   */
  copier(sandbox: Sandbox): () => Sandboxes {
    const { parts, ...saved } = sandbox.save()
    const frozen = { ...saved, parts: { ...parts, clock: { ...sandbox.clock.state, mode: 'frozen' } } }
    return () => {
      const copies = this.#apart({}, Infinity)
      copies.restore(structuredClone([frozen]), this.names)
      copies.getOrCreate(sandbox.name).scheduler.close()
      return copies
    }
  }

  #apart(changes: Partial<SandboxOptions>, journalBytes: number): Sandboxes {
    const limits = createLimits(this.limits.storage.maxBytes, journalBytes)
    return new Sandboxes({ ...this.#options, ...changes, limits }, this.max)
  }

  /** Adds a sandbox. @returns false if the limit is reached */
  register(sandbox: Sandbox): boolean {
    if (this.#byName.has(sandbox.name)) return true
    if (this.#byName.size >= this.max) return false
    this.#hold(sandbox)
    this.#events.emit(madeEvent(sandbox.name))
    return true
  }

  /** Waits until a sandbox of a name exists, or the signal is aborted. */
  async made(name: string, signal: AbortSignal): Promise<Sandbox | undefined> {
    if (!this.has(name) && !signal.aborted) await once(this.#events, madeEvent(name), { signal }).catch(() => {})
    return this.#byName.get(name)
  }

  /** True if a sandbox was added, and neither replaced nor deleted. */
  isCurrent(sandbox: Sandbox): boolean {
    return this.#byName.get(sandbox.name) === sandbox
  }

  reset(name: string): void {
    const old = this.#byName.get(name)
    if (old === undefined) return
    this.#byName.set(name, this.#make(name, { lastUsed: old.lastUsed, incarnation: old.incarnation + 1 }))
    this.#close(old)
  }

  /** Deletes a sandbox, except the default sandbox. @returns true if it was deleted */
  delete(name: string): boolean {
    const sandbox = name === defaultSandbox ? undefined : this.#byName.get(name)
    if (sandbox === undefined) return false
    this.#byName.delete(name)
    this.#deleted.delete(name)
    this.#deleted.set(name, sandbox.incarnation + 1)
    const [oldest = ''] = this.#deleted.keys()
    if (this.#deleted.size > maxDeleted) this.#deleted.delete(oldest)
    this.#close(sandbox)
    return true
  }

  #close(sandbox: Sandbox): void {
    this.#earlierChanges += 1 + sandbox.changes
    sandbox.close()
  }

  /** Replaces a sandbox by the sandbox of a snapshot, unless the limit is reached. */
  replace(replaced: Sandbox, saved: Pick<SavedSandbox, 'incarnation' | 'seedName' | 'parts'>): void {
    const { name, lastUsed } = replaced
    const fresh = this.#make(name, { ...saved, lastUsed, replaced })
    fresh.journal.last = replaced.journal.last
    if (!this.register(replaced)) {
      fresh.close()
      return
    }
    this.#byName.set(name, fresh)
    this.#close(replaced)
    fresh.scheduler.wake()
  }

  /** The names that are used up or deleted, as plain data. */
  get names() {
    return { drawn: this.#drawn, deleted: [...this.#deleted] }
  }

  /** Grows with everything that may change the state of any sandbox. */
  get changes(): number {
    let changes = this.#earlierChanges
    for (const sandbox of this.#byName.values()) changes += sandbox.changes
    return changes
  }

  /** Restores the sandboxes and names of an earlier fake, before the first request. Their work begins with `wake`. */
  restore(saved: readonly SavedSandbox[], names: Sandboxes['names']): void {
    if (saved.length > this.max) {
      throw new InputError(`expected at most ${this.max} sandboxes (maxSandboxes), got ${saved.length}`)
    }
    this.#drawn = names.drawn
    this.#deleted = new Map(names.deleted)
    for (const { name, createdMs, usedMs, ...origin } of saved) {
      const lastUsed = new LastUsed(createdMs, usedMs)
      const sandbox = withSubject(`sandbox ${name}`, () => this.#make(name, { ...origin, lastUsed }))
      this.#byName.get(name)?.close()
      this.#hold(sandbox)
    }
  }

  /** Starts the due work of restored sandboxes. */
  wake(): void {
    for (const { scheduler } of this.#byName.values()) scheduler.wake()
  }

  close(): void {
    for (const sandbox of this.#byName.values()) sandbox.close()
  }

  /** @throws InputError for invalid options; then nothing changes */
  #change(options: SandboxOptions): void {
    for (const name of options.scenarios) options.library.require(name, 'scenario')
    this.#options = options
    this.#unused = undefined
  }

  /** Changes the options, and resets every sandbox. */
  resetAll(options: SandboxOptions): void {
    this.#change(options)
    for (const { name } of this.list()) this.reset(name)
  }

  /** Changes the library of scenarios in every sandbox. @throws InputError if it lacks a scenario that is on from the start */
  setLibrary(library: ScenarioLibrary): void {
    this.#change({ ...this.#options, library })
    this.#earlierChanges += 1
    for (const sandbox of this.#byName.values()) sandbox.scenarios.setLibrary(library)
  }
}
