import { effect } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'

import type { ClockPatch, ClockState, DueInfo, DueQuery } from '../../control/endpoints/clock.ts'
import { dateTimeOf } from '../ui/format.ts'
import { api } from './api.ts'
import { summary } from './summary.ts'
import { elapsedMs, every, parseInstant } from './time.ts'

/** The clock of the sandbox at a moment of the page. */
interface Reading {
  readonly clock: ClockState
  /** The instant that the clock showed, in Unix milliseconds. */
  readonly ms: number
  /** The moment of the page. */
  readonly readMs: number
}

let reading: Reading | undefined

const toReading = (clock: ClockState): Reading => ({ clock, ms: parseInstant(clock.now), readMs: elapsedMs() })

const shownBy = ({ clock, ms, readMs }: Reading): number =>
  clock.mode === 'frozen' ? ms : Math.floor(ms + (elapsedMs() - readMs) * clock.rate)

/** The most that two readings of one clock differ by the way of an answer, in milliseconds. */
const jitterMs = 500

/** A clock that ran on as expected keeps its first reading, so that the way of an answer does not make it jump. */
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
 * The instant that the clock of the sandbox shows, in Unix milliseconds; undefined before it was read. A running clock is shown
 * again and again: in a window that is not in front once a second at most, and in a hidden tab not at all.
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

/** The most items of what comes due that the control plane lists. */
const mostDue = 100

/** Asks what comes due next, the soonest first. @param selection one kind, or one id (all) */
export async function readDue(selection: Pick<DueQuery, 'kind' | 'id'> = {}): Promise<readonly DueInfo[]> {
  return (await api('GET /clock/due', { query: { ...selection, limit: mostDue } })).items
}

/** Says in one line what came due. */
function cameDue(items: readonly DueInfo[]): string {
  // More may have come due than the control plane lists.
  if (items.length === mostDue) return `Came due: at least ${mostDue} changes.`
  const groups = [...Map.groupBy(items, ({ kind, event }) => `${kind} ${event}`)]
  return `Came due: ${groups.map(([name, { length }]) => (length === 1 ? name : `${name} × ${length}`)).join(', ')}.`
}

/** Says what came due of what was to come, by a clock that has moved; empty for nothing. */
export function passedText(due: readonly DueInfo[], clock: ClockState): string {
  reading = toReading(clock)
  const passed = due.filter(({ at }) => parseInstant(at) <= parseInstant(clock.now))
  return passed.length === 0 ? '' : `It is ${dateTimeOf(clock.now)}. ${cameDue(passed)}`
}

/** Changes the clock: how it runs, or the instant that it shows. @returns what came due @throws Refusal or Unreachable */
export async function changeClock(body: ClockPatch): Promise<string> {
  const due = await readDue()
  return passedText(due, await api('PATCH /clock', { body }))
}

/** Moves the clock on by a duration (`5s`). @returns what came due @throws Refusal or Unreachable */
export async function advanceClock(by: string): Promise<string> {
  const due = await readDue()
  return passedText(due, await api('POST /clock/advance', { body: { by } }))
}

/** Moves the clock forward to an instant; a running one moves on meanwhile. @throws Error for one that has passed */
export async function advanceTo(at: string): Promise<string> {
  const { now } = await api('GET /clock')
  const ms = parseInstant(at) - parseInstant(now)
  if (ms <= 0) throw new Error(`The clock has already passed ${dateTimeOf(at)}.`)
  return await advanceClock(`${ms}ms`)
}
