import * as z from 'zod/mini'

import { assumptionIds } from '../assumptions/register.ts'
import { toText } from '../lib/body.ts'
import { decoded, hideNamed } from '../lib/hide-named.ts'
import { lazily } from '../lib/lazily.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { isShallow } from '../lib/parse-json.ts'
import { hideSecrets, isSecretName, redacted } from '../lib/secrets.ts'
import { type Condition, conditionsOf, type Difference, differences, type Subject } from '../scenarios/matcher.ts'
import { whenOf } from '../scenarios/schema.ts'
import { errorCodes } from '../spec/errors.ts'
import { keyHeader } from '../spec/headers.ts'
import { versionPath } from '../spec/version.ts'
import type { JournalEntry } from './journal.ts'

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
    ...(assumption === undefined || entry.used.ids().includes(assumption)
      ? []
      : [{ field: 'assumption', expected: assumption, actual: entry.used.ids() }]),
  ]
}

/** What takes secrets out of the texts of a request: those of keys, and the one that the request sent. */
function hiderOf({ requestHeaders }: JournalEntry): (text: string) => string {
  const at = requestHeaders.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === keyHeader.toLowerCase())
  const header = at === -1 ? '' : (requestHeaders[at + 1] ?? '')
  const sent = header.slice(header.indexOf(' ') + 1).trim()
  return (text) => hideSecrets(text, sent)
}

/** The headers of a request, by name in lower case, without what is secret; several of one name are joined as HTTP does. */
export function shownHeaders(entry: JournalEntry): Readonly<Record<string, string>> {
  const { requestHeaders } = entry
  const hide = hiderOf(entry)
  const shown = new Map<string, string>()
  for (let i = 0; i < requestHeaders.length; i += 2) {
    const name = (requestHeaders[i] ?? '').toLowerCase()
    const value = isSecretName(name) ? redacted : hide(requestHeaders[i + 1] ?? '')
    const earlier = shown.get(name)
    shown.set(name, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return Object.fromEntries(shown)
}

/** The path of a request with its query as sent, without what is secret. */
export function shownAddress(entry: JournalEntry): string {
  const query = shownQuery(entry)
  return hiderOf(entry)(entry.path) + (query === '' ? '' : `?${query}`)
}

function shownQuery(entry: JournalEntry): string {
  const { query } = entry
  const parts = query.split('&').map((part) => {
    const [name = '', value] = part.split('=', 2)
    return value !== undefined && isSecretName(decoded(name)) ? `${name}=${redacted}` : part
  })
  return hiderOf(entry)(parts.join('&'))
}

/** The body of a request as it is shown; null where it has none. */
export function shownRequestBody(entry: JournalEntry): unknown {
  const { requestBody = '' } = entry
  return requestBody === '' ? null : shownBody(entry, new TextDecoder().decode(Buffer.from(requestBody, 'latin1')))
}

/** The body of an answer as it is shown; null where it has none. */
export function shownResponseBody(entry: JournalEntry): unknown {
  return entry.responseBody === null ? null : shownBody(entry, toText(entry.responseBody))
}

/** A body as JSON where it is that, else as text, without what is secret. */
function shownBody(entry: JournalEntry, text: string): unknown {
  const hide = hiderOf(entry)
  const json = readJson(text)
  return json === undefined ? hide(hideNamed(text)) : shownValue(json, hide)
}

/** A text as JSON; undefined for what is none, or is nested deeper than any is read. */
function readJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    return isShallow(json) ? json : undefined
  } catch {
    return undefined
  }
}

function shownValue(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value)
  if (Array.isArray(value)) return value.map((item) => shownValue(item, hide))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      hide(name),
      isSecretName(name) && isSecret(inner) ? redacted : shownValue(inner, hide),
    ]),
  )
}

/** What stands under the name of a secret may say that there is none. */
const isSecret = (value: unknown): boolean => value !== null && typeof value !== 'boolean'

/** What conditions look at of a request: what is shown of it, since a verification tells what it found. */
function subjectOf(entry: JournalEntry): Subject {
  const headers = lazily(() => new Map(Object.entries(shownHeaders(entry))))
  const query = lazily(() => new URLSearchParams(shownQuery(entry)))
  const { operation, method, target, key } = entry
  const hide = hiderOf(entry)
  const path = hide(entry.path)
  return {
    operation,
    method,
    path: path.startsWith(`${versionPath}/`) ? path.slice(versionPath.length) : path,
    id: hide(target),
    key,
    query: (name) => query().getAll(name),
    header: (name) => headers().get(name.toLowerCase()) ?? null,
    body: lazily(() => shownRequestBody(entry) ?? undefined),
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
