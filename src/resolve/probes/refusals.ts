import { errorStatuses, methodNotAllowedStatus } from '../../assumptions/error-statuses.ts'
import { jobBody } from '../creations.ts'
import { codeOf, type RecordedExchange, type Seen, textAt } from '../recorded-exchange.ts'
import { listIds, lists, noId, unreadable } from '../requests.ts'
import type { ProbeRequest } from '../sent-request.ts'
import type { Session } from '../session.ts'

const { resources } = lists

/** A request that every service refuses as invalid: with an assessment id that is not a UUID (§7). */
export const seeInvalid = (session: Session): Promise<Seen> =>
  session.see({ operation: 'getAssessment', id: noId }, isInvalidId)

/** Says if an assessment was refused for its id: nothing else in the request can be invalid. */
const isInvalidId = (seen: RecordedExchange): boolean =>
  seen.operation === 'getAssessment' &&
  seen.method === 'GET' &&
  seen.query.length === 0 &&
  codeOf(seen) === 'invalid_request'

/** Another such request, with another id. */
export const seeOtherInvalid = (session: Session, { id }: RecordedExchange): Promise<Seen> =>
  session.see({ operation: 'getAssessment', id: `${noId}-either` }, (seen) => isInvalidId(seen) && seen.id !== id)

export const detailsOf = (seen: Seen): string | undefined =>
  codeOf(seen) === 'invalid_request' ? textAt(seen?.json, 'error', 'details') : undefined

/** Says if an exchange asked for a list with the main key and without a query. */
const isPlainList = ({ operation, key, query }: RecordedExchange): boolean =>
  key === 'main' && query.length === 0 && listIds.includes(operation)

/** A request with a method that the path does not have. It has no query and no body, which could be refused too, and changes nothing. */
export const seeOtherMethod = (session: Session): Promise<Seen> =>
  session.see(
    { operation: resources, method: 'PATCH' },
    (seen) =>
      isPlainList(seen) &&
      ['PUT', 'PATCH', 'DELETE'].includes(seen.method) &&
      ((seen.body ?? '') === '' || seen.status === methodNotAllowedStatus),
  )

/** A HEAD of a list, in which only the method can be wrong. */
export const seeHead = (session: Session): Promise<Seen> =>
  session.see({ operation: resources, method: 'HEAD' }, (seen) => seen.method === 'HEAD' && isPlainList(seen))

/** Says if errors have other statuses than successes. */
export async function tellsErrors(session: Session): Promise<boolean> {
  await seeInvalid(session)
  const errors = session.seen.filter((seen) => codeOf(seen) !== undefined)
  return errors.length > 0 && errors.every(({ status }) => status !== errorStatuses.always_200.invalid_request)
}

const doublyWrong = { operation: 'createJob', body: unreadable, key: 'limited' } as const
const listJobs = { operation: lists.jobs, key: 'limited' } as const
const createJob = { operation: 'createJob', body: JSON.stringify(jobBody), key: 'limited' } as const

/** A request that lacks a permission and has an invalid body. */
export const seeDoublyWrong = (session: Session): Promise<Seen> => session.see(doublyWrong)

/** The refusal of jobs for the key with one permission: to list them, or else to create one. */
export const seeJobsForbidden = (session: Session): Promise<Seen> => firstForbidden(session, listJobs, createJob)

/** A request that was refused because its key lacks a permission. */
export async function seeForbidden(session: Session): Promise<Seen> {
  const known = session.seen.find(isForbidden)
  const tries = session.has('limitedKey') ? [doublyWrong, listJobs, createJob] : []
  return known ?? (await firstForbidden(session, ...tries))
}

const isForbidden = (seen: Seen): boolean => codeOf(seen) === 'authorization_error'

async function firstForbidden(session: Session, ...tries: readonly ProbeRequest[]): Promise<Seen> {
  for (const request of tries) {
    const seen = await session.see(request)
    if (isForbidden(seen)) return seen
  }
  return undefined
}
