import type { InputError } from '../../core/lib/input-error.ts'
import type { JsonObject } from '../../core/lib/merge-patch.ts'
import { own } from '../../core/lib/own.ts'
import { encodePart } from '../../core/lib/path-template.ts'
import { maxPageSize } from '../../core/spec/limits.ts'
import { parseIsoDate } from '../../core/time/instant.ts'
import { type RecordedExchange, type ProbeRequest, textAt, textsOf } from './recorded-exchange.ts'
import { type Session, unknownOption } from './session.ts'

/** Ids of the operations that return a page. */
export const [resources, assessments, jobs] = ['listResources', 'listAssessments', 'listJobs'] as const

export const listIds: readonly string[] = [resources, assessments, jobs]

export const noSuchValue = 'no-such-value'

export const malformedId = 'not-an-id'

/** A malformed body, which creates nothing. */
export const malformedBody = '{'

const isCount = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text)

/** True for a page or limit that every service accepts. @param anyPage accepts pages beyond the first */
function isPlain(name: string, text: string, anyPage: boolean): boolean {
  if (name === 'page') return isCount(text) && (anyPage || text === '1')
  return name === 'limit' && isCount(text) && Number(text) <= maxPageSize
}

/**
 * Returns a predicate for requests for a page with certain parameters, each once, and otherwise only a plain limit and
 * page. With such parameters, the page is the first, so that a rejection is about them.
 */
export function isPageRequest(
  wanted: Readonly<Record<string, (value: string) => boolean>> = {},
  operations: readonly string[] = listIds,
): (seen: RecordedExchange) => boolean {
  const names = Object.keys(wanted)
  return ({ operation, method, key, query }) =>
    method === 'GET' &&
    key === 'main' &&
    operations.includes(operation) &&
    names.every((name) => query.some(([other]) => other === name)) &&
    new Set(query.map(([name]) => name)).size === query.length &&
    query.every(([name, value]) => own(wanted, name)?.(value) ?? isPlain(name, value, names.length === 0))
}

export function instantOf(text = ''): number | undefined {
  const date = parseIsoDate(text)
  return date?.kind === 'instant' ? date.atMs : undefined
}

/** The fields with the creation time; each kind of record has one. */
export const dateFields = ['created_at', 'timestamp', 'created_date'] as const

/** The first of some date fields of each record, in Unix milliseconds; undefined if a record has none. */
export function instantsOf(records: readonly JsonObject[], ...fields: readonly string[]): (number | undefined)[] {
  return records.map((record) =>
    instantOf(fields.map((field) => textAt(record, field)).find((text) => text !== undefined)),
  )
}

/** The page of a list with the most items; undefined if a recording has none. */
export async function fullPage(session: Session, operation: string): Promise<RecordedExchange | undefined> {
  const seen = await session.look({ operation, query: `limit=${maxPageSize}` })
  // A recording may have no full page.
  const pages = session.seen.filter((other) => isPageRequest({}, [operation])(other) && other.isServed)
  const page = seen ?? pages.toSorted((a, b) => b.items.length - a.items.length)[0]
  if (page !== undefined) session.cite(page)
  return page
}

export async function itemsIn(session: Session, operation: string): Promise<readonly JsonObject[]> {
  return (await fullPage(session, operation))?.items ?? []
}

export const queryOf = (parameters: Readonly<Record<string, string | number>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodePart(String(value))}`)
    .join('&')

export const noJob = (): InputError => unknownOption('the list has no such job')

/** The first suitable item of the job list, with its record as a get returns it. */
export async function firstJob(session: Session, isWanted: (item: JsonObject) => boolean = () => true) {
  for (const item of await itemsIn(session, jobs)) {
    const id = textAt(item, 'id')
    if (id === undefined || !isWanted(item)) continue
    const seen = await session.look({ operation: 'getJob', id })
    const record = seen?.record
    if (seen !== undefined && record !== undefined) return { item, record, seen }
    if (!session.isReplay) return undefined
  }
  return undefined
}

type Subject = Awaited<ReturnType<typeof subjectOf>>

export const noResource = (): InputError => unknownOption('the inventory has no resource to assess')

/** The first resource of the inventory. @throws InputError if there is none */
export async function subjectOf(session: Session) {
  const items = await itemsIn(session, resources)
  const [id, type] = [textAt(items[0], 'id'), textAt(items[0], 'type')]
  if (id === undefined || type === undefined) throw noResource()
  return { id, type, otherType: textsOf(items, 'type').find((other) => other !== type) }
}

/** A body with every field: valid under every option of the register. */
export function assessmentBody({ id, type }: Pick<Subject, 'id' | 'type'>, categories = ['authentication', 'network']) {
  return { resource_id: id, resource_type: type, scan_options: { comprehensive: true, categories } }
}

/** A body with every field that some option requires: valid under every option of the register. */
export const jobBody = {
  name: 'Probe of an open point',
  data_source: {
    type: 'security_logs',
    parameters: { start_date: '2026-01-01T00:00:00Z', end_date: '2026-01-02T00:00:00Z', log_types: ['firewall'] },
  },
  analysis_type: 'security_event_correlation',
  output_format: 'json',
} as const satisfies JsonObject

export type BodyForm = Pick<ProbeRequest, 'contentType' | 'contentEncoding'>

/** Creates a job, unless the run did so before with the same body. */
export function seeJobCreated(session: Session, body: JsonObject = jobBody, form: BodyForm = {}) {
  return session.see({ operation: 'createJob', body: JSON.stringify(body), ...form })
}

/** Creates an assessment of the first resource, unless the run did so before with the same body. */
export async function seeAssessmentCreated(
  session: Session,
  toBody: (subject: Subject) => JsonObject = assessmentBody,
) {
  const body = JSON.stringify(toBody(await subjectOf(session)))
  return session.see({ operation: 'createAssessment', body })
}
