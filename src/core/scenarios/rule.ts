import { RandomStream, streamLabel } from '../random/random.ts'
import { parseDuration } from '../time/duration.ts'
import { drawDelay } from './fields.ts'
import { createMatcher, type Subject } from './matcher.ts'
import { type Effect, onlyDelays, defaultPhase, type RulePhase, type ScenarioRule } from './rule-schema.ts'

/** The header with the effect of a rule for this one request (`{"error":"internal_error"}`). It belongs to the fake, not to the document. */
export const thenHeader = 'X-Fake-Then'

export function compileRule(effect: Effect, { when = {}, count = {}, phase }: Omit<ScenarioRule, 'then'> = {}) {
  return { stage: phase ?? defaultPhase(effect), count, matches: createMatcher(when), time: when, effect }
}

/** A rule without counts, which all sandboxes share. */
type CompiledRule = Readonly<ReturnType<typeof compileRule>>

/** A rule with its counts in one sandbox. */
export interface ActiveRule {
  readonly compiled: CompiledRule
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

export function activateRule(
  compiled: CompiledRule,
  name: string,
  seed: number,
  { sinceMs, untilMs = Infinity }: { readonly sinceMs: number; readonly untilMs?: number | undefined },
  { matches, hits }: Pick<ActiveRule, 'matches' | 'hits'> = { matches: 0, hits: 0 },
): ActiveRule {
  const { from, for: length } = compiled.time
  const isTimed = (from ?? length) !== undefined
  const fromMs = isTimed ? sinceMs + parseDuration(from ?? '0s', 'from') : -Infinity
  const endMs = length === undefined ? Infinity : fromMs + parseDuration(length, 'for')
  return { compiled, name, seed, fromMs, endMs: Math.min(endMs, untilMs), matches, hits }
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
export function search(rules: readonly ActiveRule[], stage: RulePhase, subject: Subject, nowMs: number): FiredRules {
  let delayMs = 0
  const fired: string[] = []
  for (const rule of rules) {
    const { effect } = rule.compiled
    if (rule.compiled.stage !== stage || !fires(rule, subject, nowMs)) continue
    if (effect.delay !== undefined) delayMs += drawDelay(effect.delay, () => streamOf(rule, 'delay'))
    fired.push(rule.name)
    if (!onlyDelays(effect)) return { delayMs, effect, endMs: endOf(rule), fired }
  }
  return { delayMs, effect: undefined, endMs: undefined, fired }
}

/** Counts a request if it matches. @returns true if the rule fires, by after, every, chance and first in that order */
function fires(rule: ActiveRule, subject: Subject, nowMs: number): boolean {
  const { compiled } = rule
  if (!holdsAt(rule, nowMs) || !compiled.matches(subject)) return false
  rule.matches += 1
  const { after = 0, every = 1, chance = 1, first = Infinity } = compiled.count
  const since = rule.matches - after
  if (since <= 0 || since % every !== 0 || rule.hits >= first) return false
  if (chance < 1 && streamOf(rule, 'chance').fraction() >= chance) return false
  rule.hits += 1
  return true
}

const holdsAt = ({ fromMs, endMs }: ActiveRule, nowMs: number): boolean => nowMs >= fromMs && nowMs < endMs

/** The instant at which a rule no longer holds; undefined if it has no end, or its count has ended it. */
function endOf({ compiled, hits, endMs }: ActiveRule): number | undefined {
  return hits >= (compiled.count.first ?? Infinity) || endMs === Infinity ? undefined : endMs
}

const streamOf = ({ seed, name, matches }: ActiveRule, what: string): RandomStream =>
  new RandomStream(streamLabel(seed, `${what} of ${name}`, matches))
