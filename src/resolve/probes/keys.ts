import type { Choice } from '../../assumptions/register.ts'
import type { keyRows } from '../../assumptions/rows/keys.ts'
import { keyScheme, rateHeaders } from '../../spec/headers.ts'
import { assessmentBody, subjectOf } from '../creations.ts'
import { byAnswer, type Finding, found, notSeen, pick, type Probes, unexpected, unknown } from '../probe.ts'
import {
  codeOf,
  isServed,
  numberIn,
  type RecordedExchange,
  remainingIn,
  resetIn,
  type Seen,
} from '../recorded-exchange.ts'
import { listIds, lists, unreadable } from '../requests.ts'
import type { ProbeRequest } from '../sent-request.ts'
import type { Session } from '../session.ts'
import { exhaust, windowOf } from './quota.ts'

const { resources, assessments, jobs } = lists

const isForbidden = (seen: Seen): boolean => codeOf(seen) === 'authorization_error'

/** Says if the key with one permission may write in its area; undefined if that did not show. */
interface Writing {
  readonly mayWrite: boolean | undefined
  readonly seen: Seen
}

/** Finds out if the key with one permission may write in its area. An invalid request shows that only if the permission is checked first. */
async function tryWriting(session: Session): Promise<Writing> {
  const request = { operation: 'createAssessment', key: 'limited' } as const
  const wrong = await session.see({ ...request, body: unreadable })
  if (isForbidden(wrong)) return { mayWrite: false, seen: wrong }
  const elsewhere = await session.see({ operation: 'createJob', body: unreadable, key: 'limited' })
  if (isForbidden(elsewhere)) {
    return { mayWrite: codeOf(wrong) === 'invalid_request' ? true : undefined, seen: wrong }
  }
  const subject = await subjectOf(session)
  if (subject === undefined) return { mayWrite: undefined, seen: wrong }
  const right = await session.see({ ...request, body: JSON.stringify(assessmentBody(subject)) })
  const mayWrite = isServed(right) ? true : undefined
  return { mayWrite: isForbidden(right) ? false : mayWrite, seen: right }
}

async function modelOf(session: Session): Promise<Finding<Choice<'permissionModel'>>> {
  const evidence: RecordedExchange[] = []
  for (const operation of listIds) {
    const seen = await session.see({ operation, key: 'limited' })
    if (seen !== undefined) evidence.push(seen)
  }
  if (evidence.length < listIds.length) return notSeen()
  const readable = evidence.filter((seen) => isServed(seen) && !isForbidden(seen)).map(({ operation }) => operation)
  const readsAll = readable.length === listIds.length
  if (!readsAll && (readable.join() !== assessments || evidence.filter(isForbidden).length !== 2)) {
    return unknown('the limited key does not have the one permission to read assessments', ...evidence)
  }
  const { mayWrite, seen } = await tryWriting(session)
  const all = [...evidence, seen]
  if (mayWrite === undefined) return unknown('no answer showed if the key may create assessments', ...all)
  if (readsAll && mayWrite) return unknown('the limited key may do everything', ...all)
  return pick({ read_write: readsAll, area: mayWrite, area_read_write: true }, ...all)
}

/** The answers to some requests, one after the other, and how many requests of the quota each has used. */
async function askInTurn(session: Session, requests: readonly ProbeRequest[]) {
  const seen: RecordedExchange[] = []
  for (const request of requests) {
    const answer = await session.ask(request)
    if (answer !== undefined) seen.push(answer)
  }
  const left = seen.flatMap((answer) => remainingIn(answer) ?? [])
  return { seen, used: left.slice(1).map((remaining, i) => (left[i] ?? 0) - remaining), left }
}

/** Finds out if a request with another key uses the quota of the main key. */
async function scopeOf(session: Session): Promise<Finding<Choice<'rateScope'>>> {
  const request = { operation: assessments }
  const other = { ...request, key: session.has('limitedKey') ? 'limited' : 'spare' } as const
  const { seen, left } = await askInTurn(session, [request, other, request])
  const [first = 0, second = 0, third = 0] = left
  if (seen.length < 3 || left.length < 3 || !seen.every(isServed)) return unexpected(...seen)
  const [ofOther, ofMain] = [first - second, first - third]
  if (ofMain === 1 && ofOther !== 1) return found('key', ...seen)
  if (ofMain === 2 && ofOther === 1) return found('account', ...seen)
  return unknown('other programs use the keys at the same time', ...seen)
}

/** Finds out if requests without a key use up a quota. */
async function countsOf(session: Session): Promise<Finding<Choice<'rateCounts'>>> {
  const request = { operation: jobs, key: 'none' } as const
  const { seen, left, used } = await askInTurn(session, [request, request, request])
  if (seen.length < 3) return notSeen()
  const areRefused = seen.every((answer) => codeOf(answer) === 'authentication_error')
  if (!areRefused || left.length < 3 || left.at(-1) === 0) return unexpected(...seen)
  if (used.every((count) => count === 1)) return found('every_request', ...seen)
  return used.every((count) => count === 0)
    ? found('accepted', ...seen)
    : unknown('other programs send requests without a key at the same time', ...seen)
}

const isLimited = (seen: Seen): boolean =>
  codeOf(seen) === 'rate_limit_exceeded' || codeOf(seen) === 'service_unavailable'

const scheme = keyScheme.toLowerCase()

/** Probes of keys and quotas (§5, §8). */
export const keyProbes: Probes<keyof typeof keyRows> = {
  authScheme: byAnswer(
    { operation: resources, scheme },
    (seen) => pick({ exact: codeOf(seen) === 'authentication_error', any_case: isServed(seen) }, seen),
    (seen) => seen.scheme === scheme && seen.key === 'main',
  ),
  permissionModel: { needs: ['limitedKey'], find: modelOf },
  rateQuota: byAnswer(
    { operation: resources },
    (seen) => {
      const limit = numberIn(seen, rateHeaders.limit) ?? 0
      return limit === 0 || !Number.isSafeInteger(limit) ? unexpected(seen) : found(limit, seen)
    },
    (seen) => seen.key === 'main' && numberIn(seen, rateHeaders.limit) !== undefined,
  ),
  rateWindow: { needs: ['wait'], find: windowOf },
  rateCounts: { find: countsOf },
  rateScope: { needs: ['otherKey'], find: scopeOf },
  rateResetUnit: byAnswer(
    { operation: resources },
    (seen) => {
      const unit = resetIn(seen)?.unit
      return pick({ seconds: unit === 'seconds', milliseconds: unit === 'milliseconds' }, seen)
    },
    (seen) => resetIn(seen) !== undefined,
  ),
  retryAfter: {
    needs: ['spareKey'],
    hiddenBy: [
      {
        row: 'rateScope',
        options: ['account'],
        reason: 'using up the quota of one key uses up the quota of all keys',
      },
    ],
    find: async (session) => {
      const known = session.seen.find(isLimited)
      if (known === undefined && !session.isReplay && (await session.option('rateScope')) !== 'key')
        return unknown('the quota may be shared with other keys')
      const seen = known ?? (await exhaust(session, 'spare'))
      if (!isLimited(seen)) return unknown('no quota could be used up', seen)
      return found(seen?.headers['retry-after'] === undefined ? 'absent' : 'present', seen)
    },
  },
}
