import type { Choice } from '../../assumptions/register.ts'
import type { keyRows } from '../../assumptions/rows/keys.ts'
import { keyScheme, rateHeaders } from '../../spec/headers.ts'
import { rateWindowMs } from '../../spec/limits.ts'
import { type KeyName, numberIn, type ProbeRequest, type Exchange } from '../exchange.ts'
import { byAnswer, pick, type Probes, unexpected } from '../probe.ts'
import { assessmentBody, assessments, jobs, listIds, resources, subjectOf, unreadable } from '../requests.ts'
import { type Session, Unknown } from '../session.ts'

const isForbidden = ({ code }: Exchange): boolean => code === 'authorization_error'

const undecided = (): Unknown => new Unknown('no answer showed if the key may create assessments')

/** Finds out if the key with one permission may write in its area. An invalid request shows that only if the permission is checked first. */
async function mayWrite(session: Session): Promise<boolean> {
  const request = { operation: 'createAssessment', key: 'limited' } as const
  const wrong = await session.see({ ...request, body: unreadable })
  if (isForbidden(wrong)) return false
  if (isForbidden(await session.see({ operation: 'createJob', body: unreadable, key: 'limited' }))) {
    if (wrong.code === 'invalid_request') return true
    throw undecided()
  }
  const right = await session.see({ ...request, body: JSON.stringify(assessmentBody(await subjectOf(session))) })
  if (!isForbidden(right) && !right.isServed) throw undecided()
  return right.isServed
}

async function modelOf(session: Session): Promise<Choice<'permissionModel'>> {
  const answers: Exchange[] = []
  for (const operation of listIds) answers.push(await session.see({ operation, key: 'limited' }))
  const readable = answers.filter(({ isServed }) => isServed).map(({ operation }) => operation)
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
export async function exhaust(session: Session, key: KeyName): Promise<Exchange> {
  const beyond = await session.once(`the quota of ${key}`, async () => {
    const request = { operation: resources, key }
    let last = await session.ask(request)
    for (let made = 0; made < mostRequests; made += 1) {
      const remaining = last.remaining ?? Number.POSITIVE_INFINITY
      if (remaining > mostRequests - made) break
      const next = await session.ask(request)
      if (remaining === 0 && next.remaining === 0) return next
      if (remaining === 0 || (next.remaining ?? remaining) >= remaining) break
      last = next
    }
    throw new Unknown(`no quota of at most ${mostRequests} requests could be used up`)
  })
  session.cite(beyond)
  return beyond
}

/** The largest error of the times in an answer. */
const slackMs = 3_000

/** Finds a window that begins on the hour. One that begins with a request and one that slides do not differ for an hour. */
async function windowOf(session: Session): Promise<Choice<'rateWindow'>> {
  const isLike = (other: Exchange): boolean => other.key === 'main' && other.reset !== undefined
  const { reset, dateMs } = await session.see({ operation: resources }, isLike)
  if (reset === undefined || dateMs === undefined) throw new Unknown('no answer says when the window resets')
  if (reset.atMs % rateWindowMs !== 0) throw new Unknown('the window does not end on the hour: it may slide, or not')
  if (Math.abs(reset.atMs - dateMs - rateWindowMs) < slackMs)
    throw new Unknown('the window began on the hour; try later')
  return 'clock_hour'
}

/** The answers to some requests, one after the other, and what each says is left of the quota. */
async function askInTurn(session: Session, requests: readonly ProbeRequest[]) {
  const seen: Exchange[] = []
  for (const request of requests) seen.push(await session.ask(request))
  return { seen, left: seen.flatMap((answer) => answer.remaining ?? []) }
}

/** Finds out if a request with another key uses the quota of the main key. */
async function scopeOf(session: Session): Promise<Choice<'rateScope'>> {
  const request = { operation: assessments }
  const { seen, left } = await askInTurn(session, [request, { ...request, key: 'limited' }, request])
  const [first = 0, second = 0, third = 0] = left
  if (left.length < 3 || !seen.every(({ isServed }) => isServed))
    throw new Unknown('not every answer was a page with a quota')
  const [ofOther, ofMain] = [first - second, first - third]
  if (ofMain === 1 && ofOther !== 1) return 'key'
  if (ofMain === 2 && ofOther === 1) return 'account'
  throw new Unknown('other programs use the keys at the same time')
}

async function countsOf(session: Session): Promise<Choice<'rateCounts'>> {
  const request = { operation: jobs, key: 'none' } as const
  const { seen, left } = await askInTurn(session, [request, request, request])
  const [first = 0, second = 0, third = 0] = left
  const areRefused = seen.every((answer) => answer.code === 'authentication_error')
  if (!areRefused || left.length < 3 || third === 0) {
    throw new Unknown('not every request without a key was refused with what is left of a quota')
  }
  if (first - second === 1 && second - third === 1) return 'every_request'
  if (first === second && second === third) return 'accepted'
  throw new Unknown('other programs send requests without a key at the same time')
}

const isLimited = ({ code }: Exchange): boolean => code === 'rate_limit_exceeded' || code === 'service_unavailable'

const scheme = keyScheme.toLowerCase()

export const keyProbes: Probes<keyof typeof keyRows> = {
  authScheme: byAnswer(
    { operation: resources, scheme },
    (seen) => pick({ exact: seen.code === 'authentication_error', any_case: seen.isServed }, seen),
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
  rateWindow: { find: windowOf },
  rateCounts: { find: countsOf },
  rateScope: { needs: ['limitedKey'], find: scopeOf },
  rateResetUnit: byAnswer(
    { operation: resources },
    (seen) => {
      const unit = seen.reset?.unit
      return pick({ seconds: unit === 'seconds', milliseconds: unit === 'milliseconds' }, seen)
    },
    (seen) => seen.reset !== undefined,
  ),
  retryAfter: {
    needs: ['spareKey'],
    hiddenBy: { rateScope: ['account'] },
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
