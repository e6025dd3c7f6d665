import { errorStatuses, methodNotAllowedStatus } from '../../assumptions/error-statuses.ts'
import type { Choice } from '../../assumptions/register.ts'
import type { errorRows } from '../../assumptions/rows/errors.ts'
import { keysOf } from '../../lib/keys-of.ts'
import { jobBody } from '../creations.ts'
import { type Finding, found, type Hiding, type Probes, unknown } from '../probe.ts'
import { codeOf, type RecordedExchange, textAt } from '../recorded-exchange.ts'
import { lists, noId, notSeen, unexpected, unreadable } from '../requests.ts'
import type { Session } from '../session.ts'
import { exhaust } from './quota.ts'

const [resources, , jobs] = lists

/** A request that every service refuses as invalid: an assessment id that is no UUID (§7). */
const seeInvalid = (session: Session): Promise<RecordedExchange | undefined> =>
  session.see({ operation: 'getAssessment', id: noId }, isInvalidId)

/** Whether an assessment was refused by its id: nothing else of the request can be wrong. */
const isInvalidId = (seen: RecordedExchange): boolean =>
  seen.operation === 'getAssessment' &&
  seen.method === 'GET' &&
  seen.query.length === 0 &&
  codeOf(seen) === 'invalid_request'

/** Another such request, with another id. */
const seeOtherInvalid = (session: Session, { id }: RecordedExchange): Promise<RecordedExchange | undefined> =>
  session.see({ operation: 'getAssessment', id: `${noId}-either` }, (seen) => isInvalidId(seen) && seen.id !== id)

const detailsOf = (seen: RecordedExchange): string | undefined =>
  codeOf(seen) === 'invalid_request' ? textAt(seen.json, 'error', 'details') : undefined

/** A request with another method than the path has: one that changes nothing where it is served after all. A query or a body could be refused too. */
const seeOtherMethod = (session: Session): Promise<RecordedExchange | undefined> =>
  session.see(
    { operation: resources, method: 'PATCH' },
    ({ operation, method, key, query, body = '', status }) =>
      key === 'main' &&
      lists.some((list) => list === operation) &&
      ['PUT', 'PATCH', 'DELETE'].includes(method) &&
      query.length === 0 &&
      (body === '' || status === methodNotAllowedStatus),
  )

/** A HEAD of a list, of which nothing is wrong but perhaps the method. */
const seeHead = (session: Session): Promise<RecordedExchange | undefined> =>
  session.see(
    { operation: resources, method: 'HEAD' },
    ({ operation, method, key, query }) =>
      method === 'HEAD' && key === 'main' && query.length === 0 && lists.some((list) => list === operation),
  )

/** Whether a status tells errors from successes: some error was seen, and none had that of a success. */
async function tellsErrors(session: Session): Promise<boolean> {
  await seeInvalid(session)
  const errors = session.seen.filter((seen) => codeOf(seen) !== undefined)
  return errors.length > 0 && errors.every(({ status }) => status !== errorStatuses.always_200.invalid_request)
}

/** What a key with one permission is answered to a request that is wrong besides: a job of no readable body. */
const seeDoublyWrong = (session: Session): Promise<RecordedExchange | undefined> =>
  session.see({ operation: 'createJob', body: unreadable, key: 'limited' })

/** A refusal for want of a permission. */
async function seeForbidden(session: Session): Promise<RecordedExchange | undefined> {
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

/** The statuses that an unknown record has under some option, and those of another method than a path has. */
const notFoundStatuses = new Set(keysOf(errorStatuses).map((option) => errorStatuses[option].resource_not_found))
const notAllowedStatuses = new Set([methodNotAllowedStatus, errorStatuses.always_200.invalid_request])

const usual: ReadonlySet<string> = new Set(['GET', 'POST'])

/** The options of errorStatus under which an error has another status than it was seen with. */
function ruledOutBy(seen: RecordedExchange): readonly Choice<'errorStatus'>[] {
  const code = codeOf(seen)
  return keysOf(errorStatuses).filter((option) => code !== undefined && errorStatuses[option][code] !== seen.status)
}

/** The options of errorStatus that all errors agree with that were seen, and those errors that tell them from the others: few of them. */
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

/** The refusals whose status errorStatus says: not those for a method, which have one of their own. */
const withUsualStatus = ({ seen }: Session): readonly RecordedExchange[] =>
  seen.filter(
    (answer) => usual.has(answer.method) && codeOf(answer) !== undefined && answer.status !== methodNotAllowedStatus,
  )

const noMethod: readonly Hiding[] = [
  { row: 'methodNotAllowed', options: ['resource_not_found_404'], reason: 'no answer is the refusal of a method' },
  { row: 'errorStatus', options: ['always_200'], reason: 'no answer has a status that names methods' },
]

/** Whether the key with one permission was refused jobs for want of another: to read them, else to create one. */
async function mayNoJobs(session: Session): Promise<RecordedExchange | undefined> {
  const asks = [{ operation: jobs }, { operation: 'createJob', body: JSON.stringify(jobBody) }] as const
  for (const request of asks) {
    const seen = await session.see({ ...request, key: 'limited' })
    if (seen !== undefined && codeOf(seen) === 'authorization_error') return seen
  }
  return undefined
}

async function checkOrderOf(session: Session): Promise<Finding<Choice<'checkOrder'>>> {
  const wrong = await seeDoublyWrong(session)
  if (wrong !== undefined && codeOf(wrong) === 'invalid_request') {
    const refused = await mayNoJobs(session)
    return refused === undefined
      ? unknown('the limited key was not seen to be refused jobs', wrong)
      : found('request_before_permission', refused, wrong)
  }
  if (wrong === undefined || codeOf(wrong) !== 'authorization_error') return unexpected(wrong)
  if (!session.has('spareKey')) return unknown('the quota of requests without a key may not be used up', wrong)
  const last = await exhaust(session, 'none')
  if (last === undefined) return unknown('the quota of requests without a key is too large to be used up', wrong)
  if (codeOf(last) === 'rate_limit_exceeded') return found('quota_first', wrong, last)
  return codeOf(last) === 'authentication_error'
    ? found('authentication_quota_permission_request', wrong, last)
    : unexpected(wrong, last)
}

/** What finds out what services do with errors and methods (§2.1, §4, §5, §7, §8). */
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
      return unknown({ reason: `all that was seen fits ${options.join(' and ')}`, need }, ...evidence)
    },
  },
  methodNotAllowed: {
    find: async (session) => {
      const seen = await seeOtherMethod(session)
      const code = seen === undefined ? undefined : codeOf(seen)
      if (seen === undefined) return notSeen()
      if (code === 'resource_not_found' && notFoundStatuses.has(seen.status))
        return found('resource_not_found_404', seen)
      return code === 'invalid_request' && notAllowedStatuses.has(seen.status)
        ? found('invalid_request_405', seen)
        : unexpected(seen)
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
        reason: 'an answer without a body shows no error but by its status',
      },
    ],
    find: async (session) => {
      const [seen, other] = [await seeHead(session), await seeOtherMethod(session)]
      if (seen === undefined) return notSeen()
      if (!(await tellsErrors(session))) return unknown('errors may have the status of a success', seen)
      if (seen.status === 200) return found('as_get', seen)
      const isRefused = notFoundStatuses.has(seen.status) || notAllowedStatuses.has(seen.status)
      return isRefused && other?.status === seen.status ? found('method_not_allowed', seen) : unexpected(seen)
    },
  },
  errorDetails: {
    find: async (session) => {
      const seen = await seeInvalid(session)
      const details = seen === undefined ? undefined : detailsOf(seen)
      if (seen === undefined || details === undefined) return unexpected(seen)
      if (details.includes(seen.id)) return found('specific', seen)
      const other = await seeOtherInvalid(session, seen)
      if (other === undefined || detailsOf(other) === undefined) return unexpected(seen, other)
      if (detailsOf(other) !== details) return unknown('the details differ, but not in what was asked for', seen, other)
      return found(/\bid\b/.test(details) ? 'specific' : 'generic', seen, other)
    },
  },
  checkOrder: {
    needs: ['limitedKey'],
    hiddenBy: [
      {
        row: 'rateCounts',
        options: ['accepted'],
        reason: 'requests without a key use up no quota, so that the quota never fails beside the key',
        but: ['request_before_permission'],
      },
    ],
    find: checkOrderOf,
  },
}
