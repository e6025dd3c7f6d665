import type { createRows } from '../assumptions/create-rows.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { noSuchValue, refusedOr, unexpected } from './asks.ts'
import {
  assessmentBody,
  jobBody,
  seeAssessmentCreated,
  seeJobCreated,
  type Subject,
  subjectOf,
  unknownIdLike,
} from './creations.ts'
import { codeOf, isServed, type Seen } from './exchange.ts'
import { type Finding, found, type Need, type Probes, unknown } from './probe.ts'
import type { Session } from './session.ts'

const needs: readonly Need[] = ['write']

const noResource = () => unknown('the inventory has no resource to assess')

/** Whether bodies of a kind are refused: those that were recorded, else one that is sent. */
async function refusal<const R, const S>(
  session: Session,
  refused: R,
  served: S,
  make: (subject: Subject) => JsonObject | undefined,
): Promise<Finding<R | S>> {
  const subject = await subjectOf(session)
  const body = subject === undefined ? undefined : make(subject)
  if (body === undefined) return noResource()
  return refusedOr(await seeAssessmentCreated(session, body), refused, served)
}

/** The status that a creation was answered with, as the options of the register write it. */
function statusOf(seen: Seen | undefined): Finding<'200' | '201' | '202'> {
  const status = (['200', '201', '202'] as const).find((text) => Number(text) === seen?.status)
  return seen === undefined || status === undefined || !isServed(seen) ? unexpected(seen) : found(status, seen)
}

/** A creation of any kind that was recorded, else one that is made. */
async function seeCreated(session: Session, operation: string, make: () => Promise<Seen | undefined>) {
  return session.seen.find((seen) => seen.operation === operation && seen.method === 'POST' && isServed(seen)) ?? make()
}

const parameters = jobBody.data_source.parameters

/** A job body with other parameters of its data. */
function jobWith(changed: JsonObject): JsonObject {
  return { ...jobBody, data_source: { ...jobBody.data_source, parameters: { ...parameters, ...changed } } }
}

/** What finds out what services do with bodies (§2.2, §2.4, §4.1, §4.3). */
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
      const alone = await seeAssessmentCreated(session, { resource_id: subject.id })
      if (alone === undefined || isServed(alone))
        return alone === undefined ? unexpected() : found('resource_id', alone)
      const typed = await seeAssessmentCreated(session, { resource_id: subject.id, resource_type: subject.type })
      if (typed === undefined) return unexpected(alone)
      if (isServed(typed)) return found('resource', alone, typed)
      return codeOf(typed) === 'invalid_request' ? found('all', alone, typed) : unexpected(alone, typed)
    },
  },
  jobRequiredFields: {
    needs,
    find: async (session) => {
      const { name, analysis_type, data_source } = jobBody
      const core = { name, analysis_type, data_source: { type: data_source.type } }
      return refusedOr(await seeJobCreated(session, core), 'all', 'core')
    },
  },
  nullBodyFields: {
    needs,
    find: async (session) =>
      refusedOr(await seeJobCreated(session, { ...jobBody, description: null }), 'reject', 'absent'),
  },
  unknownBodyFields: {
    needs,
    find: async (session) =>
      refusedOr(await seeJobCreated(session, { ...jobBody, no_such_field: true }), 'reject', 'ignore'),
  },
  assessedResource: {
    needs,
    find: async (session) => {
      const subject = await subjectOf(session)
      if (subject === undefined) return noResource()
      const body = assessmentBody({ id: unknownIdLike(subject.id), type: subject.type })
      const seen = await seeAssessmentCreated(session, body)
      if (seen === undefined) return unexpected()
      if (codeOf(seen) === 'resource_not_found') return found('must_exist', seen)
      return isServed(seen) ? found('any', seen) : unexpected(seen)
    },
  },
  assessedResourceType: {
    needs,
    find: async (session) =>
      refusal(session, 'reject', 'ignore', ({ id, otherType }) =>
        otherType === undefined ? undefined : assessmentBody({ id, type: otherType }),
      ),
  },
  assessmentValues: {
    needs,
    find: async (session) =>
      refusal(session, 'reject', 'accept', (subject) => {
        const body = assessmentBody(subject)
        const options = isJsonObject(body['scan_options']) ? body['scan_options'] : {}
        return { ...body, scan_options: { ...options, categories: [noSuchValue] } }
      }),
  },
  jobValues: {
    needs,
    find: async (session) =>
      refusedOr(await seeJobCreated(session, { ...jobBody, analysis_type: noSuchValue }), 'reject', 'accept'),
  },
  dateRange: {
    needs,
    find: async (session) => {
      const { start_date, end_date } = parameters
      return refusedOr(
        await seeJobCreated(session, jobWith({ start_date: end_date, end_date: start_date })),
        'reject',
        'accept',
      )
    },
  },
  bodyDateOffset: {
    needs,
    find: async (session) =>
      refusedOr(await seeJobCreated(session, jobWith({ start_date: '2026-01-01T00:00:00+02:00' })), 'reject', 'accept'),
  },
  wrongContentType: {
    needs,
    find: async (session) => refusedOr(await seeJobCreated(session, jobBody, 'text/plain'), 'reject', 'accept'),
  },
}
