import type { Choice } from '../../assumptions/register.ts'
import type { keyRows } from '../../assumptions/rows/keys.ts'
import { keyScheme, rateHeaders } from '../../spec/headers.ts'
import { rateWindowMs } from '../../spec/limits.ts'
import {
  codeOf,
  dateOf,
  isServed,
  type KeyName,
  numberIn,
  type ProbeRequest,
  type RecordedExchange,
  remainingIn,
  resetIn,
  type Seen,
} from '../exchange.ts'
import { byAnswer, pick, type Probes, unexpected } from '../probe.ts'
import { assessmentBody, listIds, lists, subjectOf, unreadable } from '../requests.ts'
import { type Session, Unknown } from '../session.ts'

const { resources, assessments, jobs } = lists

const isForbidden = (seen: Seen): boolean => codeOf(seen) === 'authorization_error'

const undecided = (): Unknown => new Unknown('no answer showed if the key may create assessments')

/** Finds out if the key with one permission may write in its area. An invalid request shows that only if the permission is checked first. */
async function mayWrite(session: Session): Promise<boolean> {
  const request = { operation: 'createAssessment', key: 'limited' } as const
  const wrong = await session.see({ ...request, body: unreadable })
  if (isForbidden(wrong)) return false
  if (isForbidden(await session.see({ operation: 'createJob', body: unreadable, key: 'limited' }))) {
    if (codeOf(wrong) === 'invalid_request') return true
    throw undecided()
  }
  const right = await session.see({ ...request, body: JSON.stringify(assessmentBody(await subjectOf(session))) })
  if (!isForbidden(right) && !isServed(right)) throw undecided()
  return isServed(right)
}

async function modelOf(session: Session): Promise<Choice<'permissionModel'>> {
  const answers: RecordedExchange[] = []
  for (const operation of listIds) answers.push(await session.see({ operation, key: 'limited' }))
  const readable = answers.filter(isServed).map(({ operation }) => operation)
  const readsAll = readable.length === listIds.length
  if (!readsAll && (readable.join() !== assessments || answers.filter(isForbidden).length !== 2)) {
    throw new Unknown('the limited key does not have the one permission to read assessments')
  }
  const writes = await mayWrite(session)
  if (readsAll && writes) throw new Unknown('the limited key may do everything')
  if (readsAll) return 'read_write'
  return writes ? 'area' : 'area_read_write'
}

const mostRequests = 1000

/**
 * Uses up the quota of a key.
 * @returns the first answer beyond it
 * @throws Unknown if too much of it remains, or if requests do not count
 */
export async function exhaust(session: Session, key: KeyName): Promise<RecordedExchange> {
  const beyond = await session.once(`the quota of ${key}`, async () => {
    const request = { operation: resources, key }
    let last = await session.ask(request)
    for (let made = 0; made < mostRequests; made += 1) {
      const remaining = remainingIn(last) ?? Number.POSITIVE_INFINITY
      if (remaining > mostRequests - made) break
      const next = await session.ask(request)
      if (remaining === 0 && remainingIn(next) === 0) return next
      if (remaining === 0 || (remainingIn(next) ?? remaining) >= remaining) break
      last = next
    }
    throw new Unknown(`no quota of at most ${mostRequests} requests could be used up`)
  })
  session.cite(beyond)
  return beyond
}

/** The largest error of the times in an answer. */
const slackMs = 3_000

/** The time between two requests that leave a sliding window one after the other. */
const aWhileMs = 10_000

/** The time of an answer, and the time at which its window resets. */
function timesOf(seen: Seen) {
  const nowMs = dateOf(seen)
  const resetMs = resetIn(seen)?.atMs
  if (nowMs === undefined || resetMs === undefined) return undefined
  return { nowMs, resetMs, isWhole: Math.abs(resetMs - nowMs - rateWindowMs) < slackMs }
}

function needTimesOf(seen: RecordedExchange) {
  const times = timesOf(seen)
  if (times === undefined) throw new Unknown('no answer says when the window resets')
  return times
}

/** Finds out when the window starts by the times of its reset. */
async function windowOf(session: Session): Promise<Choice<'rateWindow'>> {
  const isLike = (other: RecordedExchange): boolean => other.key === 'main' && timesOf(other) !== undefined
  const { resetMs, isWhole } = needTimesOf(await session.see({ operation: resources }, isLike))
  const others = session.seen.flatMap((other) => resetIn(other)?.atMs ?? [])
  if ([resetMs, ...others].some((ms) => ms % rateWindowMs !== 0)) return afterReset(session, resetMs)
  if (isWhole) throw new Unknown('the window began on the hour; try again at another time')
  return 'clock_hour'
}

/**
 * Waits until the oldest request is an hour old: the window is then a new one, or still has the later requests. A window that
 * begins with a request and one that slides do not differ before.
 */
async function afterReset(session: Session, firstResetMs: number): Promise<'first_request' | 'sliding'> {
  await session.wait(aWhileMs)
  const later = needTimesOf(await session.ask({ operation: resources }))
  if (Math.abs(later.resetMs - firstResetMs) > slackMs) throw new Unknown('the reset moves with the requests')
  await session.wait(Math.max(0, later.resetMs - later.nowMs) + 1000)
  const last = needTimesOf(await session.ask({ operation: resources }))
  if (last.isWhole) return 'first_request'
  if (last.resetMs > later.resetMs && last.resetMs > last.nowMs) return 'sliding'
  throw new Unknown('the window did not end when it should have')
}

/** The answers to some requests, one after the other, and what each says is left of the quota. */
async function askInTurn(session: Session, requests: readonly ProbeRequest[]) {
  const seen: RecordedExchange[] = []
  for (const request of requests) seen.push(await session.ask(request))
  return { seen, left: seen.flatMap((answer) => remainingIn(answer) ?? []) }
}

/** Finds out if a request with another key uses the quota of the main key. */
async function scopeOf(session: Session): Promise<Choice<'rateScope'>> {
  const request = { operation: assessments }
  const other = { ...request, key: session.has('limitedKey') ? 'limited' : 'spare' } as const
  const { seen, left } = await askInTurn(session, [request, other, request])
  const [first = 0, second = 0, third = 0] = left
  if (left.length < 3 || !seen.every(isServed)) throw new Unknown('not every answer was a page with a quota')
  const [ofOther, ofMain] = [first - second, first - third]
  if (ofMain === 1 && ofOther !== 1) return 'key'
  if (ofMain === 2 && ofOther === 1) return 'account'
  throw new Unknown('other programs use the keys at the same time')
}

async function countsOf(session: Session): Promise<Choice<'rateCounts'>> {
  const request = { operation: jobs, key: 'none' } as const
  const { seen, left } = await askInTurn(session, [request, request, request])
  const [first = 0, second = 0, third = 0] = left
  const areRefused = seen.every((answer) => codeOf(answer) === 'authentication_error')
  if (!areRefused || left.length < 3 || third === 0) {
    throw new Unknown('not every request without a key was refused with what is left of a quota')
  }
  if (first - second === 1 && second - third === 1) return 'every_request'
  if (first === second && second === third) return 'accepted'
  throw new Unknown('other programs send requests without a key at the same time')
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
      if (limit === 0 || !Number.isSafeInteger(limit)) throw unexpected(seen)
      return limit
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
      { row: 'rateScope', options: ['account'], reason: 'using up the quota of one key uses up the quota of all keys' },
    ],
    find: async (session) => {
      const known = session.find(isLimited)
      if (known === undefined && !session.isReplay && (await session.option('rateScope')) !== 'key') {
        throw new Unknown('the quota may be shared with other keys')
      }
      const seen = known ?? (await exhaust(session, 'spare'))
      if (!isLimited(seen)) throw unexpected(seen)
      return seen.headers['retry-after'] === undefined ? 'absent' : 'present'
    },
  },
}
