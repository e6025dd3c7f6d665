import { type Choices, changedChoices, createProfile, refuseStuck, stuckRow } from '../assumptions/profile.ts'
import { Quotas } from '../auth/quota.ts'
import { type ByteUsage, storedBytesOf } from '../lib/byte-limit.ts'
import { InputError, quote, TakenError } from '../lib/input-error.ts'
import { isShallow, maxLevels, tooDeep } from '../lib/parse-json.ts'
import { RandomStream, streamLabel } from '../random/random.ts'
import type { Clock } from '../time/clock.ts'
import { type Delay, drawDelay } from './fields.ts'
import { byName, type LoadedScenario, type ScenarioLibrary, unknownScenario } from './library.ts'
import { activate, type ActiveScenario, type ManagerState, stateOf } from './manager-state.ts'
import type { Effect } from './rule-schema.ts'
import { activateRule, type ActiveRule, compileRule } from './rule.ts'
import { type BaseSettings, mergeSettings, type Settings } from './settings.ts'

/** Most levels of a scenario that is defined in a sandbox: a state file and a snapshot have it below six of their own. */
const mostLevels = maxLevels - 10

export interface ScenarioState {
  readonly loaded: LoadedScenario
  readonly active: boolean
  /** The instant from which the times of its rules count; undefined where no rule has one, or they do not count yet. */
  readonly sinceMs: number | undefined
  readonly rules: readonly ActiveRule[]
}

interface ManagerOptions {
  readonly base: BaseSettings
  readonly library: ScenarioLibrary
  /** Names of the scenarios that are on from the start; a state overrides it. */
  readonly on: readonly string[]
  readonly seed: number
  readonly clock: Clock
  readonly storage: ByteUsage
}

/** The scenarios of one sandbox, and the settings that follow from the active ones. */
export class ScenarioManager {
  readonly #options: ManagerOptions
  #base: BaseSettings
  #library: ScenarioLibrary
  readonly #quotas: Quotas
  readonly #own = new Map<string, LoadedScenario>()
  /** The scenarios with counts: those that are on, and those that single requests named. */
  readonly #known = new Map<string, ActiveScenario>()
  /** The names of those that are on, in the order in which they were switched on. */
  #on: readonly string[] = []
  #settings: Settings
  /** The scenario below all others, once it holds. */
  #variant: ActiveScenario | undefined
  /** Counts the draws of delays outside the rules of scenarios, so that each is another one. */
  #draws: number

  /** @throws InputError for a name in `on` that no scenario has, and for a state that cannot be used */
  constructor(options: ManagerOptions, state?: ManagerState) {
    const { base, library, on } = options
    this.#options = options
    this.#base = base
    this.#library = library
    this.#quotas = new Quotas({}, state?.quotas)
    this.#draws = state?.draws ?? 0
    this.#settings = this.#settingsWith([])
    if (state !== undefined) this.#restore(state)
    else if (on.length > 0) this.on(on)
  }

  get settings(): Settings {
    const { variant } = this.#base
    if (variant !== undefined && this.#variant === undefined) {
      this.#variant = activate(variant, this.#options.seed, this.#options.clock.now())
      this.#setOn(this.#on)
    }
    return this.#settings
  }

  get active(): readonly string[] {
    return this.#on
  }

  get scenarioSchema(): ScenarioLibrary['reader']['schema'] {
    return this.#library.reader.schema
  }

  /** Sets choices of the register for this sandbox. An active scenario overrides them. @throws InputError for those that it cannot change */
  choose(choices: Choices): void {
    const profile = { ...this.#base.profile, ...choices }
    refuseStuck(choices, this.#base.profile)
    for (const name of this.#on) refuseStuck(this.#known.get(name)?.loaded.choices ?? {}, profile, true)
    this.#base = { ...this.#base, profile }
    this.#setOn(this.#on)
  }

  /** Switches scenarios on with their counts at 0. A scenario that is on already keeps its place. */
  on(names: readonly string[]): void {
    const usable = names.map((name) => this.#usable(name, 'scenario'))
    const nowMs = this.#options.clock.now()
    for (const loaded of usable) this.#activate(loaded, nowMs)
    this.#setOn([...new Set([...this.#on, ...names])])
  }

  /** Switches scenarios off (all). Their counts can be read until the next use. @throws InputError for an unknown one; then nothing changes */
  off(names: readonly string[] = [...this.#known.keys()]): void {
    for (const name of names) this.#require(name, 'scenario')
    for (const [name, known] of this.#known) known.inactive ||= names.includes(name)
    this.#setOn(this.#on.filter((name) => !names.includes(name)))
  }

  /** Defines or redefines a scenario, and switches it on. */
  define(content: unknown): string {
    const loaded = this.check(content)
    const { name } = loaded.definition
    this.#keep(loaded)
    this.on([name])
    return name
  }

  /** Reads a scenario as `define` does, without a change. @throws InputError as `define` does */
  check(content: unknown): LoadedScenario {
    const loaded = this.#read(content, true)
    this.#options.storage.requireRoom(storedBytesOf(loaded.definition), 'the scenario')
    refuseStuck(loaded.choices, this.#base.profile, true)
    return loaded
  }

  /**
   * The settings of a request that names scenarios: these first, then the active ones.
   * @param nowMs the instant of the request, at which a scenario begins to count
   */
  with(names: readonly string[], field: string, nowMs: number): Settings {
    for (const loaded of names.map((name) => this.#usable(name, field))) {
      if (this.#known.get(loaded.definition.name)?.inactive !== false) this.#activate(loaded, nowMs)
    }
    return this.#settingsWith(names)
  }

  /** The settings of a request that brings the effect of a rule, which is tried before the others. @param name of that rule */
  withEffect(settings: Settings, effect: Effect, name: string, nowMs: number): Settings {
    const counts = { matches: this.#draws, hits: 0 }
    this.#draws += 1
    const rule = activateRule(compileRule(effect), name, this.#options.seed, nowMs, counts)
    return { ...settings, rules: [rule, ...settings.rules], isQuiet: false }
  }

  drawDelay(delay: Delay): number {
    return drawDelay(delay, () => {
      this.#draws += 1
      return new RandomStream(streamLabel(this.#options.seed, 'delay', this.#draws))
    })
  }

  list(): readonly ScenarioState[] {
    return this.#all().map((loaded) => this.#show(loaded))
  }

  /** The scenarios that were on, or that a request named, with the counts since they were last switched on. */
  used(): readonly ScenarioState[] {
    return [...this.#known.values()].map(({ loaded }) => this.#show(loaded))
  }

  show(name: string): ScenarioState {
    return this.#show(this.#require(name, 'scenario'))
  }

  /**
   * Changes the library, which takes the names of scenarios that were defined here. An active scenario with a new definition
   * begins at 0; one without a definition goes off.
   */
  setLibrary(library: ScenarioLibrary): void {
    this.#library = library
    for (const { definition } of library.list()) this.#forget(definition.name)
    const nowMs = this.#options.clock.now()
    for (const [name, { loaded }] of this.#known) {
      const now = this.#get(name)
      if (now === undefined || stuckRow(now.choices, this.#base.profile, true) !== undefined) this.#known.delete(name)
      else if (JSON.stringify(now.definition) !== JSON.stringify(loaded.definition)) this.#activate(now, nowMs)
    }
    this.#setOn(this.#on.filter((name) => this.#known.has(name)))
  }

  get state(): ManagerState {
    const { profile, lifecycles, delay } = this.#base
    return {
      choices: changedChoices(profile),
      lifecycles,
      ...(delay === undefined ? {} : { delay }),
      ...(this.#draws === 0 ? {} : { draws: this.#draws }),
      quotas: this.#quotas.state,
      inline: [...this.#own.values()].map(({ definition }) => definition),
      active: [...this.#known.values()].map(stateOf),
      on: [...this.#on],
    }
  }

  #restore({ choices, lifecycles, delay, inline, active, on }: ManagerState): void {
    const { seed, base } = this.#options
    const profile = createProfile(choices)
    refuseStuck(profile, base.profile)
    this.#base = { ...base, profile, lifecycles: { ...base.lifecycles, ...lifecycles }, delay }
    for (const definition of inline) this.#keep(this.#read(definition, false))
    for (const state of active) {
      this.#known.set(state.name, activate(this.#require(state.name, 'active'), seed, state.sinceMs, state))
    }
    for (const name of on) {
      this.#usable(name, 'on')
      if (this.#known.has(name)) continue
      throw new InputError(`expected names of active scenarios, got ${quote(name)}`, { field: 'on' })
    }
    this.#setOn([...new Set(on)])
  }

  #all(): readonly LoadedScenario[] {
    return [...this.#library.list(), ...this.#own.values()].toSorted(byName)
  }

  #get(name: string): LoadedScenario | undefined {
    return this.#library.get(name) ?? this.#own.get(name)
  }

  #require(name: string, field: string): LoadedScenario {
    const loaded = this.#get(name)
    if (loaded === undefined) throw unknownScenario(name, field, this.#all())
    return loaded
  }

  /** @throws InputError for a scenario that the sandbox does not have, or that chooses what it cannot */
  #usable(name: string, field: string): LoadedScenario {
    const loaded = this.#require(name, field)
    refuseStuck(loaded.choices, this.#base.profile, true)
    return loaded
  }

  /** @param isNew the sandbox does not have it yet */
  #read(content: unknown, isNew: boolean): LoadedScenario {
    if (!isShallow(content, mostLevels)) throw new InputError(`the scenario: ${tooDeep(mostLevels)}`)
    const loaded = this.#library.reader.read(content, 'the scenario', 'inline')
    const { name } = loaded.definition
    const shared = this.#library.get(name)
    if (shared === undefined) return loaded
    const known = `${quote(name)} is the name of a scenario that every sandbox has (${shared.source})`
    throw new TakenError(isNew ? `${known}; PUT /scenarios/${name} switches it on` : known, { field: 'name' })
  }

  #keep(loaded: LoadedScenario): void {
    this.#forget(loaded.definition.name)
    this.#options.storage.take(storedBytesOf(loaded.definition))
    this.#own.set(loaded.definition.name, loaded)
  }

  #forget(name: string): void {
    const own = this.#own.get(name)
    if (own !== undefined) this.#options.storage.giveBack(storedBytesOf(own.definition))
    this.#own.delete(name)
  }

  #activate(loaded: LoadedScenario, nowMs: number): void {
    this.#known.set(loaded.definition.name, activate(loaded, this.#options.seed, nowMs))
  }

  #setOn(names: readonly string[]): void {
    this.#on = names
    this.#settings = this.#settingsWith([])
  }

  /** @param named the scenarios that a request names: they override those that are on, and their rules are tried before the others */
  #settingsWith(named: readonly string[]): Settings {
    const known = (names: readonly string[]) => names.flatMap((name) => this.#known.get(name) ?? [])
    const [first, others] = [known(named), known(this.#on.filter((name) => !named.includes(name)))]
    const last = this.#variant === undefined ? [] : [this.#variant]
    return mergeSettings(this.#base, this.#quotas, [...last, ...others, ...first], [...first, ...others, ...last])
  }

  #show(loaded: LoadedScenario): ScenarioState {
    const { name } = loaded.definition
    const known = this.#known.get(name)
    const { rules, inactive, sinceMs } = known ?? activate(loaded, this.#options.seed, this.#options.clock.now())
    const isTimed = known !== undefined && !inactive && rules.some(({ fromMs }) => fromMs !== -Infinity)
    return { loaded, active: this.#on.includes(name), sinceMs: isTimed ? sinceMs : undefined, rules }
  }
}
