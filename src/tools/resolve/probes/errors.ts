import { errorStatuses, methodNotAllowedStatus } from '../../../core/assumptions/error-statuses.ts'
import type { Choice } from '../../../core/assumptions/register.ts'
import type { errorRows } from '../../../core/assumptions/rows/errors.ts'
import { keysOf } from '../../../core/lib/keys-of.ts'
import { pickOption, type Probes, unexpected } from '../probe.ts'
import { type RecordedExchange, textAt } from '../recorded-exchange.ts'
import { jobBody, jobs, listIds, malformedId, resources, malformedBody } from '../requests.ts'
import { type Session, unknownOption } from '../session.ts'
import { exhaust, isForbidden } from './keys.ts'

/** True if an assessment was rejected for its id: nothing else in the request can be invalid. */
const isInvalidId = (seen: RecordedExchange): boolean =>
  seen.operation === 'getAssessment' &&
  seen.method === 'GET' &&
  seen.query.length === 0 &&
  seen.code === 'invalid_request'

/** A request that every service rejects as invalid: its assessment id is not a UUID (§7). */
const invalid = [{ operation: 'getAssessment', id: malformedId }, isInvalidId] as const

const detailsOf = (seen: RecordedExchange): string | undefined =>
  seen.code === 'invalid_request' ? textAt(seen.json, 'error', 'details') : undefined

const isPlainList = ({ operation, key, query }: RecordedExchange): boolean =>
  key === 'main' && query.length === 0 && listIds.includes(operation)

const isOtherMethod = (seen: RecordedExchange): boolean =>
  isPlainList(seen) &&
  ['PUT', 'PATCH', 'DELETE'].includes(seen.method) &&
  ((seen.body ?? '') === '' || seen.status === methodNotAllowedStatus)

/** A request with a method that the path does not have. It changes nothing, and has no query or body that could be invalid too. */
const otherMethod = [{ operation: resources, method: 'PATCH' }, isOtherMethod] as const

/** A HEAD request for a list, in which only the method can be wrong. */
const isHead = (seen: RecordedExchange): boolean => seen.method === 'HEAD' && isPlainList(seen)

function errorsIn({ seen }: Session): readonly RecordedExchange[] {
  const errors = seen.filter((answer) => answer.code !== undefined)
  if (errors.length === 0) throw unknownOption('no answer was a documented error')
  return errors
}

/** Sends an invalid request for which the limited key has no permission. */
const seeDoublyWrong = (session: Session): Promise<RecordedExchange> =>
  session.see({ operation: 'createJob', body: malformedBody, key: 'limited' })

/** True if the limited key may not list or create jobs. */
async function areJobsForbidden(session: Session): Promise<boolean> {
  if (isForbidden(await session.see({ operation: jobs, key: 'limited' }))) return true
  const creation = { operation: 'createJob', body: JSON.stringify(jobBody), key: 'limited' } as const
  return session.has('write') && isForbidden(await session.see(creation))
}

/** Provokes an authorization error if it can and none was seen. */
async function seeForbidden(session: Session): Promise<void> {
  if (session.seen.some(isForbidden) || !session.has('limitedKey')) return
  if (!isForbidden(await seeDoublyWrong(session))) await areJobsForbidden(session)
}

/** The statuses for an unknown record, and for a method that a path does not have, under all options. */
const notFoundStatuses: readonly number[] = Object.values(errorStatuses).map((statuses) => statuses.resource_not_found)
const notAllowedStatuses: readonly number[] = [methodNotAllowedStatus, errorStatuses.always_200.invalid_request]

function ruledOutBy(seen: RecordedExchange): readonly Choice<'errorStatus'>[] {
  const { code, status } = seen
  return keysOf(errorStatuses).filter((option) => code !== undefined && errorStatuses[option][code] !== status)
}

/** Finds the option that fits all errors, except errors for a method, which have a separate status. */
async function errorStatusOf(session: Session): Promise<Choice<'errorStatus'>> {
  await session.look(...invalid)
  await seeForbidden(session)
  const errors = errorsIn(session).filter(
    ({ method, status }) => ['GET', 'POST'].includes(method) && status !== methodNotAllowedStatus,
  )
  const left = new Set(keysOf(errorStatuses))
  for (const seen of errors.toSorted((a, b) => ruledOutBy(b).length - ruledOutBy(a).length)) {
    const before = left.size
    for (const option of ruledOutBy(seen)) left.delete(option)
    if (left.size < before) session.cite(seen)
  }
  const [option, ...others] = left
  if (option === undefined) throw unknownOption('the statuses of the errors fit no option')
  if (others.length === 0) return option
  const need = session.isReplay || session.has('limitedKey') ? undefined : 'limitedKey'
  throw unknownOption(`all answers fit ${[...left].join(' and ')}`, need)
}

async function checkOrderOf(session: Session): Promise<Choice<'checkOrder'>> {
  const wrong = await seeDoublyWrong(session)
  if (wrong.code === 'invalid_request') {
    if (await areJobsForbidden(session)) return 'request_before_permission'
    throw unknownOption('no request showed that the limited key may not use jobs')
  }
  if (wrong.code !== 'authorization_error') throw unexpected(wrong)
  if (!session.has('spareKey')) {
    throw unknownOption('the quota of requests without a key may not be used up', 'spareKey')
  }
  const last = await exhaust(session, 'none')
  return pickOption(
    {
      quota_first: last.code === 'rate_limit_exceeded',
      authentication_quota_permission_request: last.code === 'authentication_error',
    },
    last,
  )
}

export const errorProbes: Probes<keyof typeof errorRows> = {
  errorStatus: { wants: ['limitedKey'], find: errorStatusOf },
  methodNotAllowed: async (session) => {
    const seen = await session.see(...otherMethod)
    return pickOption(
      {
        resource_not_found_404: seen.code === 'resource_not_found' && notFoundStatuses.includes(seen.status),
        invalid_request_405: seen.code === 'invalid_request' && notAllowedStatuses.includes(seen.status),
      },
      seen,
    )
  },
  allowHeader: {
    hiddenBy: { methodNotAllowed: ['resource_not_found_404'], errorStatus: ['always_200'] },
    find: async (session) => {
      const seen = await session.see(...otherMethod)
      if (seen.status !== methodNotAllowedStatus) throw unexpected(seen)
      return seen.headers['allow'] === undefined ? 'absent' : 'present'
    },
  },
  headRequests: {
    hiddenBy: { errorStatus: ['always_200'] },
    find: async (session) => {
      const seen = await session.see({ operation: resources, method: 'HEAD' }, isHead)
      const other = await session.look(...otherMethod)
      await session.look(...invalid)
      const isSuccess = ({ status }: RecordedExchange): boolean => status === errorStatuses.always_200.invalid_request
      if (errorsIn(session).some(isSuccess)) throw unknownOption('errors may have the status of a success')
      const isRefused = [...notFoundStatuses, ...notAllowedStatuses].includes(seen.status)
      return pickOption(
        { as_get: isSuccess(seen), method_not_allowed: isRefused && seen.status === other?.status },
        seen,
      )
    },
  },
  errorDetails: async (session) => {
    const seen = await session.see(...invalid)
    const details = detailsOf(seen)
    if (details === undefined) throw unexpected(seen)
    if (details.includes(seen.id)) return 'specific'
    const another = { operation: 'getAssessment', id: `${malformedId}-either` }
    const other = await session.see(another, (one) => isInvalidId(one) && one.id !== seen.id)
    if (detailsOf(other) === undefined) throw unexpected(other)
    if (detailsOf(other) !== details) throw unknownOption('the details differ, but not by the id of the request')
    return /\bid\b/.test(details) ? 'specific' : 'generic'
  },
  checkOrder: {
    needs: ['limitedKey'],
    wants: ['spareKey'],
    hiddenBy: { rateCounts: ['accepted'] },
    neverHidden: ['request_before_permission'],
    find: checkOrderOf,
  },
}
