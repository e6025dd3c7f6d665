import * as z from 'zod/mini'

import { lazily } from '../../lib/lazily.ts'
import { wholeNumber } from '../../lib/whole-number.ts'
import { durationText } from '../../time/duration.ts'
import type { Call } from '../client/call.ts'
import { collectionOf, dateTime, get, namedObject, parameter, patch, post, text } from './endpoint.ts'

const mode = (): z.ZodMiniEnum<{ real: 'real'; frozen: 'frozen' }> => z.enum(['real', 'frozen'])

export const clockState = namedObject('Clock', () => ({ now: dateTime(), mode: mode(), rate: z.number() }))

const clockPatch = lazily(() =>
  z.strictObject({ now: z.optional(z.string()), mode: z.optional(mode()), rate: z.optional(z.number()) }),
)

/** The state of a clock: its instant (ISO 8601 with milliseconds), its mode, and the seconds that pass in one real second. */
export type ClockState = z.infer<ReturnType<typeof clockState>>

/** Changes to a clock. A field that is left out stays as it is. */
export type ClockPatch = z.infer<ReturnType<typeof clockPatch>>

const due = namedObject('Due', () => ({
  at: dateTime(),
  /** `outbox`, `quota`, or the name of an area. */
  kind: z.string(),
  id: z.string(),
  /** The status that a record reaches, `attempt` of a delivery, or `reset` of a quota. */
  event: z.string(),
}))

/** A selection of what comes due next. */
export interface DueQuery {
  /** The maximum number of items, up to 100 (20). */
  readonly limit?: number
  /** Only items of a kind: the name of an area, `outbox` or `quota`. */
  readonly kind?: string
  readonly id?: string
}

/** A timed event. It happens when the clock reaches `at`. */
export type DueInfo = z.infer<ReturnType<typeof due>>

const describeClock = ({ now, mode, rate }: ClockState): string =>
  `${now} ${mode}${mode === 'real' && rate !== 1 ? ` at rate ${rate}` : ''}`

export const clockEndpoints = {
  showClock: get('/clock', 'Shows the clock', {
    answer: clockState,
    commands: { 'clock show': { text: describeClock } },
  }),
  listDue: get('/clock/due', 'Lists what comes due next, the soonest first', {
    query: {
      limit: parameter('The maximum number of items.', () => z._default(wholeNumber(1, 100), 20)),
      kind: parameter('Only items of this kind.', text),
      id: parameter('Only items with this id.', text),
    },
    answer: collectionOf(due),
  }),
  changeClock: patch('/clock', 'Changes the instant, the mode and the rate', {
    body: clockPatch,
    answer: clockState,
    leavesAnswersUnchanged: true,
    commands: {
      'clock set <time>': {
        about: 'move the clock to an ISO 8601 date-time',
        body: (now) => ({ now }),
        text: describeClock,
      },
      'clock freeze': { about: 'stop the clock', body: () => ({ mode: 'frozen' }), text: describeClock },
      'clock run': { about: 'let the clock run', body: () => ({ mode: 'real' }), text: describeClock },
    },
  }),
  advanceClock: post('/clock/advance', 'Moves the clock forward by a duration', {
    body: lazily(() => z.strictObject({ by: durationText })),
    answer: clockState,
    leavesAnswersUnchanged: true,
    commands: {
      'clock advance <duration>': {
        about: 'move the clock forward (250ms, 30s, 1h30m, PT1H)',
        body: (by) => ({ by }),
        text: describeClock,
      },
    },
  }),
}

export function createClockControl(call: Call) {
  const { showClock, listDue, changeClock, advanceClock } = clockEndpoints
  const change = (body: ClockPatch): Promise<ClockState> => call(changeClock, { body })
  return {
    show: (): Promise<ClockState> => call(showClock, {}),
    /**
     * Lists what comes due next, the soonest first: changes of the status of records, attempts to deliver, resets of quotas.
     * @example
     * ```ts
     * const [next] = await fake.clock.due({ limit: 1 })
     * if (next !== undefined) await fake.clock.set(next.at)
     * ```
     */
    due: async (query: DueQuery = {}): Promise<readonly DueInfo[]> => (await call(listDue, { query })).items,
    /**
     * Moves the clock forward. Everything that comes due on the way happens in order, before the promise resolves.
     * @param by a duration: `250ms`, `30s`, `1h30m` or `PT1H`
     */
    advance: (by: string): Promise<ClockState> => call(advanceClock, { body: { by } }),
    /** Moves the clock to an ISO 8601 date-time. Its mode stays as it is. */
    set: (now: string): Promise<ClockState> => change({ now }),
    freeze: (): Promise<ClockState> => change({ mode: 'frozen' }),
    /** Lets the clock run. @param rate seconds that pass in one real second (the rate it has, at first 1) */
    run: (rate?: number): Promise<ClockState> => change({ mode: 'real', rate }),
    change,
  }
}
