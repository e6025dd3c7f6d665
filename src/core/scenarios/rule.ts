import { memoizeByObject } from '../lib/lazily.ts'
import { RandomStream, streamLabel } from '../random/random.ts'
import { parseDuration } from '../time/duration.ts'
import { drawDelay } from './fields.ts'
import { createMatcher, type Matcher, type Subject } from './matcher.ts'
import { defaultPhase, type Effect, onlyDelays, type RulePhase, type ScenarioRule } from './rule-schema.ts'

/** The header with the effect of a rule for this one request (`{"error":"internal_error"}`). It belongs to the fake, not to the document. */
export const thenHeader = 'X-Fake-Then'

/** A rule with its counts in one sandbox. */
export interface ActiveRule {
  readonly rule: ScenarioRule
  readonly phase: RulePhase
  readonly isMet: Matcher
  /** The scenario, and the position of the rule in it (`flaky[0]`). */
  readonly name: string
  readonly seed: number
  /** The first instant at which it holds; minus infinity without a time. */
  readonly fromMs: number
  /** The first instant at which it no longer holds; infinity for no end. */
  readonly endMs: number
  matches: number
  hits: number
}

/** When a scenario was switched on, and when it switches itself off (never). */
export interface Period {
  readonly sinceMs: number
  readonly untilMs?: number | undefined
}

const noConditions: NonNullable<ScenarioRule['when']> = {}

/** The matchers of rules, which all sandboxes share. */
const matcherOf = memoizeByObject(createMatcher)

export function activateRule(
  rule: ScenarioRule,
  name: string,
  seed: number,
  { sinceMs, untilMs = Infinity }: Period,
  { matches, hits }: Pick<ActiveRule, 'matches' | 'hits'> = { matches: 0, hits: 0 },
): ActiveRule {
  const { when = noConditions, then, phase = defaultPhase(then) } = rule
  const { from, for: length } = when
  const isTimed = (from ?? length) !== undefined
  const fromMs = isTimed ? sinceMs + parseDuration(from ?? '0s', 'from') : -Infinity
  const endMs = length === undefined ? Infinity : fromMs + parseDuration(length, 'for')
  const times = { fromMs, endMs: Math.min(endMs, untilMs) }
  return { rule, phase, isMet: matcherOf(when), name, seed, ...times, matches, hits }
}

export interface FiredRules {
  readonly delayMs: number
  /** The effect of the first rule that fired and does more than delay. */
  readonly effect: Effect | undefined
  /** The instant at which that rule no longer holds; undefined if it has no end. */
  readonly endMs: number | undefined
  /** The names of the rules that fired (`flaky[0]`). */
  readonly fired: readonly string[]
}

/** Tries rules in order. The first that fires ends the search, unless it only delays. */
export function search(rules: readonly ActiveRule[], phase: RulePhase, subject: Subject, nowMs: number): FiredRules {
  let delayMs = 0
  const fired: string[] = []
  for (const active of rules) {
    const { then } = active.rule
    if (active.phase !== phase || !fires(active, subject, nowMs)) continue
    if (then.delay !== undefined) delayMs += drawDelay(then.delay, () => streamOf(active, 'delay'))
    fired.push(active.name)
    if (!onlyDelays(then)) return { delayMs, effect: then, endMs: endOf(active), fired }
  }
  return { delayMs, effect: undefined, endMs: undefined, fired }
}

/** Counts a request if it matches. @returns true if the rule fires */
function fires(active: ActiveRule, subject: Subject, nowMs: number): boolean {
  if (nowMs < active.fromMs || nowMs >= active.endMs || !active.isMet(subject)) return false
  active.matches += 1
  if (!isDue(active)) return false
  active.hits += 1
  return true
}

/** Decides by after, every, chance and first, in this order. */
function isDue(active: ActiveRule): boolean {
  const { after = 0, every = 1, chance = 1, first = Infinity } = active.rule.count ?? {}
  const since = active.matches - after
  if (since <= 0 || since % every !== 0 || active.hits >= first) return false
  return chance >= 1 || streamOf(active, 'chance').fraction() < chance
}

/** The instant at which a rule no longer holds; undefined if it has no end, or its count has ended it. */
function endOf({ rule, hits, endMs }: ActiveRule): number | undefined {
  return hits >= (rule.count?.first ?? Infinity) || endMs === Infinity ? undefined : endMs
}

const streamOf = ({ seed, name, matches }: ActiveRule, what: string): RandomStream =>
  new RandomStream(streamLabel(seed, `${what} of ${name}`, matches))
