import { type TraceEntry, withoutRun } from '../app/swept.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { tryJson } from '../lib/try-json.ts'
import type { Difference } from './report.ts'

/** Finds the first place where two answers differ, but for times; null where they have another status, or do not differ. */
export function differenceOf(expected: TraceEntry, actual: TraceEntry): Difference | null {
  if (expected.status !== actual.status || expected.code !== actual.code || expected.digest === actual.digest)
    return null
  const [before, after] = [expected.body ?? '', actual.body ?? '']
  return (
    find(tryJson(before) ?? before, tryJson(after) ?? after, '') ?? find(expected.headers, actual.headers, 'header ')
  )
}

function find(expected: unknown, actual: unknown, path: string): Difference | null {
  if (isSame(expected, actual)) return null
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const place = Array.from({ length: Math.max(expected.length, actual.length) }, (_, i) => i)
    return firstOf(place, (i) => find(expected[i], actual[i], `${path}[${i}]`))
  }
  if (isJsonObject(expected) && isJsonObject(actual)) {
    const joint = path === '' || path.endsWith(' ') ? path : `${path}.`
    const names = new Set([...Object.keys(expected), ...Object.keys(actual)])
    return firstOf([...names], (name) => find(expected[name], actual[name], joint + name))
  }
  const [before, after] = [toText(expected), toText(actual)]
  const same = before.split('').findIndex((char, i) => char !== after[i])
  return {
    path: path === '' ? 'body' : path,
    expected: cutAround(before, same === -1 ? before.length : same),
    actual: cutAround(after, same === -1 ? before.length : same),
  }
}

const isSame = (one: unknown, other: unknown): boolean => withoutRun(toText(one)) === withoutRun(toText(other))

const toText = (value: unknown): string => (value === undefined ? 'no such field' : JSON.stringify(value))

function firstOf<T>(items: readonly T[], see: (item: T) => Difference | null): Difference | null {
  for (const item of items) {
    const found = see(item)
    if (found !== null) return found
  }
  return null
}

const [mostBefore, mostAfter] = [5, 40]

/** The part of a text around a place. */
function cutAround(text: string, at: number): string {
  const [quote] = text.startsWith('"') ? ['"'] : ['']
  const start = at - mostBefore
  const begin = start <= mostBefore ? text.slice(0, at) : `${quote}…${text.slice(start, at)}`
  const end = text.slice(at)
  return begin + (end.length > mostAfter + mostBefore ? `${end.slice(0, mostAfter)}…` : end)
}
