import * as z from 'zod/mini'

import type { Choice } from '../assumptions/register.ts'
import { rateWindowMs } from '../spec/limits.ts'
import { instantMs } from '../time/instant.ts'

export type Window = Choice<'rateWindow'>

const count = z.int().check(z.gte(0))

type Second = readonly [ms: number, requests: number]

const isAscending = (seconds: readonly Second[]): boolean =>
  seconds.every(([ms], at) => at === 0 || ms > (seconds[at - 1]?.[0] ?? ms))

/**
 * The requests of one owner in an hour (§8). A fixed window starts with a request or with the hour. It ends an hour later, or when
 * the clock is set back before its start. A sliding window is the hour before each instant. It has a count for each second, so that
 * its size is bounded. Instants are in Unix milliseconds.
 */
export const meterState = z.lazy(() =>
  z.discriminatedUnion('window', [
    z.strictObject({
      window: z.enum(['first_request', 'clock_hour']),
      owner: z.string(),
      startMs: instantMs,
      endMs: instantMs,
      used: count,
    }),
    z.strictObject({
      window: z.literal('sliding'),
      owner: z.string(),
      seconds: z
        .array(z.tuple([instantMs, z.int().check(z.gte(1))]))
        .check(z.refine(isAscending, { error: 'seconds in ascending order, each once' })),
    }),
  ]),
)

export type Meter = z.infer<typeof meterState>

export const newMeter = (window: Window, owner: string): Meter =>
  window === 'sliding' ? { window, owner, seconds: [] } : { window, owner, startMs: 0, endMs: 0, used: 0 }

export const hasRequests = (meter: Meter): boolean =>
  meter.window === 'sliding' ? meter.seconds.length > 0 : meter.endMs > 0

const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000

/** The whole second at which a window ends: never after its full length, so that a wait of an hour is always enough. */
export function endOf(nowMs: number, lengthMs: number): number {
  const endMs = wholeSecond(nowMs + lengthMs)
  return endMs > nowMs ? endMs : endMs + 1000
}

const endOfNew = (window: Window, nowMs: number): number =>
  window === 'clock_hour' ? (Math.floor(nowMs / rateWindowMs) + 1) * rateWindowMs : endOf(nowMs, rateWindowMs)

const isOpen = ({ startMs, endMs }: Extract<Meter, { used: number }>, nowMs: number): boolean =>
  nowMs >= startMs && nowMs < endMs

/** True for a second in the hour before an instant. A later second was counted before the clock was set back. */
const isWithin =
  (nowMs: number) =>
  ([ms]: Second): boolean =>
    ms + rateWindowMs > nowMs && ms <= nowMs

export function countedIn(meter: Meter, nowMs: number): number {
  if (meter.window !== 'sliding') return isOpen(meter, nowMs) ? meter.used : 0
  return meter.seconds.filter(isWithin(nowMs)).reduce((sum, [, requests]) => sum + requests, 0)
}

/** Drops the requests that have left a sliding window, so that they do not count again when the clock is set back. */
export function dropExpired(meter: Meter, nowMs: number): void {
  if (meter.window === 'sliding') meter.seconds = meter.seconds.filter(isWithin(nowMs))
}

export function countRequest(meter: Meter, nowMs: number): void {
  if (meter.window === 'sliding') {
    const second = wholeSecond(nowMs)
    const newest = meter.seconds.at(-1)
    if (newest?.[0] === second) newest[1] += 1
    else meter.seconds.push([second, 1])
    return
  }
  if (!isOpen(meter, nowMs)) {
    meter.endMs = endOfNew(meter.window, nowMs)
    meter.startMs = meter.window === 'clock_hour' ? meter.endMs - rateWindowMs : nowMs
    meter.used = 0
  }
  meter.used += 1
}

/** When the window resets, on a whole second; a sliding window resets when its oldest request leaves it. */
export function resetOf(meter: Meter, nowMs: number): number {
  if (meter.window !== 'sliding') return isOpen(meter, nowMs) ? meter.endMs : endOfNew(meter.window, nowMs)
  return (meter.seconds.find(isWithin(nowMs))?.[0] ?? wholeSecond(nowMs)) + rateWindowMs
}

/** Opens a window with a number of requests. @param endMs its reset (as of a new window) */
export function setMeter(meter: Meter, used: number, nowMs: number, endMs = endOfNew(meter.window, nowMs)): void {
  if (meter.window === 'sliding') meter.seconds = used > 0 ? [[endMs - rateWindowMs, used]] : []
  else {
    meter.startMs = nowMs
    meter.endMs = endMs
    meter.used = used
  }
}
