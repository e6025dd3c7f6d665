import type { createRows } from '../../assumptions/rows/create.ts'
import type { JsonObject } from '../../lib/merge-patch.ts'
import {
  assessmentBody,
  type BodyForm,
  jobBody,
  seeAssessmentCreated,
  seeJobCreated,
  type Subject,
  subjectOf,
} from '../creations.ts'
import { type Finding, found, type Need, pick, type Probes, refusedOr, unexpected, unknown } from '../probe.ts'
import { codeOf, isServed, type Seen } from '../recorded-exchange.ts'
import { noSuchValue } from '../requests.ts'
import type { Session } from '../session.ts'

const needs: readonly Need[] = ['write']

const noResource = () => unknown('the inventory has no resource to assess')

/** Finds an option by a refusal; nothing, if the service refuses a valid body too. */
async function refusedAlone<const R extends string, const S extends string>(
  seen: Seen,
  seePlain: () => Promise<Seen>,
  refused: R,
  served: S,
): Promise<Finding<R | S>> {
  const finding = refusedOr(seen, refused, served)
  if (finding.option !== refused) return finding
  const plain = await seePlain()
  return isServed(plain) ? finding : unknown('a valid body was refused too', seen, plain)
}

/** A probe by the refusal of an assessment. @param make makes its body; undefined if that is impossible */
const byAssessment = <const R extends string, const S extends string>(
  refused: R,
  served: S,
  make: (subject: Subject) => JsonObject | undefined,
) => ({
  needs,
  find: async (session: Session) => {
    const subject = await subjectOf(session)
    const body = subject === undefined ? undefined : make(subject)
    if (subject === undefined || body === undefined) return noResource()
    const seePlain = () => seeAssessmentCreated(session, assessmentBody(subject))
    return refusedAlone(await seeAssessmentCreated(session, body), seePlain, refused, served)
  },
})

/** A probe by the refusal of a job. */
const byJob = <const R extends string, const S extends string>(
  refused: R,
  served: S,
  body: JsonObject,
  form?: BodyForm,
) => ({
  needs,
  find: async (session: Session) =>
    refusedAlone(await seeJobCreated(session, body, form), () => seeJobCreated(session), refused, served),
})

/** A probe by the status of the first creation of the session, or of one that it makes. */
const byStatus = (operation: string, make: (session: Session) => Promise<Seen>) => ({
  needs,
  find: async (session: Session) => {
    const isCreation = (seen: NonNullable<Seen>): boolean =>
      seen.operation === operation && seen.method === 'POST' && isServed(seen)
    const seen = session.seen.find(isCreation) ?? (await make(session))
    const has = (status: number): boolean => isServed(seen) && seen?.status === status
    return pick({ '200': has(200), '201': has(201), '202': has(202) }, seen)
  },
})

const { name, analysis_type, data_source } = jobBody
const { start_date, end_date } = data_source.parameters

/** Changes parameters of the data source in the body of a job. */
function jobWith(changed: JsonObject): JsonObject {
  return { ...jobBody, data_source: { ...data_source, parameters: { ...data_source.parameters, ...changed } } }
}

/** The last digits of an id that no record has. */
const unknownDigits = '5ca1ab1e0dda'

/** Probes of the create calls (§2.2, §2.4, §4.1, §4.3). */
export const createProbes: Probes<keyof typeof createRows> = {
  assessmentCreateStatus: byStatus('createAssessment', async (session) => {
    const subject = await subjectOf(session)
    return subject === undefined ? undefined : seeAssessmentCreated(session, assessmentBody(subject))
  }),
  jobCreateStatus: byStatus('createJob', (session) => seeJobCreated(session)),
  assessmentRequiredFields: {
    needs,
    find: async (session) => {
      const subject = await subjectOf(session)
      if (subject === undefined) return noResource()
      const { id: resource_id, type: resource_type } = subject
      const seePlain = () => seeAssessmentCreated(session, assessmentBody(subject))
      const alone = await seeAssessmentCreated(session, { resource_id })
      if (isServed(alone)) return found('resource_id', alone)
      if (alone === undefined || codeOf(alone) !== 'invalid_request') return unexpected(alone)
      const typed = await seeAssessmentCreated(session, { resource_id, resource_type })
      const second = await refusedAlone(typed, seePlain, 'all', 'resource')
      return { ...second, evidence: [alone, ...second.evidence] }
    },
  },
  jobRequiredFields: byJob('all', 'core', { name, analysis_type, data_source: { type: data_source.type } }),
  nullBodyFields: byJob('reject', 'absent', { ...jobBody, description: null }),
  unknownBodyFields: byJob('reject', 'ignore', { ...jobBody, no_such_field: true }),
  assessedResource: {
    needs,
    find: async (session) => {
      const subject = await subjectOf(session)
      if (subject === undefined) return noResource()
      const id = subject.id.slice(0, -unknownDigits.length) + unknownDigits
      const seen = await seeAssessmentCreated(session, assessmentBody({ id, type: subject.type }))
      if (codeOf(seen) !== 'resource_not_found') return pick({ any: isServed(seen) }, seen)
      const plain = await seeAssessmentCreated(session, assessmentBody(subject))
      return isServed(plain)
        ? found('must_exist', plain, seen)
        : unknown('an existing resource was not found either', seen, plain)
    },
  },
  assessedResourceType: byAssessment('reject', 'ignore', ({ id, otherType }) =>
    otherType === undefined ? undefined : assessmentBody({ id, type: otherType }),
  ),
  assessmentValues: byAssessment('reject', 'accept', (subject) => assessmentBody(subject, [noSuchValue])),
  jobValues: byJob('reject', 'accept', { ...jobBody, analysis_type: noSuchValue }),
  dateRange: byJob('reject', 'accept', jobWith({ start_date: end_date, end_date: start_date })),
  bodyDateOffset: byJob('reject', 'accept', jobWith({ start_date: '2026-01-01T00:00:00+02:00' })),
  wrongContentType: byJob('reject', 'accept', jobBody, { contentType: 'text/plain' }),
  requestEncoding: byJob('reject', 'decode', jobBody, { contentEncoding: 'gzip' }),
}
