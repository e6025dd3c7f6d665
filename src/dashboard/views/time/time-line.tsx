import type { DueInfo } from '../../../control/endpoints/clock.ts'
import { parseInstant } from '../../state/time.ts'
import { counted, dateTimeOf } from '../../ui/format.ts'
import { eventOf } from './event.ts'

/** Spans that the scale may name, in seconds. */
const spans: readonly (readonly [seconds: number, name: string])[] = [
  [1, '1 s'],
  [10, '10 s'],
  [60, '1 min'],
  [600, '10 min'],
  [3600, '1 h'],
  [21_600, '6 h'],
  [86_400, '1 day'],
  [604_800, '1 week'],
  [2_592_000, '30 days'],
  [31_536_000, '1 year'],
  [315_360_000, '10 years'],
]

/** Things that happen at nearly one place of the line. */
interface Mark {
  readonly place: number
  readonly items: readonly DueInfo[]
}

/** Shares of the line: marks nearer than this are one; names and ticks nearer than theirs are left out. */
const markWidth = 0.012
const nameWidth = 0.1
const tickWidth = 0.07

/** Gives each instant its place from 0 to 1. The scale is logarithmic, so that seconds and months fit. */
function scaleTo(farthestMs: number): (ms: number) => number {
  const end = Math.log1p(Math.max(60, farthestMs / 1000))
  return (ms) => Math.log1p(Math.max(0, ms / 1000)) / end
}

function marksOf(items: readonly DueInfo[], placeOf: (item: DueInfo) => number): readonly Mark[] {
  const marks: Mark[] = []
  for (const item of items) {
    const place = placeOf(item)
    const last = marks.at(-1)
    if (last !== undefined && place - last.place < markWidth) {
      marks[marks.length - 1] = { ...last, items: [...last.items, item] }
    } else marks.push({ place, items: [item] })
  }
  return marks
}

/** Keeps each one that has room beside the one before. */
function withRoom<T>(all: readonly T[], width: number, placeOf: (one: T) => number, first = -1): readonly T[] {
  let last = first
  return all.filter((one) => {
    const place = placeOf(one)
    if (place - last < width) return false
    last = place
    return true
  })
}

const nameOf = ([first, ...others]: readonly DueInfo[]): string => {
  if (first === undefined) return ''
  return others.length === 0 ? eventOf(first) : counted(others.length + 1, 'event')
}

const at = (place: number) => ({ left: `${place * 100}%` })

/** A line of what comes due, for the eye: the list beneath says the same. */
export function TimeLine({ items, nowMs }: { readonly items: readonly DueInfo[]; readonly nowMs: number }) {
  const placeIn = scaleTo(Math.max(...items.map((item) => parseInstant(item.at) - nowMs)))
  const marks = marksOf(items, (item) => placeIn(parseInstant(item.at) - nowMs))
  const named = withRoom(marks, nameWidth, ({ place }) => place)
  const ticks = withRoom(
    spans.filter(([seconds]) => placeIn(seconds * 1000) <= 1),
    tickWidth,
    ([seconds]) => placeIn(seconds * 1000),
    0,
  )
  return (
    <div class="time-line" role="img" aria-label={`A time line of ${counted(items.length, 'event')}`}>
      <div class="line">
        <span class="tick" style={at(0)}>
          now
        </span>
        {ticks.map(([seconds, name]) => (
          <span key={name} class="tick" style={at(placeIn(seconds * 1000))}>
            {name}
          </span>
        ))}
        {marks.map((mark) => (
          <span
            key={mark.place}
            class={mark.items.length === 1 ? 'mark' : 'mark several'}
            style={at(mark.place)}
            title={mark.items.map((item) => `${dateTimeOf(item.at)} ${item.kind} ${eventOf(item)}`).join('\n')}
          />
        ))}
        {named.map((mark) => (
          <span key={mark.place} class="name" style={at(mark.place)}>
            {nameOf(mark.items)}
          </span>
        ))}
      </div>
    </div>
  )
}
