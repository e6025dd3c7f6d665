import { effect } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'

import type { ClockPatch, ClockState, DueInfo, DueQuery } from '../../../src/core/control/endpoints/clock.ts'
import { dateTimeOf } from '../ui/format.ts'
import { api } from './api.ts'
import { summary } from './summary.ts'
import { elapsedMs, every, parseInstant } from './time.ts'

/** A reading of the sandbox clock, with the page's time. */
interface Reading {
  readonly clock: ClockState
  /** The clock's time, in Unix milliseconds. */
  readonly ms: number
  /** The page's time of the reading. */
  readonly readMs: number
}

let reading: Reading | undefined

const toReading = (clock: ClockState): Reading => ({ clock, ms: parseInstant(clock.now), readMs: elapsedMs() })

const shownBy = ({ clock, ms, readMs }: Reading): number =>
  clock.mode === 'frozen' ? ms : Math.floor(ms + (elapsedMs() - readMs) * clock.rate)

/** The largest difference that network latency causes between two readings, in milliseconds. */
const jitterMs = 500

/** True if a running clock shows what its first reading predicts: keeping that reading avoids jumps by latency. */
function isExpected(known: Reading, next: Reading): boolean {
  const { mode, rate } = next.clock
  if (mode === 'frozen' || known.clock.mode !== mode || known.clock.rate !== rate) return false
  return Math.abs(shownBy(known) - next.ms) < jitterMs * rate
}

effect(() => {
  const clock = summary.value?.clock
  if (clock === undefined) return
  const next = toReading(clock)
  if (reading === undefined || !isExpected(reading, next)) reading = next
})

/**
 * The time of the sandbox clock, in Unix milliseconds; undefined until it is loaded. A running clock re-renders every
 * `intervalMs`, without focus at most once a second, and in a hidden tab not at all.
 */
export function useNow(intervalMs = 100): number | undefined {
  const [, show] = useState(0)
  const isRunning = summary.value?.clock.mode === 'real'
  useEffect(() => {
    if (!isRunning) return undefined
    let shownMs = elapsedMs()
    return every(intervalMs, () => {
      const isDue = document.hasFocus() || elapsedMs() - shownMs >= 1000
      if (!isDue || document.visibilityState === 'hidden') return
      shownMs = elapsedMs()
      show((times) => times + 1)
    })
  }, [isRunning, intervalMs])
  return reading === undefined ? undefined : shownBy(reading)
}

/** The control plane lists at most this many due items. */
const maxDue = 100

/** Loads what is due next, soonest first. @param selection one kind or one id; default: all */
export async function readDue(selection: Pick<DueQuery, 'kind' | 'id'> = {}): Promise<readonly DueInfo[]> {
  return (await api('GET /clock/due', { query: { ...selection, limit: maxDue } })).items
}

/** Summarises on one line what came due. */
function dueText(items: readonly DueInfo[]): string {
  // The control plane may not list everything that came due.
  if (items.length === maxDue) return `Came due: at least ${maxDue} changes.`
  const groups = [...Map.groupBy(items, ({ kind, event }) => `${kind} ${event}`)]
  return `Came due: ${groups.map(([name, { length }]) => (length === 1 ? name : `${name} × ${length}`)).join(', ')}.`
}

/** Summarises what came due when the clock moved; empty for nothing. */
export function dueSummary(due: readonly DueInfo[], clock: ClockState): string {
  reading = toReading(clock)
  const passed = due.filter(({ at }) => parseInstant(at) <= parseInstant(clock.now))
  return passed.length === 0 ? '' : `It is ${dateTimeOf(clock.now)}. ${dueText(passed)}`
}

/** Changes the mode or the time of the clock. @returns what came due @throws Refusal or Unreachable */
export async function changeClock(body: ClockPatch): Promise<string> {
  const due = await readDue()
  return dueSummary(due, await api('PATCH /clock', { body }))
}

/** Moves the clock on by a duration (`5s`). @returns what came due @throws Refusal or Unreachable */
export async function advanceClock(by: string): Promise<string> {
  const due = await readDue()
  return dueSummary(due, await api('POST /clock/advance', { body: { by } }))
}

/** Moves the clock forward to an instant. @throws Error if the clock has passed it */
export async function advanceTo(at: string): Promise<string> {
  const { now } = await api('GET /clock')
  const ms = parseInstant(at) - parseInstant(now)
  if (ms <= 0) throw new Error(`The clock has already passed ${dateTimeOf(at)}.`)
  return await advanceClock(`${ms}ms`)
}
