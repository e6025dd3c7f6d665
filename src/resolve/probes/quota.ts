import { rateWindowMs } from '../../spec/limits.ts'
import { type Finding, found, unknown } from '../probe.ts'
import { dateOf, type RecordedExchange, remainingIn, resetIn, type Seen } from '../recorded-exchange.ts'
import { lists } from '../requests.ts'
import type { KeyName } from '../sent-request.ts'
import type { Session } from '../session.ts'

const { resources } = lists

/** Most requests that use up a quota. */
const mostRequests = 1000

/**
 * Uses up the quota of a key.
 * @returns the first answer beyond it; undefined if too much of it remains, or if requests do not count
 */
export function exhaust(session: Session, key: KeyName): Promise<Seen> {
  return session.once(`the quota of ${key}`, async () => {
    const request = { operation: resources, key }
    let last = await session.ask(request)
    for (let made = 0; made < mostRequests && last !== undefined; made += 1) {
      const remaining = remainingIn(last) ?? Number.POSITIVE_INFINITY
      if (remaining > mostRequests - made) return undefined
      const next = await session.ask(request)
      if (remaining === 0) return next !== undefined && remainingIn(next) === 0 ? next : undefined
      if (next !== undefined && (remainingIn(next) ?? remaining) >= remaining) return undefined
      last = next
    }
    return undefined
  })
}

/** The largest error of the times in an answer. */
const slackMs = 3_000

/** The time between two requests that leave a sliding window one after the other. */
const aWhileMs = 10_000

/** The time of an answer, and the time at which its window resets. */
function timesOf(seen: Seen) {
  const nowMs = dateOf(seen)
  const resetMs = resetIn(seen)?.atMs
  if (seen === undefined || nowMs === undefined || resetMs === undefined) return undefined
  return { seen, nowMs, resetMs, isWhole: Math.abs(resetMs - nowMs - rateWindowMs) < slackMs }
}

/** Finds out when the window starts by the times of its reset. */
export async function windowOf(session: Session): Promise<Finding<'first_request' | 'clock_hour' | 'sliding'>> {
  const isLike = (other: RecordedExchange): boolean => other.key === 'main' && timesOf(other) !== undefined
  const first = timesOf(await session.see({ operation: resources }, isLike))
  if (first === undefined) return unknown('no answer says when the window resets')
  const { seen, resetMs, isWhole } = first
  const others = session.seen.flatMap((other) => resetIn(other)?.atMs ?? [])
  if ([resetMs, ...others].some((ms) => ms % rateWindowMs !== 0)) {
    const alike = 'a window that begins with a request and one that slides do not differ for an hour'
    return (await afterReset(session, seen)) ?? unknown(alike, seen)
  }
  return isWhole ? unknown('the window began on the hour; try again at another time', seen) : found('clock_hour', seen)
}

/** Waits until the oldest request is an hour old: the window is then a new one, or still has the later requests. */
async function afterReset(
  session: Session,
  first: RecordedExchange,
): Promise<Finding<'first_request' | 'sliding'> | undefined> {
  if (!(await session.wait(aWhileMs))) return undefined
  const later = timesOf(await session.ask({ operation: resources }))
  if (later === undefined) return undefined
  if (Math.abs(later.resetMs - (resetIn(first)?.atMs ?? 0)) > slackMs)
    return unknown('the reset moves with the requests', first, later.seen)
  if (!(await session.wait(Math.max(0, later.resetMs - later.nowMs) + 1000))) return undefined
  const last = timesOf(await session.ask({ operation: resources }))
  if (last === undefined) return undefined
  const evidence = [first, later.seen, last.seen]
  if (last.isWhole) return found('first_request', ...evidence)
  const isLater = last.resetMs > later.resetMs && last.resetMs > last.nowMs
  return isLater ? found('sliding', ...evidence) : unknown('the window did not end when it should have', ...evidence)
}
