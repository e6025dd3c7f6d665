import * as z from 'zod/mini'

import { assumptionIds } from '../assumptions/register.ts'
import { lazily } from '../lib/lazily.ts'
import { type Condition, conditionsOf, type Difference, differences, type Subject } from '../scenarios/matcher.ts'
import { relativePath } from '../scenarios/pattern.ts'
import { whenOf } from '../scenarios/rule-schema.ts'
import { errorCodes } from '../spec/errors.ts'
import { type JournalEntry, traceIdForm, traceOf } from './entry.ts'
import { hiderOf, shownHeaders, shownQuery, shownRequestBody } from './redact.ts'

/** The schema of a match: conditions on the request, as a rule has them, and on its response. @param operationIds the operations that a match may name */
export function matchSchemaOf<Operation extends string>(operationIds: readonly Operation[]) {
  return z.strictObject({
    ...whenOf(operationIds).shape,
    status: z.optional(z.int().check(z.gte(200), z.lte(599))),
    code: z.optional(z.enum(errorCodes)),
    scenario: z.optional(z.string()),
    assumption: z.optional(z.enum(assumptionIds)),
    trace: z.optional(
      z.string().check(
        z.regex(traceIdForm, {
          error: 'a trace id, such as 4bf92f3577b34da6a3ce929d0e0e4736: 32 hexadecimal digits in lower case',
        }),
      ),
    ),
    unmatched: z.optional(z.boolean()),
  })
}

export type Match<Operation extends string = string> = z.infer<ReturnType<typeof matchSchemaOf<Operation>>>

export function createEntryMatcher(match: Match): (entry: JournalEntry) => boolean {
  const conditions = conditionsOf(match)
  if (Object.values(match).every((value) => value === undefined)) return () => true
  return (entry) => {
    const subject = subjectOf(entry)
    return conditions.every(({ holds }) => holds(subject)) && answerDifferences(match, entry).length === 0
  }
}

function differencesFrom(match: Match, entry: JournalEntry): readonly Difference[] {
  const subject = subjectOf(entry)
  const ofRequest = conditionsOf(match)
    .filter(({ holds }) => !holds(subject))
    .flatMap((condition) => describe(condition, subject))
  return [...ofRequest, ...answerDifferences(match, entry)]
}

function describe({ field, expected, actual }: Condition, subject: Subject): readonly Difference[] {
  const found = actual(subject)
  return field === 'body' ? differences(found, expected, field) : [{ field, expected, actual: found }]
}

function answerDifferences(match: Match, entry: JournalEntry): readonly Difference[] {
  return [
    ...compare('status', match.status, () => entry.status),
    ...compare('code', match.code, () => entry.code),
    ...compare('scenario', match.scenario, () => entry.fired.map((rule) => rule.replace(/\[\d+\]$/, ''))),
    ...compare('assumption', match.assumption, () => entry.used.ids()),
    ...compare('trace', match.trace, () => traceOf(entry)?.traceId),
    ...compare('unmatched', match.unmatched, () => entry.operation === undefined),
  ]
}

/** Compares an expected value, if there is one, with the actual one or ones. */
function compare(field: string, expected: unknown, read: () => unknown): readonly Difference[] {
  if (expected === undefined) return []
  const actual = read()
  const isMet = Array.isArray(actual) ? actual.includes(expected) : actual === expected
  return isMet ? [] : [{ field, expected, actual }]
}

/** A request as conditions see it: without secrets, since a verification reports what it found. */
function subjectOf(entry: JournalEntry): Subject {
  const headers = lazily(() => new Map(Object.entries(shownHeaders(entry))))
  const query = lazily(() => new URLSearchParams(shownQuery(entry)))
  const { operation, method, target, key } = entry
  const hide = hiderOf(entry)
  return {
    operation,
    method,
    path: relativePath(hide(entry.path)),
    id: hide(target),
    key,
    query: (name) => query().getAll(name),
    header: (name) => headers().get(name.toLowerCase()) ?? null,
    body: lazily(() => shownRequestBody(entry) ?? undefined),
  }
}

export interface NearMiss {
  readonly entry: JournalEntry
  readonly differences: readonly Difference[]
}

export const mostMisses = 3

/** The entries that differ least from a match, the newest first among equals. */
export function nearMisses(match: Match, entries: readonly JournalEntry[]): readonly NearMiss[] {
  return entries
    .map((entry) => ({ entry, differences: differencesFrom(match, entry) }))
    .filter((miss) => miss.differences.length > 0)
    .toSorted((a, b) => a.differences.length - b.differences.length || b.entry.number - a.entry.number)
    .slice(0, mostMisses)
}
