import * as z from 'zod/mini'

import { assumptionIds } from '../assumptions/register.ts'
import { toText, type Written } from '../lib/body.ts'
import { lazily } from '../lib/lazily.ts'
import { hideSecrets, isSecretName, redacted } from '../lib/secrets.ts'
import { errorCodes } from '../spec/errors.ts'
import { versionPath } from '../spec/version.ts'
import type { JournalEntry } from './journal.ts'
import { type Condition, conditionsOf, type Difference, differences, type Subject } from './matcher.ts'
import { whenOf } from './scenario.ts'

/** The schema of what a request and its answer must have: as a rule names requests, and by what was answered. @param operationIds those that may be named */
export function matchSchemaOf(operationIds: readonly string[]) {
  return z.strictObject({
    ...whenOf(operationIds).shape,
    status: z.optional(z.int().check(z.gte(200), z.lte(599))),
    code: z.optional(z.enum(errorCodes)),
    scenario: z.optional(z.string()),
    assumption: z.optional(z.enum(assumptionIds)),
  })
}

/** What a request and its answer must have. */
export type Match = z.infer<ReturnType<typeof matchSchemaOf>>

/** Whether an entry has all that a match names. */
export function createEntryMatcher(match: Match): (entry: JournalEntry) => boolean {
  const conditions = conditionsOf(match)
  return (entry) => {
    const subject = subjectOf(entry)
    return conditions.every(({ holds }) => holds(subject)) && answerDifferences(match, entry).length === 0
  }
}

/** Everything that an entry lacks of a match. */
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
  const { status, code, scenario, assumption } = match
  const scenarios = entry.fired.map((rule) => rule.replace(/\[\d+\]$/, ''))
  return [
    ...(status === undefined || status === entry.status
      ? []
      : [{ field: 'status', expected: status, actual: entry.status }]),
    ...(code === undefined || code === entry.code ? [] : [{ field: 'code', expected: code, actual: entry.code }]),
    ...(scenario === undefined || scenarios.includes(scenario)
      ? []
      : [{ field: 'scenario', expected: scenario, actual: scenarios }]),
    ...(assumption === undefined || entry.trace.ids().includes(assumption)
      ? []
      : [{ field: 'assumption', expected: assumption, actual: entry.trace.ids() }]),
  ]
}

/** The headers of a request, by name in lower case, without what is secret; several of one name are joined as HTTP does. */
export function shownHeaders({ requestHeaders }: JournalEntry): Readonly<Record<string, string>> {
  const shown = new Map<string, string>()
  for (let i = 0; i < requestHeaders.length; i += 2) {
    const name = (requestHeaders[i] ?? '').toLowerCase()
    const value = isSecretName(name) ? redacted : hideSecrets(requestHeaders[i + 1] ?? '')
    const earlier = shown.get(name)
    shown.set(name, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return Object.fromEntries(shown)
}

/** The path of a request with its query as sent, without what is secret. */
export function shownAddress(entry: JournalEntry): string {
  const query = shownQuery(entry)
  return hideSecrets(entry.path) + (query === '' ? '' : `?${query}`)
}

function shownQuery({ query }: JournalEntry): string {
  const parts = query.split('&').map((part) => {
    const [name = '', value] = part.split('=', 2)
    return value !== undefined && isSecretName(decoded(name)) ? `${name}=${redacted}` : part
  })
  return hideSecrets(parts.join('&'))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The body of a request as text; null where it has none. */
export function bodyText({ requestBody }: JournalEntry): string | null {
  return requestBody === undefined || requestBody.length === 0
    ? null
    : new TextDecoder().decode(Buffer.from(requestBody, 'latin1'))
}

/** A body as JSON where it is that, else as text, without what is secret. */
export function shownBody(body: Written | null): unknown {
  if (body === null) return null
  const shown = hideSecrets(toText(body))
  try {
    return JSON.parse(shown, (name, value: unknown) =>
      typeof value === 'string' && isSecretName(name) ? redacted : value,
    )
  } catch {
    return shown
  }
}

/** What conditions look at of a request: what is shown of it, since a verification tells what it found. */
function subjectOf(entry: JournalEntry): Subject {
  const headers = lazily(() => new Map(Object.entries(shownHeaders(entry))))
  const query = lazily(() => new URLSearchParams(shownQuery(entry)))
  const { operation, method, target, key } = entry
  const path = hideSecrets(entry.path)
  return {
    operation,
    method,
    path: path.startsWith(`${versionPath}/`) ? path.slice(versionPath.length) : path,
    id: hideSecrets(target),
    key,
    query: (name) => query().getAll(name),
    header: (name) => headers().get(name.toLowerCase()) ?? null,
    body: lazily(() => shownBody(bodyText(entry)) ?? undefined),
  }
}

/** An entry that nearly was what was asked for, and where it differs. */
export interface NearMiss {
  readonly entry: JournalEntry
  readonly differences: readonly Difference[]
}

/** The entries that come nearest to a match without being one: those that differ least, of those the newest. @param most how many at the most (3) */
export function nearMisses(match: Match, entries: readonly JournalEntry[], most = 3): readonly NearMiss[] {
  return entries
    .map((entry) => ({ entry, differences: differencesFrom(match, entry) }))
    .filter((miss) => miss.differences.length > 0)
    .toSorted((a, b) => a.differences.length - b.differences.length || b.entry.number - a.entry.number)
    .slice(0, most)
}
