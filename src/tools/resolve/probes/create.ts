import type { createRows } from '../../../core/assumptions/rows/create.ts'
import type { JsonObject } from '../../../core/lib/merge-patch.ts'
import { pickOption, type Probes, rejectedOr, unexpected } from '../probe.ts'
import { type RecordedExchange } from '../recorded-exchange.ts'
import {
  assessmentBody,
  type BodyForm,
  jobBody,
  noResource,
  noSuchValue,
  seeAssessmentCreated,
  seeJobCreated,
} from '../requests.ts'
import { type Need, type Session, unknownOption } from '../session.ts'

const needs: readonly Need[] = ['write']

type See = (session: Session) => Promise<RecordedExchange>

/** A probe that expects a rejection, which counts only if the service accepts a valid body. */
const byRefusal = <const R extends string, const S extends string>(refused: R, served: S, see: See, seePlain: See) => ({
  needs,
  find: async (session: Session): Promise<R | S> => {
    const option = rejectedOr(await see(session), refused, served)
    if (option === refused && !(await seePlain(session)).isServed) throw unknownOption('a valid body was rejected too')
    return option
  },
})

const byAssessment = <const R extends string, const S extends string>(
  refused: R,
  served: S,
  toBody: Parameters<typeof seeAssessmentCreated>[1],
) => byRefusal(refused, served, (session) => seeAssessmentCreated(session, toBody), seeAssessmentCreated)

const byJob = <const R extends string, const S extends string>(
  refused: R,
  served: S,
  body: JsonObject,
  form?: BodyForm,
) => byRefusal(refused, served, (session) => seeJobCreated(session, body, form), seeJobCreated)

const byBothFields = byAssessment('all', 'resource', ({ id, type }) => ({ resource_id: id, resource_type: type }))

/** A probe that reads the status of the first creation of the run, or creates a record. */
const byStatus = (operation: string, create: See) => ({
  needs,
  find: async (session: Session) => {
    const isCreation = (seen: RecordedExchange): boolean =>
      seen.operation === operation && seen.method === 'POST' && seen.isServed
    const seen = session.find(isCreation) ?? (await create(session))
    const has = (status: number): boolean => seen.isServed && seen.status === status
    return pickOption({ '200': has(200), '201': has(201), '202': has(202) }, seen)
  },
})

const { name, analysis_type, data_source } = jobBody
const { start_date, end_date } = data_source.parameters

function jobWith(changed: JsonObject): JsonObject {
  return { ...jobBody, data_source: { ...data_source, parameters: { ...data_source.parameters, ...changed } } }
}

/** The last digits of an id that no record has. */
const unknownDigits = '5ca1ab1e0dda'

export const createProbes: Probes<keyof typeof createRows> = {
  assessmentCreateStatus: byStatus('createAssessment', seeAssessmentCreated),
  jobCreateStatus: byStatus('createJob', seeJobCreated),
  assessmentRequiredFields: {
    needs,
    find: async (session) => {
      const alone = await seeAssessmentCreated(session, ({ id }) => ({ resource_id: id }))
      return rejectedOr(alone, 'refused', 'served') === 'served' ? 'resource_id' : byBothFields.find(session)
    },
  },
  jobRequiredFields: byJob('all', 'core', { name, analysis_type, data_source: { type: data_source.type } }),
  nullBodyFields: byJob('reject', 'absent', { ...jobBody, description: null }),
  unknownBodyFields: byJob('reject', 'ignore', { ...jobBody, no_such_field: true }),
  assessedResource: {
    needs,
    find: async (session) => {
      const seen = await seeAssessmentCreated(session, ({ id, type }) =>
        assessmentBody({ id: id.slice(0, -unknownDigits.length) + unknownDigits, type }),
      )
      if (seen.isServed) return 'any'
      if (seen.code !== 'resource_not_found') throw unexpected(seen)
      if ((await seeAssessmentCreated(session)).isServed) return 'must_exist'
      throw unknownOption('an existing resource was not found either')
    },
  },
  assessedResourceType: byAssessment('reject', 'ignore', ({ id, otherType }) => {
    if (otherType === undefined) throw noResource()
    return assessmentBody({ id, type: otherType })
  }),
  assessmentValues: byAssessment('reject', 'accept', (subject) => assessmentBody(subject, [noSuchValue])),
  jobValues: byJob('reject', 'accept', { ...jobBody, analysis_type: noSuchValue }),
  dateRange: byJob('reject', 'accept', jobWith({ start_date: end_date, end_date: start_date })),
  bodyDateOffset: byJob('reject', 'accept', jobWith({ start_date: '2026-01-01T00:00:00+02:00' })),
  wrongContentType: byJob('reject', 'accept', jobBody, { contentType: 'text/plain' }),
  requestEncoding: byJob('reject', 'decode', jobBody, { contentEncoding: 'gzip' }),
}
