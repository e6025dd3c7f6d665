import { type Choices, createProfile, defaultProfile, pickChoices } from '../assumptions/profile.ts'
import { assumptionIds, type Profile } from '../assumptions/register.ts'
import { Quotas } from '../auth/quota.ts'
import { InputError, quote, TakenError } from '../lib/input-error.ts'
import { defineSnapshotPart, requireDistinct } from '../lib/snapshot-part.ts'
import { noRoom, type StorageAccount } from '../store/storage.ts'
import type { Clock } from '../time/clock.ts'
import type { LifecycleSetting } from '../time/lifecycle.ts'
import { activate, type ActiveScenario, loadActive, withSettings, saveActive } from './active-scenario.ts'
import { type LoadedScenario, type ScenarioLibrary, unknownScenario } from './library.ts'
import { type ManagerSnapshot, managerSchema } from './manager-snapshot.ts'
import { ActiveRule } from './rule.ts'
import type { WebhookSetting } from './schema.ts'

/** What decides how a request is served, besides the records. */
export interface Settings {
  readonly profile: Profile
  /** How records that are created develop, by the name of their area. */
  readonly lifecycles: Readonly<Record<string, LifecycleSetting>>
  /** The rules that are asked, in order. */
  readonly rules: readonly ActiveRule[]
  /** The quotas that hold: those of a scenario, or the sandbox's own. */
  readonly quotas: Quotas
  /** What happens to webhooks on their way. */
  readonly webhooks: WebhookSetting
}

/** What holds in a sandbox while no scenario is on. */
export type BaseSettings = Pick<Settings, 'profile' | 'lifecycles'>

/** A scenario in one sandbox: whether it is on, and the counts of its rules. */
export interface ScenarioState {
  readonly loaded: LoadedScenario
  readonly active: boolean
  readonly rules: readonly ActiveRule[]
}

/** What the switches of a sandbox need. */
interface ManagerOptions {
  readonly base: BaseSettings
  readonly library: ScenarioLibrary
  /** Names of scenarios that are on from the start. */
  readonly on: readonly string[]
  readonly seed: number
  readonly clock: Clock
  readonly storage: StorageAccount
}

/** The scenarios of one sandbox, and the settings that follow from those that are on. */
export class ScenarioManager {
  #base: BaseSettings
  #library: ScenarioLibrary
  readonly #seed: number
  readonly #clock: Clock
  readonly #storage: StorageAccount
  readonly #quotas = new Quotas()
  /** Scenarios that were defined here. */
  readonly #inline = new Map<string, LoadedScenario>()
  /** Whatever counts: scenarios that are on, and those that single requests asked for. */
  readonly #known = new Map<string, ActiveScenario>()
  /** Names of those that were switched off: what they counted can still be asked, and starts anew with the next use. */
  readonly #inactive = new Set<string>()
  /** Names of those that are on, in the order they were switched on. */
  #on: readonly string[] = []
  #settings: Settings

  /** @throws InputError for a name in `on` that no scenario has */
  constructor({ base, library, on, seed, clock, storage }: ManagerOptions) {
    this.#base = base
    this.#library = library
    this.#seed = seed
    this.#clock = clock
    this.#storage = storage
    this.#settings = { ...base, rules: [], quotas: this.#quotas, webhooks: {} }
    if (on.length > 0) this.on(on)
  }

  /** What holds for every request that names no scenario itself. */
  get settings(): Settings {
    return this.#settings
  }

  /** Names of the scenarios that are on, in the order they were switched on. */
  get active(): readonly string[] {
    return this.#on
  }

  /** What the definition of a scenario looks like. */
  get scenarioSchema(): ScenarioLibrary['reader']['schema'] {
    return this.#library.reader.schema
  }

  /** Makes choices of the register for this sandbox; those of a scenario that is on beat them. */
  choose(choices: Choices): void {
    this.#base = { ...this.#base, profile: { ...this.#base.profile, ...choices } }
    this.#setOn(this.#on)
  }

  /**
   * Switches scenarios on, each with its counts at 0; one that is on already starts anew in its place.
   * @throws InputError for an unknown one, with the nearest names; then nothing changes
   */
  on(names: readonly string[]): void {
    const found = names.map((name) => this.#find(name, 'scenario'))
    const nowMs = this.#clock.now()
    for (const loaded of found) this.#activate(loaded, nowMs)
    this.#setOn([...new Set([...this.#on, ...names])])
  }

  /** Switches scenarios off (all, those that only requests named too); what their rules counted can be asked until they are used again. @throws InputError for an unknown one; then nothing changes */
  off(names: readonly string[] = [...this.#known.keys()]): void {
    for (const name of names) this.#find(name, 'scenario')
    for (const name of names) this.#inactive.add(name)
    this.#setOn(this.#on.filter((name) => !names.includes(name)))
  }

  /**
   * Defines a scenario, or defines it anew, and switches it on.
   * @throws InputError for one that cannot be used, or that has the name of one that all sandboxes share
   */
  define(content: unknown): string {
    const loaded = this.#readInline(content)
    const { name } = loaded.definition
    const bytes = Buffer.byteLength(JSON.stringify(loaded.definition))
    if (!this.#storage.hasRoom(bytes)) throw new InputError(noRoom('the scenario', this.#storage))
    this.#forget(name)
    this.#storage.take(bytes, loaded)
    this.#inline.set(name, loaded)
    this.on([name])
    return name
  }

  /** Gives up the definition of a name, where there is one. */
  #forget(name: string): void {
    const known = this.#inline.get(name)
    if (known !== undefined) this.#storage.giveBack(known)
    this.#inline.delete(name)
  }

  #readInline(content: unknown): LoadedScenario {
    const loaded = this.#library.reader.read(content, 'the scenario', 'inline')
    const { name } = loaded.definition
    const shared = this.#library.get(name)
    if (shared === undefined) return loaded
    throw new TakenError(`name: ${quote(name)} is the name of a scenario that every sandbox has (${shared.source})`)
  }

  /**
   * What holds for a request that names scenarios itself: those first, then what is on.
   * @param nowMs the instant of the request: what a scenario counts begins then
   * @throws InputError for an unknown one
   */
  with(names: readonly string[], field: string, nowMs: number): Settings {
    const found = names.map((name) => this.#find(name, field))
    for (const loaded of found) {
      const { name } = loaded.definition
      if (!this.#known.has(name) || this.#inactive.has(name)) this.#activate(loaded, nowMs)
    }
    // The last one that is on beats those before it, and what the request itself names beats them all.
    return this.#settingsOf([...this.#on.filter((name) => !names.includes(name)), ...names], names)
  }

  /** Every scenario that the sandbox knows, by name. */
  list(): readonly ScenarioState[] {
    const all = [...this.#library.list(), ...this.#inline.values()]
    return all
      .toSorted((a, b) => (a.definition.name < b.definition.name ? -1 : 1))
      .map((loaded) => this.#stateOf(loaded))
  }

  /** One scenario. @throws InputError for an unknown one, with the nearest names */
  show(name: string): ScenarioState {
    return this.#stateOf(this.#find(name, 'scenario'))
  }

  /** Takes another library: what is on and still known starts anew where its definition changed; the rest goes off. */
  setLibrary(library: ScenarioLibrary): void {
    this.#library = library
    const nowMs = this.#clock.now()
    // A name that every sandbox has now is no longer that of a scenario of this one.
    for (const { definition } of library.list()) this.#forget(definition.name)
    for (const [name, { loaded }] of this.#known) {
      const now = library.get(name) ?? this.#inline.get(name)
      if (now === undefined) this.#known.delete(name)
      else if (JSON.stringify(now.definition) !== JSON.stringify(loaded.definition)) this.#activate(now, nowMs)
    }
    this.#setOn(this.#on.filter((name) => this.#known.has(name)))
  }

  /** All of it, whatever the options of the fake are. */
  save(): ManagerSnapshot {
    const { profile, lifecycles } = this.#base
    const changed = assumptionIds.filter((id) => profile[id] !== defaultProfile[id])
    return {
      choices: pickChoices(profile, changed),
      lifecycles,
      quotas: this.#quotas.save(),
      inline: [...this.#inline.values()].map((loaded) => ({
        definition: loaded.definition,
        bytes: this.#storage.costOf(loaded),
      })),
      armed: [...this.#known].map(([name, active]) => saveActive(active, this.#inactive.has(name))),
      on: [...this.#on],
    }
  }

  /** Takes what was saved, where nothing is on. @throws InputError for a scenario that this fake does not have so */
  load({ choices, lifecycles, quotas, inline, armed: active, on }: ManagerSnapshot): void {
    requireSameNames(lifecycles, this.#base.lifecycles)
    this.#base = { profile: createProfile(choices), lifecycles }
    this.#quotas.load(quotas)
    const defined = inline.map(({ definition, bytes }) => ({ loaded: this.#readInline(definition), bytes }))
    requireDistinct(defined, ({ loaded }) => loaded.definition.name, 'inline')
    for (const { loaded, bytes } of defined) {
      this.#storage.claim(loaded, bytes)
      this.#inline.set(loaded.definition.name, loaded)
    }
    requireDistinct(active, ({ name }) => name, 'armed')
    const nowMs = this.#clock.now()
    for (const saved of active) {
      loadActive(this.#activate(this.#find(saved.name, 'armed'), nowMs), saved)
      if (saved.rested) this.#inactive.add(saved.name)
    }
    requireDistinct(on, (name) => name, 'on')
    const idle = on.find((name) => !this.#known.has(name))
    if (idle !== undefined) throw new InputError(`on: expected names of those that are armed, got ${quote(idle)}`)
    this.#setOn(on)
  }

  #find(name: string, field: string): LoadedScenario {
    const found = this.#library.get(name) ?? this.#inline.get(name)
    if (found !== undefined) return found
    const known = [...this.#library.list().map(({ definition }) => definition.name), ...this.#inline.keys()]
    throw unknownScenario(name, field, known)
  }

  #activate(loaded: LoadedScenario, nowMs: number): ActiveScenario {
    const { name } = loaded.definition
    this.#inactive.delete(name)
    const active = activate(loaded, this.#seed, nowMs)
    this.#known.set(name, active)
    return active
  }

  #setOn(names: readonly string[]): void {
    this.#on = names
    this.#settings = this.#settingsOf(names, [])
  }

  /** @param names from the weakest to the strongest; @param first those whose rules are asked before the others */
  #settingsOf(names: readonly string[], first: readonly string[]): Settings {
    const active = names.flatMap((name) => this.#known.get(name) ?? [])
    const asked = [...first, ...names.filter((name) => !first.includes(name))]
    return {
      profile: withSettings(this.#base.profile, active, ({ choices }) => choices),
      lifecycles: Object.fromEntries(
        Object.entries(this.#base.lifecycles).map(([area, setting]) => [
          area,
          withSettings(setting, active, ({ lifecycles }) => lifecycles[area]),
        ]),
      ),
      webhooks: withSettings({}, active, ({ definition }) => definition.webhooks),
      rules: asked.flatMap((name) => this.#known.get(name)?.rules ?? []),
      quotas: active.findLast(({ quotas }) => quotas !== undefined)?.quotas ?? this.#quotas,
    }
  }

  #stateOf(loaded: LoadedScenario): ScenarioState {
    const { name } = loaded.definition
    const active = this.#known.get(name)
    const rules = active?.rules ?? loaded.rules.map((rule) => new ActiveRule(rule, name, this.#seed))
    return { loaded, active: this.#on.includes(name), rules }
  }
}

/** @throws InputError for lifecycles of other areas than this fake has */
function requireSameNames(lifecycles: BaseSettings['lifecycles'], own: BaseSettings['lifecycles']): void {
  const [got, expected] = [lifecycles, own].map((settings) => Object.keys(settings).toSorted().join(', '))
  if (got !== expected) throw new InputError(`lifecycles: expected those of ${expected}, got ${quote(got)}`)
}

/** Keeps the switches of a sandbox. */
export const managerSnapshot = defineSnapshotPart(
  managerSchema,
  (switches: ScenarioManager) => switches.save(),
  (switches, saved) => switches.load(saved),
)
