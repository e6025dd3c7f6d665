import { type Choices, nonDefaultChoices, createProfile, rejectLocked, lockedRow } from '../assumptions/profile.ts'
import { Quotas } from '../auth/quota.ts'
import { type ByteUsage, storedBytesOf } from '../lib/byte-limit.ts'
import { InputError } from '../lib/input-error.ts'
import { RandomStream, streamLabel } from '../random/random.ts'
import type { Clock } from '../time/clock.ts'
import { parseDuration } from '../time/duration.ts'
import { activate, type ActiveScenario, isOver, type ScenariosState, stateOf } from './active.ts'
import { type Delay, drawDelay } from './fields.ts'
import { type LoadedScenario, ScenarioLibrary, scenarioSchema } from './library.ts'
import { refusals } from './refusals.ts'
import { type Effect, withThen } from './rule-schema.ts'
import { activateRule, type Period } from './rule.ts'
import { type BaseSettings, mergeSettings, type Settings } from './settings.ts'

/** A scenario as it is shown: its rules with their counts, and whether it is on. */
export type ScenarioState = ReturnType<ScenarioManager['show']>

interface ManagerOptions {
  readonly base: BaseSettings
  readonly library: ScenarioLibrary
  /** Names of the scenarios that are on from the start; a state overrides them. */
  readonly on: readonly string[]
  readonly seed: number
  readonly clock: Clock
  readonly storage: ByteUsage
}

/** The scenarios of one sandbox, and the settings that follow from the active ones. */
export class ScenarioManager {
  readonly #options: ManagerOptions
  #base: BaseSettings
  /** Including the scenarios that were defined in this sandbox. */
  #library: ScenarioLibrary
  readonly #quotas: Quotas
  /** The scenarios with counts: scenarios that are on, and scenarios that single requests named. */
  readonly #known = new Map<string, ActiveScenario>()
  /** The names of the scenarios that were switched on, in this order. Some may have ended since. */
  #on: readonly string[] = []
  /** With the number of their scenarios, which end one after another. */
  #settings: { readonly count: number; readonly value: Settings } | undefined
  /** The scenarios of the preset, with the lowest priority, once they are active. */
  #preset: readonly ActiveScenario[] | undefined
  /** Counts the delays drawn outside the rules of scenarios, so that each draw differs. */
  #draws: number

  /** @throws InputError for an unknown scenario in `on`, and for an invalid state */
  constructor(options: ManagerOptions, state?: ScenariosState) {
    const { base, library, on, storage } = options
    this.#options = options
    this.#base = base
    this.#library = new ScenarioLibrary(library.names, undefined, library, storage)
    this.#quotas = new Quotas({}, state?.quotas)
    this.#draws = state?.draws ?? 0
    if (state !== undefined) this.#restore(state)
    else if (on.length > 0) this.on(on)
  }

  get settings(): Settings {
    return this.settingsAt(this.#options.clock.now())
  }

  settingsAt(nowMs: number): Settings {
    this.#preset ??= (this.#base.preset ?? []).map((one) => activate(one, this.#options.seed, { sinceMs: nowMs }))
    const active = this.activeAt(nowMs)
    if (active.length === this.#settings?.count) return this.#settings.value
    this.#settings = { count: active.length, value: this.#settingsWith([], active) }
    return this.#settings.value
  }

  /** The names of the scenarios that are on, in the order in which they were switched on. */
  activeAt(nowMs = this.#options.clock.now()): readonly string[] {
    return this.#on.length === 0 ? this.#on : this.#on.filter((name) => !isOver(this.#known.get(name), nowMs))
  }

  get scenarioSchema() {
    return scenarioSchema(this.#library.names)
  }

  /** Sets choices of the register for this sandbox. An active scenario overrides them. @throws InputError for choices that it cannot change */
  choose(choices: Choices): void {
    const profile = { ...this.#base.profile, ...choices }
    rejectLocked(choices, this.#base.profile)
    for (const name of this.activeAt()) rejectLocked(this.#known.get(name)?.loaded.choices ?? {}, profile, true)
    this.#base = { ...this.#base, profile }
    this.#setOn(this.activeAt())
  }

  /** Switches scenarios on with their counts at 0. A scenario that is on already keeps its place. @param length a duration (no end) */
  on(names: readonly string[], length?: string): void {
    const usable = names.map((name) => this.#usable(name, 'scenario'))
    const sinceMs = this.#options.clock.now()
    const active = this.activeAt(sinceMs)
    const untilMs = length === undefined ? undefined : sinceMs + parseDuration(length, 'for')
    for (const loaded of usable) this.#activate(loaded, { sinceMs, untilMs })
    this.#setOn([...new Set([...active, ...names])])
  }

  /** Switches scenarios off (all). Their counts can be read until the next use. @throws InputError for an unknown scenario; then nothing changes */
  off(names: readonly string[] = [...this.#known.keys()]): void {
    for (const name of names) this.#library.require(name, 'scenario')
    for (const [name, known] of this.#known) known.inactive ||= names.includes(name)
    this.#setOn(this.#on.filter((name) => !names.includes(name)))
  }

  /** Defines or redefines a scenario, and switches it on. */
  define(content: unknown): LoadedScenario {
    const loaded = this.check(content)
    this.#library.keep(loaded)
    this.on([loaded.definition.name])
    return loaded
  }

  /** Checks a scenario as `define` does, without a change. @throws InputError as `define` does */
  check(content: unknown): LoadedScenario {
    const loaded = this.#library.readInline(content, (name) => `; PUT /scenarios/${name} switches it on`)
    this.#options.storage.requireRoom(storedBytesOf(loaded.definition), 'the scenario')
    rejectLocked(loaded.choices, this.#base.profile, true)
    return loaded
  }

  /** The settings of a request that names scenarios, which take precedence over the active ones. @param nowMs its instant */
  with(names: readonly string[], field: string, nowMs: number): Settings {
    for (const loaded of names.map((name) => this.#usable(name, field))) {
      const { name } = loaded.definition
      if (!isOver(this.#known.get(name), nowMs)) continue
      this.#activate(loaded, { sinceMs: nowMs })
      // It may have ended by itself: now it holds for this request alone.
      this.#on = this.#on.filter((other) => other !== name)
    }
    return this.#settingsWith(names, this.activeAt(nowMs))
  }

  /** The settings of a request that brings its own effect: a rule that is tried first. @param name of that rule */
  withEffect(settings: Settings, effect: Effect, name: string, nowMs: number): Settings {
    const counts = { matches: this.#draws, hits: 0 }
    this.#draws += 1
    const rule = activateRule(withThen(effect), name, this.#options.seed, { sinceMs: nowMs }, counts)
    return { ...settings, rules: [rule, ...settings.rules], hasNoEffects: false }
  }

  drawDelay(delay: Delay): number {
    return drawDelay(delay, () => {
      this.#draws += 1
      return new RandomStream(streamLabel(this.#options.seed, 'delay', this.#draws))
    })
  }

  list(): readonly ScenarioState[] {
    return this.#library.list().map((loaded) => this.show(loaded))
  }

  /** The scenarios that were on, or that a request named, with the counts since they were last switched on. */
  used(): readonly ScenarioState[] {
    return [...this.#known.values()].map(({ loaded }) => this.show(loaded))
  }

  /** @param scenario its name, or the scenario. @throws InputError for an unknown name */
  show(scenario: string | LoadedScenario) {
    const loaded = typeof scenario === 'string' ? this.#library.require(scenario, 'scenario') : scenario
    const nowMs = this.#options.clock.now()
    const known = this.#known.get(loaded.definition.name)
    const active = this.activeAt(nowMs).includes(loaded.definition.name)
    const { rules, sinceMs, untilMs } = known ?? activate(loaded, this.#options.seed, { sinceMs: nowMs })
    const isTimed = !isOver(known, nowMs) && rules.some(({ fromMs }) => fromMs !== -Infinity)
    return {
      loaded,
      active,
      /** The instant from which the times of its rules count; undefined if no rule has a time, or they do not count yet. */
      sinceMs: isTimed ? sinceMs : undefined,
      /** The instant at which it switches itself off; undefined if it is off or has no end. */
      untilMs: active ? untilMs : undefined,
      rules,
    }
  }

  /**
   * Changes the library, whose names override scenarios that were defined here. An active scenario with a new definition begins
   * at 0; an active scenario without a definition is switched off.
   */
  setLibrary(library: ScenarioLibrary): void {
    const sinceMs = this.#options.clock.now()
    this.#library = this.#library.beside(library)
    for (const [name, { loaded, untilMs }] of this.#known) {
      const now = this.#library.get(name)
      const isSame = JSON.stringify(now?.definition) === JSON.stringify(loaded.definition)
      if (now === undefined || lockedRow(now.choices, this.#base.profile, true) !== undefined) this.#known.delete(name)
      else if (!isSame) this.#activate(now, { sinceMs, untilMs })
    }
    this.#setOn(this.#on.filter((name) => this.#known.has(name)))
  }

  get state(): ScenariosState {
    const { profile, lifecycles, delay } = this.#base
    return {
      choices: nonDefaultChoices(profile),
      lifecycles,
      delay,
      draws: this.#draws === 0 ? undefined : this.#draws,
      quotas: this.#quotas.state,
      inline: this.#library.own.map(({ definition }) => definition),
      active: [...this.#known.values()].map(stateOf),
      on: [...this.#on],
    }
  }

  #restore({ choices, lifecycles, delay, inline, active, on }: ScenariosState): void {
    const { seed, base } = this.#options
    const profile = createProfile(choices)
    rejectLocked(profile, base.profile)
    this.#base = { ...base, profile, lifecycles: { ...base.lifecycles, ...lifecycles }, delay }
    for (const definition of inline) this.#library.keep(this.#library.readInline(definition))
    for (const one of active) {
      this.#known.set(one.name, activate(this.#library.require(one.name, 'active'), seed, one, one))
    }
    for (const name of on) {
      this.#usable(name, 'on')
      if (!this.#known.has(name)) throw new InputError(refusals.notActive(name), { field: 'on' })
    }
    this.#setOn([...new Set(on)])
  }

  /** @throws InputError for an unknown scenario, and for a scenario that changes a locked assumption */
  #usable(name: string, field: string): LoadedScenario {
    const loaded = this.#library.require(name, field)
    rejectLocked(loaded.choices, this.#base.profile, true)
    return loaded
  }

  /** Sets its counts to 0. The caller switches it on. */
  #activate(loaded: LoadedScenario, period: Period): void {
    this.#known.set(loaded.definition.name, activate(loaded, this.#options.seed, period))
  }

  #setOn(names: readonly string[]): void {
    this.#on = names
    this.#settings = undefined
  }

  /** @param named the scenarios that a request names: they override the active ones, and their rules are tried first */
  #settingsWith(named: readonly string[], active: readonly string[]): Settings {
    const known = (names: readonly string[]) => names.flatMap((name) => this.#known.get(name) ?? [])
    const [first, last] = [known(named), this.#preset ?? []]
    const others = known(active.filter((name) => !named.includes(name)))
    return mergeSettings(this.#base, this.#quotas, [...last, ...others, ...first], [...first, ...others, ...last])
  }
}
