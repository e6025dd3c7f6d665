import { RandomStream, streamLabel } from '../random/random.ts'
import { drawDelay } from './delay.ts'
import { createMatcher, type Matcher, type Subject } from './matcher.ts'
import { isIn, type Period, periodOf, type TimeFields } from './period.ts'
import { type Effect, onlyDelays, stageOf, type RuleStage, type ScenarioRule } from './rule-schema.ts'

/** The header in which a request has the effect of one rule for itself (`{"error":"internal_error"}`). It belongs to the fake, not to the document. */
export const thenHeader = 'X-Fake-Then'

/** The matching requests on which a rule fires. */
type Count = Exclude<ScenarioRule['count'], number | undefined>

/** A rule without counts, which all sandboxes share. */
export interface CompiledRule {
  readonly stage: RuleStage
  readonly count: Count
  readonly matches: Matcher
  readonly time: TimeFields
  readonly effect: Effect
}

/** Compiles a rule. */
export function compileRule({
  when = {},
  times,
  count = times ?? {},
  phase,
  then: effect,
}: ScenarioRule): CompiledRule {
  return {
    stage: phase ?? stageOf(effect),
    count: typeof count === 'number' ? { first: count } : count,
    matches: createMatcher(when),
    time: when,
    effect,
  }
}

/** Says which rules never fire, since another one takes every request before them. */
export function hiddenRules(rules: readonly ScenarioRule[]): readonly string[] {
  const stages = rules.map(({ phase, then }) => phase ?? stageOf(then))
  const firstOf = (stage: RuleStage): number => rules.findIndex((rule, at) => stages[at] === stage && takesAll(rule))
  const [before, after] = [firstOf('before'), firstOf('after')]
  return stages.flatMap((stage, at) => {
    const isAfterAll = before !== -1 && (stage === 'after' || before < at)
    const by = isAfterAll ? before : after
    const isHidden = isAfterAll || (stage === 'after' && after !== -1 && after < at)
    return isHidden ? [`rules[${at}]: never fires, since rules[${by}] takes every request before it`] : []
  })
}

function takesAll({ when = {}, count, times, then }: ScenarioRule): boolean {
  return Object.keys(when).length === 0 && count === undefined && times === undefined && !onlyDelays(then)
}

/** Compiles a rule that is for every request. */
export function compileEffect(effect: Effect): CompiledRule {
  return { stage: stageOf(effect), count: {}, matches: () => true, time: {}, effect }
}

/** The result of a search of the rules. */
export interface Found {
  readonly delayMs: number
  /** The effect of the first rule that fired and does more than delay. */
  readonly effect: Effect | undefined
  /** The instant at which that rule no longer holds; undefined where it has no end. */
  readonly endMs: number | undefined
  /** The names of the rules that fired (`flaky[0]`). */
  readonly fired: readonly string[]
}

/** The place of a rule in one sandbox. */
interface Place {
  /** The scenario and the position of the rule in it (`flaky[0]`). */
  readonly name: string
  readonly seed: number
  /** The instant at which its scenario was switched on. */
  readonly sinceMs: number
}

/** A rule with its counts in one sandbox. */
export class ActiveRule {
  readonly compiled: CompiledRule
  readonly name: string
  readonly #seed: number
  /** The time in which it holds; undefined for always. */
  readonly period: Period | undefined
  /** Requests that matched. */
  matches: number
  /** Matching requests on which it fired. */
  hits: number

  constructor(compiled: CompiledRule, { name, seed, sinceMs }: Place, { matches, hits } = { matches: 0, hits: 0 }) {
    this.compiled = compiled
    this.name = name
    this.#seed = seed
    this.period = periodOf(compiled.time, sinceMs)
    this.matches = matches
    this.hits = hits
  }

  /** Counts a request if it matches. @returns true if the rule fires, by after, every, chance and first in that order */
  fires(subject: Subject, nowMs: number): boolean {
    const { compiled, period } = this
    if (period !== undefined && !isIn(period, nowMs)) return false
    if (!compiled.matches(subject)) return false
    this.matches += 1
    const { after = 0, every = 1, chance, first = Number.POSITIVE_INFINITY } = compiled.count
    const since = this.matches - after
    if (since <= 0 || since % every !== 0 || this.hits >= first) return false
    if (chance !== undefined && this.#draw('chance').fraction() >= chance) return false
    this.hits += 1
    return true
  }

  /** The instant at which it no longer holds; undefined where it has no end, and where its count ended it before. */
  get endMs(): number | undefined {
    const { first } = this.compiled.count
    return first !== undefined && this.hits >= first ? undefined : this.period?.endMs
  }

  /** The delay of the request on which the rule just fired, in milliseconds. */
  delayMs(): number {
    const { delay } = this.compiled.effect
    return delay === undefined ? 0 : drawDelay(delay, () => this.#draw('delay'))
  }

  #draw(what: string): RandomStream {
    return new RandomStream(streamLabel(this.#seed, `${what} of ${this.name}`, this.matches))
  }
}

/** Tries rules in order. The first that fires ends the search, unless it only delays. @param nowMs the instant of the request */
export function search(rules: readonly ActiveRule[], stage: RuleStage, subject: Subject, nowMs: number): Found {
  let delayMs = 0
  const fired: string[] = []
  for (const rule of rules) {
    if (rule.compiled.stage !== stage || !rule.fires(subject, nowMs)) continue
    delayMs += rule.delayMs()
    fired.push(rule.name)
    const { effect } = rule.compiled
    if (!onlyDelays(effect)) return { delayMs, effect, endMs: rule.endMs, fired }
  }
  return { delayMs, effect: undefined, endMs: undefined, fired }
}
