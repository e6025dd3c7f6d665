import type { errorRows } from '../assumptions/error-rows.ts'
import { errorStatuses } from '../assumptions/error-statuses.ts'
import type { Choice } from '../assumptions/register.ts'
import { keysOf } from '../lib/keys-of.ts'
import { lists, noId, notSeen, unexpected } from './asks.ts'
import { jobBody } from './creations.ts'
import { codeOf, type Seen, textAt } from './exchange.ts'
import { type Finding, found, type Hiding, type Probes, unknown } from './probe.ts'
import { exhaust } from './quota-probes.ts'
import type { Session } from './session.ts'

const [resources] = lists

/** A request that every service refuses as invalid: an assessment id that is no UUID (§7). */
const seeInvalid = (session: Session): Promise<Seen | undefined> =>
  session.see(
    { operation: 'getAssessment', id: noId },
    (seen) => seen.operation === 'getAssessment' && seen.id === noId && codeOf(seen) === 'invalid_request',
  )

/** A request with another method than the path has: one that changes nothing where it is served after all. */
const seeOtherMethod = (session: Session): Promise<Seen | undefined> =>
  session.see(
    { operation: resources, method: 'PATCH' },
    ({ operation, method }) => lists.some((list) => list === operation) && ['PUT', 'PATCH', 'DELETE'].includes(method),
  )

/** A body that cannot be read, so that nothing can come of it. */
const unreadable = '{'

/** What a key with one permission is answered to a request that is wrong besides: a job of no readable body. */
const seeDoublyWrong = (session: Session): Promise<Seen | undefined> =>
  session.see({ operation: 'createJob', body: unreadable, key: 'limited' })

/** A refusal for want of a permission. */
async function seeForbidden(session: Session): Promise<Seen | undefined> {
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

const usual: ReadonlySet<string> = new Set(['GET', 'POST'])

/** The options of errorStatus that all errors agree with that were seen, those for another method aside. */
function fitting(seen: readonly Seen[]): readonly Choice<'errorStatus'>[] {
  return keysOf(errorStatuses).filter((option) =>
    seen.every((answer) => {
      const code = codeOf(answer)
      return code === undefined || errorStatuses[option][code] === answer.status
    }),
  )
}

const noMethod: readonly Hiding[] = [
  { row: 'methodNotAllowed', options: ['resource_not_found_404'], reason: 'no answer is the refusal of a method' },
  { row: 'errorStatus', options: ['always_200'], reason: 'no answer has a status that names methods' },
]

async function checkOrderOf(session: Session): Promise<Finding<Choice<'checkOrder'>>> {
  const wrong = session.has('limitedKey') || session.isReplay ? await seeDoublyWrong(session) : undefined
  if (wrong !== undefined && codeOf(wrong) === 'invalid_request') return found('request_before_permission', wrong)
  if (wrong === undefined || codeOf(wrong) !== 'authorization_error') return unexpected(wrong)
  if (!session.has('spareKey')) return unknown('the quota of requests without a key may not be used up', wrong)
  const last = await exhaust(session, 'none')
  if (last === undefined) return unknown('the quota of requests without a key is too large to be used up', wrong)
  return codeOf(last) === 'rate_limit_exceeded'
    ? found('quota_first', wrong, last)
    : found('authentication_quota_permission_request', wrong, last)
}

/** What finds out what services do with errors and methods (§2.1, §4, §5, §7, §8). */
export const errorProbes: Probes<keyof typeof errorRows> = {
  errorStatus: {
    needs: ['limitedKey'],
    find: async (session) => {
      const [invalid, forbidden] = [await seeInvalid(session), await seeForbidden(session)]
      const errors = session.seen.filter((seen) => usual.has(seen.method) && codeOf(seen) !== undefined)
      const [option, ...others] = fitting(errors)
      const evidence = [invalid, forbidden].filter((seen) => seen !== undefined)
      if (errors.length === 0) return notSeen()
      if (option === undefined) return unexpected(...evidence)
      return others.length === 0 ? found(option, ...evidence) : unknown('several options fit', ...evidence)
    },
  },
  methodNotAllowed: {
    find: async (session) => {
      const seen = await seeOtherMethod(session)
      const code = seen === undefined ? undefined : codeOf(seen)
      if (seen === undefined) return notSeen()
      if (code === 'resource_not_found') return found('resource_not_found_404', seen)
      return code === 'invalid_request' ? found('invalid_request_405', seen) : unexpected(seen)
    },
  },
  allowHeader: {
    hiddenBy: noMethod,
    find: async (session) => {
      const seen = await seeOtherMethod(session)
      if (seen === undefined) return notSeen()
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
      const seen = await session.see({ operation: resources, method: 'HEAD' }, (other) => other.method === 'HEAD')
      if (seen === undefined) return notSeen()
      return found(seen.status === 200 ? 'as_get' : 'method_not_allowed', seen)
    },
  },
  errorDetails: {
    find: async (session) => {
      const seen = await seeInvalid(session)
      const details = textAt(seen?.json, 'error', 'details')
      if (seen === undefined || details === undefined) return unexpected(seen)
      return found(details.includes(noId) || /\bid\b/.test(details) ? 'specific' : 'generic', seen)
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
