/** The time of day of an instant of the control plane (`12:00:00.000`). */
export const timeOf = (instant: string): string => instant.slice(11, 23)

/** Date and time of an instant, to the second (`2026-07-01 12:00:00`). */
export const dateTimeOf = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 19)}`

/** Milliseconds, with at most one digit after the point (`0.3 ms`). */
export function durationOf(ms: number): string {
  return ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${ms >= 10 ? Math.round(ms) : Math.round(ms * 10) / 10} ms`
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** A span of time in its two largest units (`1 h 5 min`). */
export function spanOf(ms: number): string {
  let left = Math.max(0, Math.ceil(ms / 1000))
  const parts: string[] = []
  for (const [unit, seconds] of units) {
    const amount = Math.floor(left / seconds)
    if (amount === 0) continue
    parts.push(`${amount} ${unit}`)
    left -= amount * seconds
  }
  return parts.length === 0 ? 'now' : parts.slice(0, 2).join(' ')
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const isUuid = (text: string): boolean => uuid.test(text)

/** An id that fits in a table: the beginning of a UUID, any other id whole. */
export const shortId = (id: string): string => (isUuid(id) ? id.slice(0, 8) : id)

/** A number as a person reads it (`12,345`). */
export const numberText = (value: number): string => value.toLocaleString('en')

/** Reads a number that was typed. The control plane refuses any other text. */
export const numberOf = (text: string): number | string => (/^\d+$/.test(text.trim()) ? Number(text) : text)

/** A number and its noun (`1 request`, `2 requests`). */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${numberText(count)} ${count === 1 ? noun : plural}`
