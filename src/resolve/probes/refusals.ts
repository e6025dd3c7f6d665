import { errorStatuses, methodNotAllowedStatus } from '../../assumptions/error-statuses.ts'
import { jobBody } from '../creations.ts'
import { codeOf, type RecordedExchange, textAt } from '../recorded-exchange.ts'
import { listIds, lists, noId, unreadable } from '../requests.ts'
import type { Session } from '../session.ts'

const { resources } = lists

/** A request that every service refuses as invalid: with an assessment id that is not a UUID (§7). */
export const seeInvalid = (session: Session): Promise<RecordedExchange | undefined> =>
  session.see({ operation: 'getAssessment', id: noId }, isInvalidId)

/** Says if an assessment was refused for its id: nothing else in the request can be invalid. */
const isInvalidId = (seen: RecordedExchange): boolean =>
  seen.operation === 'getAssessment' &&
  seen.method === 'GET' &&
  seen.query.length === 0 &&
  codeOf(seen) === 'invalid_request'

/** Another such request, with another id. */
export const seeOtherInvalid = (session: Session, { id }: RecordedExchange): Promise<RecordedExchange | undefined> =>
  session.see({ operation: 'getAssessment', id: `${noId}-either` }, (seen) => isInvalidId(seen) && seen.id !== id)

export const detailsOf = (seen: RecordedExchange): string | undefined =>
  codeOf(seen) === 'invalid_request' ? textAt(seen.json, 'error', 'details') : undefined

/** A request with a method that the path does not have. It has no query and no body, which could be refused too, and changes nothing. */
export const seeOtherMethod = (session: Session): Promise<RecordedExchange | undefined> =>
  session.see(
    { operation: resources, method: 'PATCH' },
    ({ operation, method, key, query, body = '', status }) =>
      key === 'main' &&
      listIds.includes(operation) &&
      ['PUT', 'PATCH', 'DELETE'].includes(method) &&
      query.length === 0 &&
      (body === '' || status === methodNotAllowedStatus),
  )

/** A HEAD of a list, in which only the method can be wrong. */
export const seeHead = (session: Session): Promise<RecordedExchange | undefined> =>
  session.see(
    { operation: resources, method: 'HEAD' },
    ({ operation, method, key, query }) =>
      method === 'HEAD' && key === 'main' && query.length === 0 && listIds.includes(operation),
  )

/** Says if errors have other statuses than successes. */
export async function tellsErrors(session: Session): Promise<boolean> {
  await seeInvalid(session)
  const errors = session.seen.filter((seen) => codeOf(seen) !== undefined)
  return errors.length > 0 && errors.every(({ status }) => status !== errorStatuses.always_200.invalid_request)
}

/** A request that lacks a permission and has an invalid body. */
export const seeDoublyWrong = (session: Session): Promise<RecordedExchange | undefined> =>
  session.see({ operation: 'createJob', body: unreadable, key: 'limited' })

/** A request that was refused because its key lacks a permission. */
export async function seeForbidden(session: Session): Promise<RecordedExchange | undefined> {
  const known = session.seen.find((seen) => codeOf(seen) === 'authorization_error')
  if (known !== undefined) return known
  const tries = [
    () => seeDoublyWrong(session),
    () => session.see({ operation: 'listJobs', key: 'limited' }),
    () => session.see({ operation: 'createJob', body: JSON.stringify(jobBody), key: 'limited' }),
  ]
  for (const attempt of session.has('limitedKey') ? tries : []) {
    const seen = await attempt()
    if (seen !== undefined && codeOf(seen) === 'authorization_error') return seen
  }
  return undefined
}
