import type { Choice } from '../../../core/assumptions/register.ts'
import type { keyRows } from '../../../core/assumptions/rows/keys.ts'
import type { InputError } from '../../../core/lib/input-error.ts'
import { keyScheme, rateHeaders } from '../../../core/spec/headers.ts'
import { rateWindowMs } from '../../../core/spec/limits.ts'
import { byAnswer, pickOption, type Probes, unexpected } from '../probe.ts'
import { type KeyName, numberIn, type ProbeRequest, type RecordedExchange } from '../recorded-exchange.ts'
import { assessmentBody, assessments, jobs, listIds, resources, subjectOf, malformedBody } from '../requests.ts'
import { type Session, unknownOption } from '../session.ts'

export const isForbidden = ({ code }: RecordedExchange): boolean => code === 'authorization_error'

const undecided = (): InputError => unknownOption('no answer showed whether the key may create assessments')

/** True if the limited key may write in its area. An invalid request shows that only if the permission is checked first. */
async function mayWrite(session: Session): Promise<boolean> {
  const request = { operation: 'createAssessment', key: 'limited' } as const
  const wrong = await session.see({ ...request, body: malformedBody })
  if (isForbidden(wrong)) return false
  if (isForbidden(await session.see({ operation: 'createJob', body: malformedBody, key: 'limited' }))) {
    if (wrong.code === 'invalid_request') return true
    throw undecided()
  }
  const right = await session.see({ ...request, body: JSON.stringify(assessmentBody(await subjectOf(session))) })
  if (!isForbidden(right) && !right.isServed) throw undecided()
  return right.isServed
}

async function modelOf(session: Session): Promise<Choice<'permissionModel'>> {
  const answers: RecordedExchange[] = []
  for (const operation of listIds) answers.push(await session.see({ operation, key: 'limited' }))
  const readable = answers.filter(({ isServed }) => isServed).map(({ operation }) => operation)
  const readsAll = readable.length === listIds.length
  if (!readsAll && (readable.join() !== assessments || answers.filter(isForbidden).length !== 2)) {
    throw unknownOption('the limited key does not have the one permission to read assessments')
  }
  const writes = await mayWrite(session)
  if (readsAll && writes) throw unknownOption('the limited key may do everything')
  if (readsAll) return 'read_write'
  return writes ? 'area' : 'area_read_write'
}

const maxRequests = 1000

/** Exhausts the quota of a key. @returns the first answer beyond it. @throws InputError if too many requests remain */
export async function exhaust(session: Session, key: KeyName): Promise<RecordedExchange> {
  const beyond = await session.once(`the quota of ${key}`, async () => {
    const request = { operation: resources, key }
    let last = await session.ask(request)
    for (let made = 0; made < maxRequests; made += 1) {
      const remaining = last.remaining ?? Number.POSITIVE_INFINITY
      if (remaining > maxRequests - made) break
      const next = await session.ask(request)
      if (remaining === 0 && next.remaining === 0) return next
      if (remaining === 0 || (next.remaining ?? remaining) >= remaining) break
      last = next
    }
    throw unknownOption(`no quota of at most ${maxRequests} requests could be exhausted`)
  })
  session.cite(beyond)
  return beyond
}

/** The largest error of the times in an answer. */
const slackMs = 3_000

/** The time between two requests, so that a sliding window drops one before the other. */
const gapMs = 10_000

/** The time of an answer, and the time at which its window resets. */
function timesOf({ dateMs, reset }: RecordedExchange) {
  if (reset === undefined || dateMs === undefined) throw unknownOption('no answer says when the window resets')
  return { nowMs: dateMs, resetMs: reset.atMs, isWhole: Math.abs(reset.atMs - dateMs - rateWindowMs) < slackMs }
}

async function windowOf(session: Session): Promise<Choice<'rateWindow'>> {
  const isLike = ({ key, reset, dateMs }: RecordedExchange): boolean =>
    key === 'main' && reset !== undefined && dateMs !== undefined
  const { resetMs, isWhole } = timesOf(await session.see({ operation: resources }, isLike))
  const resets = session.seen.flatMap(({ reset }) => reset?.atMs ?? [])
  if (resets.some((ms) => ms % rateWindowMs !== 0)) return windowAfter(session, resetMs)
  if (isWhole) throw unknownOption('the window began on the hour; try later')
  return 'clock_hour'
}

/** Waits until the oldest request is an hour old: then a new window begins, or the window still has the later requests. */
async function windowAfter(session: Session, resetMs: number): Promise<'first_request' | 'sliding'> {
  if (session.isReplay) throw unknownOption('the window does not end on the hour: it may slide, or not')
  await session.wait(gapMs)
  const later = timesOf(await session.ask({ operation: resources }))
  if (Math.abs(later.resetMs - resetMs) > slackMs) throw unknownOption('the reset moves with the requests')
  await session.wait(Math.max(0, later.resetMs - later.nowMs) + 1000)
  const last = timesOf(await session.ask({ operation: resources }))
  if (last.isWhole) return 'first_request'
  if (last.resetMs > Math.max(later.resetMs, last.nowMs)) return 'sliding'
  throw unknownOption('the window did not end when it should have')
}

/** Sends requests one after another. @returns the answers, and the remaining quota that each names */
async function askInTurn(session: Session, requests: readonly ProbeRequest[]) {
  const seen: RecordedExchange[] = []
  for (const request of requests) seen.push(await session.ask(request))
  return { seen, left: seen.flatMap((answer) => answer.remaining ?? []) }
}

async function scopeOf(session: Session): Promise<Choice<'rateScope'>> {
  const request = { operation: assessments }
  const key = session.has('limitedKey') ? 'limited' : 'spare'
  const { seen, left } = await askInTurn(session, [request, { ...request, key }, request])
  const [first = 0, second = 0, third = 0] = left
  if (left.length < 3 || !seen.every(({ isServed }) => isServed))
    throw unknownOption('not every answer was a page with a quota')
  const [ofOther, ofMain] = [first - second, first - third]
  if (ofMain === 1 && ofOther !== 1) return 'key'
  if (ofMain === 2 && ofOther === 1) return 'account'
  throw unknownOption('other programs use the keys at the same time')
}

const isLimited = ({ code }: RecordedExchange): boolean =>
  code === 'rate_limit_exceeded' || code === 'service_unavailable'

const scheme = keyScheme.toLowerCase()

export const keyProbes: Probes<keyof typeof keyRows> = {
  authScheme: byAnswer(
    { operation: resources, scheme },
    (seen) => pickOption({ exact: seen.code === 'authentication_error', any_case: seen.isServed }, seen),
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
  rateWindow: { wants: ['wait'], find: windowOf },
  rateCounts: async (session) => {
    const request = { operation: jobs, key: 'none' } as const
    const { seen, left } = await askInTurn(session, [request, request, request])
    const [first = 0, second = 0, third = 0] = left
    const areRefused = seen.every((answer) => answer.code === 'authentication_error')
    if (!areRefused || left.length < 3 || third === 0) {
      throw unknownOption('not every request without a key was rejected with a remaining quota')
    }
    if (first - second === 1 && second - third === 1) return 'every_request'
    if (first === second && second === third) return 'accepted'
    throw unknownOption('other programs send requests without a key at the same time')
  },
  rateScope: { needs: ['otherKey'], find: scopeOf },
  rateResetUnit: byAnswer(
    { operation: resources },
    (seen) => {
      const unit = seen.reset?.unit
      return pickOption({ seconds: unit === 'seconds', milliseconds: unit === 'milliseconds' }, seen)
    },
    (seen) => seen.reset !== undefined,
  ),
  retryAfter: {
    needs: ['spareKey'],
    hiddenBy: { rateScope: ['account'] },
    find: async (session) => {
      const known = session.find(isLimited)
      if (known === undefined && !session.isReplay && (await session.option('rateScope')) !== 'key') {
        throw unknownOption('the quota may be shared with other keys')
      }
      const seen = known ?? (await exhaust(session, 'spare'))
      if (!isLimited(seen)) throw unexpected(seen)
      return seen.headers['retry-after'] === undefined ? 'absent' : 'present'
    },
  },
}
