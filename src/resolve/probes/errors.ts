import { errorStatuses, methodNotAllowedStatus } from '../../assumptions/error-statuses.ts'
import type { Choice } from '../../assumptions/register.ts'
import type { errorRows } from '../../assumptions/rows/errors.ts'
import { keysOf } from '../../lib/keys-of.ts'
import { type Finding, found, type Hiding, notSeen, pick, type Probes, unexpected, unknown } from '../probe.ts'
import { codeOf, type RecordedExchange, type Seen } from '../recorded-exchange.ts'
import type { Session } from '../session.ts'
import { exhaust } from './quota.ts'
import {
  detailsOf,
  seeDoublyWrong,
  seeForbidden,
  seeHead,
  seeInvalid,
  seeJobsForbidden,
  seeOtherInvalid,
  seeOtherMethod,
  tellsErrors,
} from './refusals.ts'

/** The statuses of an unknown record, and those of a method that a path does not have, under all options. */
const notFoundStatuses = keysOf(errorStatuses).map((option) => errorStatuses[option].resource_not_found)
const notAllowedStatuses = [methodNotAllowedStatus, errorStatuses.always_200.invalid_request]

const hasStatus = (seen: Seen, statuses: readonly number[]): boolean =>
  seen !== undefined && statuses.includes(seen.status)

const usual: ReadonlySet<string> = new Set(['GET', 'POST'])

/** The options of errorStatus that give an error another status. */
function ruledOutBy(seen: RecordedExchange): readonly Choice<'errorStatus'>[] {
  const code = codeOf(seen)
  return keysOf(errorStatuses).filter((option) => code !== undefined && errorStatuses[option][code] !== seen.status)
}

/** The options of errorStatus that fit all errors, and a few errors that exclude the other options. */
function fitting(errors: readonly RecordedExchange[]) {
  const left = new Set(keysOf(errorStatuses))
  const evidence: RecordedExchange[] = []
  const telling = errors.map((seen) => ({ seen, out: ruledOutBy(seen) }))
  for (const { seen, out } of telling.toSorted((a, b) => b.out.length - a.out.length)) {
    const before = left.size
    for (const option of out) left.delete(option)
    if (left.size < before) evidence.push(seen)
  }
  return { options: [...left], evidence }
}

/** The errors that errorStatus is about: all except those for a method, which have a status of their own. */
const withUsualStatus = ({ seen }: Session): readonly RecordedExchange[] =>
  seen.filter(
    (answer) => usual.has(answer.method) && codeOf(answer) !== undefined && answer.status !== methodNotAllowedStatus,
  )

const noMethod: readonly Hiding[] = [
  {
    row: 'methodNotAllowed',
    options: ['resource_not_found_404'],
    reason: 'a method that a path does not have gets resource_not_found',
  },
  { row: 'errorStatus', options: ['always_200'], reason: 'no error shows by its status that it is about a method' },
]

async function checkOrderOf(session: Session): Promise<Finding<Choice<'checkOrder'>>> {
  const wrong = await seeDoublyWrong(session)
  if (codeOf(wrong) === 'invalid_request') {
    const refused = await seeJobsForbidden(session)
    return refused === undefined
      ? unknown('no request showed that the limited key may not use jobs', wrong)
      : found('request_before_permission', refused, wrong)
  }
  if (codeOf(wrong) !== 'authorization_error') return unexpected(wrong)
  if (!session.has('spareKey')) return unknown('the quota of requests without a key may not be used up', wrong)
  const last = await exhaust(session, 'none')
  if (last === undefined) return unknown('the quota of requests without a key is too large', wrong)
  return pick(
    {
      quota_first: codeOf(last) === 'rate_limit_exceeded',
      authentication_quota_permission_request: codeOf(last) === 'authentication_error',
    },
    wrong,
    last,
  )
}

/** Probes of errors and methods (§2.1, §4, §5, §7, §8). */
export const errorProbes: Probes<keyof typeof errorRows> = {
  errorStatus: {
    wants: 'limitedKey',
    find: async (session) => {
      await seeInvalid(session)
      await seeForbidden(session)
      const errors = withUsualStatus(session)
      const { options, evidence } = fitting(errors)
      const [option, ...others] = options
      if (errors.length === 0) return notSeen()
      if (option === undefined) return unexpected(...evidence)
      if (others.length === 0) return found(option, ...evidence)
      const need = session.isReplay || session.has('limitedKey') ? undefined : 'limitedKey'
      return unknown({ reason: `all answers fit ${options.join(' and ')}`, need }, ...evidence)
    },
  },
  methodNotAllowed: {
    find: async (session) => {
      const seen = await seeOtherMethod(session)
      const code = codeOf(seen)
      return pick(
        {
          resource_not_found_404: code === 'resource_not_found' && hasStatus(seen, notFoundStatuses),
          invalid_request_405: code === 'invalid_request' && hasStatus(seen, notAllowedStatuses),
        },
        seen,
      )
    },
  },
  allowHeader: {
    hiddenBy: noMethod,
    find: async (session) => {
      const seen = await seeOtherMethod(session)
      if (seen?.status !== methodNotAllowedStatus) return unexpected(seen)
      return found(seen.headers['allow'] === undefined ? 'absent' : 'present', seen)
    },
  },
  headRequests: {
    hiddenBy: [
      {
        row: 'errorStatus',
        options: ['always_200'],
        reason: 'an answer without a body shows an error only by its status',
      },
    ],
    find: async (session) => {
      const [seen, other] = [await seeHead(session), await seeOtherMethod(session)]
      if (seen === undefined) return notSeen()
      if (!(await tellsErrors(session))) return unknown('errors may have the status of a success', seen)
      const isRefused = hasStatus(seen, [...notFoundStatuses, ...notAllowedStatuses])
      return pick({ as_get: seen.status === 200, method_not_allowed: isRefused && other?.status === seen.status }, seen)
    },
  },
  errorDetails: {
    find: async (session) => {
      const seen = await seeInvalid(session)
      const details = detailsOf(seen)
      if (seen === undefined || details === undefined) return unexpected(seen)
      if (details.includes(seen.id)) return found('specific', seen)
      const other = await seeOtherInvalid(session, seen)
      if (detailsOf(other) === undefined) return unexpected(seen, other)
      if (detailsOf(other) !== details)
        return unknown('the details differ, but not by the id of the request', seen, other)
      return found(/\bid\b/.test(details) ? 'specific' : 'generic', seen, other)
    },
  },
  checkOrder: {
    needs: ['limitedKey'],
    hiddenBy: [
      {
        row: 'rateCounts',
        options: ['accepted'],
        reason: 'requests without a key do not use up a quota, so no request fails for both',
        but: ['request_before_permission'],
      },
    ],
    find: checkOrderOf,
  },
}
