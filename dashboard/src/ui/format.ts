/** The time of day of an instant of the control plane (`12:00:00.000`). */
export const timeOf = (instant: string): string => instant.slice(11, 23)

/** Date and time of an instant, to the second (`2026-07-01 12:00:00`). */
export const dateTimeOf = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 19)}`

/** Milliseconds, with at most one digit after the point (`0.3 ms`). */
export function durationOf(ms: number): string {
  return ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${ms >= 10 ? Math.round(ms) : Math.round(ms * 10) / 10} ms`
}

/** Each unit, its seconds, and its number in the next unit. */
const units = [
  ['d', 86_400, Infinity],
  ['h', 3600, 24],
  ['min', 60, 60],
  ['s', 1, 60],
] as const

/** A span of time in its two largest units (`1 h 5 min`). */
export function spanOf(ms: number): string {
  const left = Math.max(0, Math.ceil(ms / 1000))
  const parts = units.map(([unit, seconds, next]) => `${Math.floor(left / seconds) % next} ${unit}`)
  const some = parts.filter((part) => !part.startsWith('0 '))
  return some.slice(0, 2).join(' ') || 'now'
}

/** Shortens a UUID to its beginning, for a table; other ids stay whole. */
export const shortId = (id: string): string =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id.slice(0, 8) : id

/** Formats a number for people (`12,345`). */
export const numberText = (value: number): string => value.toLocaleString('en')

/** Parses a typed number; any other text is left to the control plane's validation. */
export const numberOf = (text: string): number | string => (/^\d+$/.test(text.trim()) ? Number(text) : text)

/** A number and its noun (`1 request`, `2 requests`). */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${numberText(count)} ${count === 1 ? noun : plural}`
