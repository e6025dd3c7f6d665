import { entryId, type JournalEntry } from '../journal/entry.ts'
import { redactedAddress } from '../journal/redact.ts'
import { createEntryMatcher, type Match, nearMisses, type NearMiss } from '../journal/verify.ts'
import { InputError } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import { hasSecret } from '../lib/secrets.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { ScenarioState } from '../scenarios/manager.ts'
import { thenHeader } from '../scenarios/rule.ts'
import type { Count, Expectation } from './endpoints/request-query.ts'
import { Problem } from './problem.ts'

/**
 * Compares the requests that a sandbox got with an expectation.
 * @returns the ids of the requests that matched, in order
 * @throws Problem if they differ; InputError for a name that no request can have
 */
export function verify(sandbox: Sandbox, { match = {}, count = { min: 1 }, sequence }: Expectation): readonly string[] {
  for (const each of sequence ?? [match]) refuseUnknown(sandbox, each)
  const found = sequence === undefined ? verifyCount(sandbox, match, count) : verifySequence(sandbox, sequence)
  return found.map(entryId)
}

/** Refuses names that no request can have: no request would match, and `count: 0` would always hold. */
function refuseUnknown({ scenarios }: Sandbox, { key, scenario }: Match): void {
  if ([key ?? []].flat().some(hasSecret)) {
    throw new InputError('expected the id of a key, such as full-access, got its secret', { field: 'match.key' })
  }
  if (scenario !== undefined && scenario !== thenHeader) scenarios.show(scenario)
}

function verifyCount(sandbox: Sandbox, match: Match, count: Count): readonly JournalEntry[] {
  const entries = sandbox.journal.after()
  const matching = entries.filter(createEntryMatcher(match))
  const { min, max } = boundsOf(count)
  if (matching.length >= min && matching.length <= max) return matching
  const isTooFew = matching.length < min
  const got = isTooFew ? '' : `: ${listed(matching, ', ', describeEntry)}`
  const detail = `expected ${describeMatch(match)} ${describeCount(min, max)}, got ${matching.length}${got}`
  const actual = { count: matching.length, requests: matching.map(entryId) }
  throw unverified(sandbox, detail, { match, count }, actual, isTooFew ? nearMisses(match, entries) : [])
}

/** The bounds of a count (at least once). */
function boundsOf(count: Count): { readonly min: number; readonly max: number } {
  if (typeof count === 'number') return { min: count, max: count }
  const { min = count.max === undefined ? 1 : 0, max = Number.POSITIVE_INFINITY } = count
  return { min, max }
}

function verifySequence(sandbox: Sandbox, sequence: readonly Match[]): readonly JournalEntry[] {
  const found: JournalEntry[] = []
  let later = sandbox.journal.after()
  for (const [position, match] of sequence.entries()) {
    const at = later.findIndex(createEntryMatcher(match))
    const next = later[at]
    if (next === undefined) {
      const requests = found.map(entryId)
      const where = requests.length === 0 ? '' : ` after ${requests.at(-1)}`
      const detail = `expected ${describeMatch(match)} (${position + 1} of ${sequence.length})${where}, got none`
      throw unverified(sandbox, detail, { sequence }, { requests }, nearMisses(match, later))
    }
    found.push(next)
    later = later.slice(at + 1)
  }
  return found
}

/** Verifies that each scenario with rules fired that was on, or that a request named. @throws Problem with the others */
export function verifyFired(sandbox: Sandbox): readonly string[] {
  const used = sandbox.scenarios.used().filter(({ rules }) => rules.length > 0)
  const unfired = used.filter(({ rules }) => rules.every(({ hits }) => hits === 0))
  const fired = namesOf(used.filter((scenario) => !unfired.includes(scenario)))
  if (unfired.length === 0) return fired
  const detail = `expected every scenario that was on to fire; ${unfired.map(describeUnfired).join(', ')}`
  const actual = { fired, unfired: namesOf(unfired) }
  throw unverified(sandbox, detail, { fired: namesOf(used) }, actual, [])
}

const namesOf = (scenarios: readonly ScenarioState[]): readonly string[] =>
  scenarios.map(({ loaded }) => loaded.definition.name)

function describeUnfired({ loaded, rules }: ScenarioState): string {
  const why = rules.every(({ matches }) => matches === 0)
    ? 'no request reached its rules'
    : 'requests matched its rules, which were not due'
  return `${loaded.definition.name} did not (${why})`
}

function describeMatch({ operation, unmatched, ...rest }: Match): string {
  const parts = Object.entries(rest).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  const request = unmatched === undefined ? 'a request' : `a request that matches ${unmatched ? 'no' : 'an'} operation`
  const what = operation === undefined ? request : [operation].flat().join(' or ')
  return parts.length === 0 ? what : `${what} with ${parts.join(', ')}`
}

function describeCount(min: number, max: number): string {
  if (min === max) return times(min)
  if (max === Number.POSITIVE_INFINITY) return `at least ${times(min)}`
  return min === 0 ? `at most ${times(max)}` : `${min} to ${times(max)}`
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

function unverified(
  { journal: { forgotten } }: Sandbox,
  detail: string,
  expected: unknown,
  actual: unknown,
  misses: readonly NearMiss[],
): Problem {
  const texts = misses.map(({ entry, differences }) => {
    const described = differences.map(
      (each) => `${each.field}: expected ${JSON.stringify(each.expected)}, got ${JSON.stringify(each.actual ?? null)}`,
    )
    return `${describeEntry(entry)}: ${described.join('; ')}`
  })
  const gone = forgotten === 0 ? '' : `; ${forgotten} earlier requests are no longer in the journal`
  const all = `${detail}${gone}${texts.length === 0 ? '' : `; nearest: ${texts.join(' | ')}`}`
  const nearest = misses.map(({ entry, differences }) => ({
    id: entryId(entry),
    request: requestOf(entry),
    differences: differences.map((difference) => ({ ...difference, actual: difference.actual ?? null })),
  }))
  return new Problem('taken', all, { members: { expected, actual, nearest } })
}

function requestOf(entry: JournalEntry): string {
  const { method, status, fault, code } = entry
  return `${method} ${redactedAddress(entry)} → ${status ?? fault ?? 'no answer'}${code === undefined ? '' : ` ${code}`}`
}

function describeEntry(entry: JournalEntry): string {
  const near = entry.nearest[0] === undefined ? '' : ` (nearest: ${entry.nearest[0]})`
  return `${entryId(entry)} ${requestOf(entry)}${near}`
}
