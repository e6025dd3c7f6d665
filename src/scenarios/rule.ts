import { RandomStream, streamLabel } from '../random/random.ts'
import { parseDuration } from '../time/duration.ts'
import { createMatcher, type Matcher, type Subject } from './matcher.ts'
import { type Effect, onlyDelays, stageOf, type RuleStage, type ScenarioRule } from './rule-schema.ts'

/** A rule as every sandbox shares it. */
export interface CompiledRule {
  readonly definition: ScenarioRule
  readonly phase: RuleStage
  readonly matches: Matcher
}

/** Compiles a rule once. */
export function compileRule(definition: ScenarioRule): CompiledRule {
  return { definition, phase: stageOf(definition), matches: createMatcher(definition.when) }
}

/** What a search of the rules found. */
export interface Found {
  readonly delayMs: number
  /** What the first rule that fired does; undefined where none did, or only delays. */
  readonly effect: Effect | undefined
  /** The rules that fired, for people (`flaky[0]`). */
  readonly fired: readonly string[]
}

/** A rule in one sandbox, with its counts. */
export class ActiveRule {
  readonly compiled: CompiledRule
  /** The scenario and the position of the rule in it (`flaky[0]`). */
  readonly name: string
  readonly #seed: number
  /** Requests that the rule was asked about and is for. */
  matches = 0
  /** Those of them that it fired on. */
  hits = 0

  constructor(compiled: CompiledRule, name: string, seed: number) {
    this.compiled = compiled
    this.name = name
    this.#seed = seed
  }

  /** Counts a request that the rule is for. @returns whether it fires: by after, every, chance and first, in that order */
  fires(subject: Subject): boolean {
    if (!this.compiled.matches(subject)) return false
    this.matches += 1
    const { after = 0, every = 1, chance, first = Number.POSITIVE_INFINITY } = this.compiled.definition.count ?? {}
    const since = this.matches - after
    if (since <= 0 || since % every !== 0 || this.hits >= first) return false
    if (chance !== undefined && this.#draw('chance').fraction() >= chance) return false
    this.hits += 1
    return true
  }

  /** How long the rule delays the request that it just fired on, in milliseconds. */
  delayMs(): number {
    const { delay } = this.compiled.definition.then
    if (delay === undefined) return 0
    if (typeof delay === 'string') return parseDuration(delay, 'delay')
    return this.#draw('delay').int(parseDuration(delay.min, 'min'), parseDuration(delay.max, 'max'))
  }

  #draw(what: string): RandomStream {
    return new RandomStream(streamLabel(this.#seed, `${what} of ${this.name}`, this.matches))
  }
}

/** Asks rules in order: the first that fires ends the search, unless it only delays. */
export function search(rules: readonly ActiveRule[], status: RuleStage, subject: Subject): Found {
  let delayMs = 0
  const fired: string[] = []
  for (const rule of rules) {
    if (rule.compiled.phase !== status || !rule.fires(subject)) continue
    delayMs += rule.delayMs()
    fired.push(rule.name)
    const { then } = rule.compiled.definition
    if (!onlyDelays(then)) return { delayMs, effect: then, fired }
  }
  return { delayMs, effect: undefined, fired }
}
