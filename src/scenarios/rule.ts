import { RandomStream, streamLabel } from '../random/random.ts'
import { parseDuration } from '../time/duration.ts'
import { createMatcher, type Matcher, type Subject } from './matcher.ts'
import { type Effect, onlyDelays, stageOf, type RuleStage, type ScenarioRule } from './rule-schema.ts'

/** A rule without counts, which all sandboxes share. */
export interface CompiledRule {
  readonly definition: ScenarioRule
  readonly stage: RuleStage
  readonly matches: Matcher
}

/** Compiles a rule. */
export function compileRule(definition: ScenarioRule): CompiledRule {
  return { definition, stage: stageOf(definition), matches: createMatcher(definition.when) }
}

/** The result of a search of the rules. */
export interface Found {
  readonly delayMs: number
  /** The effect of the first rule that fired and does more than delay. */
  readonly effect: Effect | undefined
  /** The names of the rules that fired (`flaky[0]`). */
  readonly fired: readonly string[]
}

/** A rule with its counts in one sandbox. */
export class ActiveRule {
  readonly compiled: CompiledRule
  /** The scenario and the position of the rule in it (`flaky[0]`). */
  readonly name: string
  readonly #seed: number
  /** Requests that matched. */
  matches: number
  /** Matching requests on which it fired. */
  hits: number

  constructor(compiled: CompiledRule, name: string, seed: number, { matches, hits } = { matches: 0, hits: 0 }) {
    this.compiled = compiled
    this.name = name
    this.#seed = seed
    this.matches = matches
    this.hits = hits
  }

  /** Counts a request if it matches. @returns true if the rule fires, by after, every, chance and first in that order */
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

  /** The delay of the request on which the rule just fired, in milliseconds. */
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

/** Tries rules in order. The first that fires ends the search, unless it only delays. */
export function search(rules: readonly ActiveRule[], stage: RuleStage, subject: Subject): Found {
  let delayMs = 0
  const fired: string[] = []
  for (const rule of rules) {
    if (rule.compiled.stage !== stage || !rule.fires(subject)) continue
    delayMs += rule.delayMs()
    fired.push(rule.name)
    const { then } = rule.compiled.definition
    if (!onlyDelays(then)) return { delayMs, effect: then, fired }
  }
  return { delayMs, effect: undefined, fired }
}
