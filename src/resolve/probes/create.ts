import type { createRows } from '../../assumptions/rows/create.ts'
import type { JsonObject } from '../../lib/merge-patch.ts'
import { isJsonObject } from '../../lib/merge-patch.ts'
import {
  assessmentBody,
  type BodyForm,
  jobBody,
  seeAssessmentCreated,
  seeJobCreated,
  type Subject,
  subjectOf,
  unknownIdLike,
} from '../creations.ts'
import { type Finding, found, type Need, type Probes, unknown } from '../probe.ts'
import { codeOf, isServed, type RecordedExchange } from '../recorded-exchange.ts'
import { noSuchValue, notSeen, refusedOr, unexpected } from '../requests.ts'
import type { Session } from '../session.ts'

const needs: readonly Need[] = ['write']

const noResource = () => unknown('the inventory has no resource to assess')

/** Finds an option by a refusal; nothing, if the service refuses a valid body too. */
async function refusedAlone<const R, const S>(
  seen: RecordedExchange | undefined,
  seePlain: () => Promise<RecordedExchange | undefined>,
  refused: R,
  served: S,
): Promise<Finding<R | S>> {
  const finding = refusedOr(seen, refused, served)
  if (seen === undefined || finding.option !== refused) return finding
  const plain = await seePlain()
  if (plain !== undefined && isServed(plain)) return finding
  return unknown('a valid body was refused too', seen, plain)
}

/** Finds an option by the refusal of an assessment. @param make makes its body; undefined if that is impossible */
async function assessmentRefusal<const R, const S>(
  session: Session,
  refused: R,
  served: S,
  make: (subject: Subject) => JsonObject | undefined,
): Promise<Finding<R | S>> {
  const subject = await subjectOf(session)
  const body = subject === undefined ? undefined : make(subject)
  if (subject === undefined || body === undefined) return noResource()
  const seePlain = () => seeAssessmentCreated(session, assessmentBody(subject))
  return refusedAlone(await seeAssessmentCreated(session, body), seePlain, refused, served)
}

/** Finds an option by the refusal of a job. */
async function jobRefusal<const R, const S>(
  session: Session,
  refused: R,
  served: S,
  body: JsonObject,
  form?: BodyForm,
): Promise<Finding<R | S>> {
  const seen = await seeJobCreated(session, body, form)
  return refusedAlone(seen, () => seeJobCreated(session), refused, served)
}

/** Finds the status of a creation. */
function statusOf(seen: RecordedExchange | undefined): Finding<'200' | '201' | '202'> {
  const status = (['200', '201', '202'] as const).find((text) => Number(text) === seen?.status)
  return seen === undefined || status === undefined || !isServed(seen) ? unexpected(seen) : found(status, seen)
}

/** Returns the first creation of the session, or makes one. */
async function seeCreated(session: Session, operation: string, make: () => Promise<RecordedExchange | undefined>) {
  return session.seen.find((seen) => seen.operation === operation && seen.method === 'POST' && isServed(seen)) ?? make()
}

const parameters = jobBody.data_source.parameters

/** Changes parameters of the data source in the body of a job. */
function jobWith(changed: JsonObject): JsonObject {
  return { ...jobBody, data_source: { ...jobBody.data_source, parameters: { ...parameters, ...changed } } }
}

/** Probes of the create calls (§2.2, §2.4, §4.1, §4.3). */
export const createProbes: Probes<keyof typeof createRows> = {
  assessmentCreateStatus: {
    needs,
    find: async (session) =>
      statusOf(
        await seeCreated(session, 'createAssessment', async () => {
          const subject = await subjectOf(session)
          return subject === undefined ? undefined : seeAssessmentCreated(session, assessmentBody(subject))
        }),
      ),
  },
  jobCreateStatus: {
    needs,
    find: async (session) => statusOf(await seeCreated(session, 'createJob', () => seeJobCreated(session))),
  },
  assessmentRequiredFields: {
    needs,
    find: async (session) => {
      const subject = await subjectOf(session)
      if (subject === undefined) return noResource()
      const seePlain = () => seeAssessmentCreated(session, assessmentBody(subject))
      const alone = await seeAssessmentCreated(session, { resource_id: subject.id })
      if (alone === undefined || isServed(alone)) return alone === undefined ? notSeen() : found('resource_id', alone)
      if (codeOf(alone) !== 'invalid_request') return unexpected(alone)
      const typed = await seeAssessmentCreated(session, { resource_id: subject.id, resource_type: subject.type })
      const second = await refusedAlone(typed, seePlain, 'all', 'resource')
      return { ...second, evidence: [alone, ...second.evidence] }
    },
  },
  jobRequiredFields: {
    needs,
    find: async (session) => {
      const { name, analysis_type, data_source } = jobBody
      const core = { name, analysis_type, data_source: { type: data_source.type } }
      return jobRefusal(session, 'all', 'core', core)
    },
  },
  nullBodyFields: {
    needs,
    find: async (session) => jobRefusal(session, 'reject', 'absent', { ...jobBody, description: null }),
  },
  unknownBodyFields: {
    needs,
    find: async (session) => jobRefusal(session, 'reject', 'ignore', { ...jobBody, no_such_field: true }),
  },
  assessedResource: {
    needs,
    find: async (session) => {
      const subject = await subjectOf(session)
      if (subject === undefined) return noResource()
      const body = assessmentBody({ id: unknownIdLike(subject.id), type: subject.type })
      const seen = await seeAssessmentCreated(session, body)
      if (seen === undefined) return unexpected()
      if (codeOf(seen) !== 'resource_not_found') return isServed(seen) ? found('any', seen) : unexpected(seen)
      const plain = await seeAssessmentCreated(session, assessmentBody(subject))
      return plain !== undefined && isServed(plain)
        ? found('must_exist', plain, seen)
        : unknown('an existing resource was not found either', seen, plain)
    },
  },
  assessedResourceType: {
    needs,
    find: async (session) =>
      assessmentRefusal(session, 'reject', 'ignore', ({ id, otherType }) =>
        otherType === undefined ? undefined : assessmentBody({ id, type: otherType }),
      ),
  },
  assessmentValues: {
    needs,
    find: async (session) =>
      assessmentRefusal(session, 'reject', 'accept', (subject) => {
        const body = assessmentBody(subject)
        const options = isJsonObject(body['scan_options']) ? body['scan_options'] : {}
        return { ...body, scan_options: { ...options, categories: [noSuchValue] } }
      }),
  },
  jobValues: {
    needs,
    find: async (session) => jobRefusal(session, 'reject', 'accept', { ...jobBody, analysis_type: noSuchValue }),
  },
  dateRange: {
    needs,
    find: async (session) => {
      const { start_date, end_date } = parameters
      return jobRefusal(session, 'reject', 'accept', jobWith({ start_date: end_date, end_date: start_date }))
    },
  },
  bodyDateOffset: {
    needs,
    find: async (session) =>
      jobRefusal(session, 'reject', 'accept', jobWith({ start_date: '2026-01-01T00:00:00+02:00' })),
  },
  wrongContentType: {
    needs,
    find: async (session) => jobRefusal(session, 'reject', 'accept', jobBody, { contentType: 'text/plain' }),
  },
  requestEncoding: {
    needs,
    find: async (session) => jobRefusal(session, 'reject', 'decode', jobBody, { contentEncoding: 'gzip' }),
  },
}
