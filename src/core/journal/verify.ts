import * as z from 'zod/mini'

import { assumptionIds } from '../assumptions/register.ts'
import { keysOf } from '../lib/keys-of.ts'
import { lazily } from '../lib/lazily.ts'
import { conditionsOf, type Difference, differences, type Subject } from '../scenarios/matcher.ts'
import { relativePath } from '../scenarios/pattern.ts'
import { whenOf } from '../scenarios/rule-schema.ts'
import { errorCodes } from '../spec/errors.ts'
import { type JournalEntry, scenariosOf, traceIdForm, traceOf } from './entry.ts'
import { createRedactor, redactedHeaders, redactedQuery, redactedRequestBody } from './redact.ts'

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

/** An interface, because the declarations of the package would inline an alias as a type that does not compile. */
export interface Match<Operation extends string = string> extends Omit<Matched, 'operation'> {
  operation?: Operation | Operation[] | undefined
}

type Matched = z.infer<ReturnType<typeof matchSchemaOf>>

export function createEntryMatcher(match: Match): (entry: JournalEntry) => boolean {
  const conditions = conditionsOf(match)
  if (Object.values(match).every((value) => value === undefined)) return () => true
  return (entry) => {
    const subject = subjectOf(entry)
    return conditions.every(({ holds }) => holds(subject)) && answerDifferences(match, entry).length === 0
  }
}

/** The fields of a match about the answer. A list has to include the expected value. */
const answerFields = {
  status: ({ status }: JournalEntry) => status,
  code: ({ code }: JournalEntry) => code,
  scenario: (entry: JournalEntry) => scenariosOf(entry).map((name) => name.replace(/\[\d+\]$/, '')),
  assumption: ({ decidedBy }: JournalEntry) => decidedBy.ids(),
  trace: (entry: JournalEntry) => traceOf(entry)?.traceId,
  unmatched: ({ operation }: JournalEntry) => operation === undefined,
}

function answerDifferences(match: Match, entry: JournalEntry): readonly Difference[] {
  return keysOf(answerFields).flatMap((field) => {
    const expected = match[field]
    if (expected === undefined) return []
    const actual: unknown = answerFields[field](entry)
    return [actual].flat().includes(expected) ? [] : [{ field, expected, actual }]
  })
}

function differencesFrom(match: Match, entry: JournalEntry): readonly Difference[] {
  const subject = subjectOf(entry)
  const ofRequest = conditionsOf(match).filter(({ holds }) => !holds(subject))
  return [
    ...ofRequest.flatMap(({ field, expected, actual }) =>
      field === 'body' ? differences(actual(subject), expected, field) : [{ field, expected, actual: actual(subject) }],
    ),
    ...answerDifferences(match, entry),
  ]
}

/** A request as conditions see it: without secrets, because a verification reports the values. */
function subjectOf(entry: JournalEntry): Subject {
  const headers = lazily(() => new Map(Object.entries(redactedHeaders(entry))))
  const query = lazily(() => new URLSearchParams(redactedQuery(entry)))
  const { operation, method, target, key } = entry
  const hide = createRedactor(entry)
  return {
    operation,
    method,
    path: relativePath(hide(entry.path)),
    id: hide(target),
    key,
    query: (name) => query().getAll(name),
    header: (name) => headers().get(name.toLowerCase()) ?? null,
    body: lazily(() => redactedRequestBody(entry) ?? undefined),
  }
}

export type NearMiss = ReturnType<typeof nearMisses>[number]

const maxMisses = 3

/** The entries that differ least from a match, the newest first among equals. */
export function nearMisses(match: Match, entries: readonly JournalEntry[]) {
  return entries
    .map((entry) => ({ entry, differences: differencesFrom(match, entry) }))
    .filter((miss) => miss.differences.length > 0)
    .toSorted((a, b) => a.differences.length - b.differences.length || b.entry.number - a.entry.number)
    .slice(0, maxMisses)
}
