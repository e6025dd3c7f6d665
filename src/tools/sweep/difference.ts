import { isJsonObject, type JsonObject } from '../../core/lib/merge-patch.ts'
import { own } from '../../core/lib/own.ts'
import { tryJson } from '../../core/lib/try-json.ts'
import { type Compared, type TraceEntry, withoutRun, withoutSandbox } from './trace.ts'

/** The first request that a variant answered differently from the baseline. */
export interface ChangedRequest extends Pick<TraceEntry, 'operation' | 'method' | 'path'> {
  /** The answer of the baseline; null where it never got so far. */
  readonly expected: ShownAnswer | null
  readonly actual: ShownAnswer
  /** Null where no place differs, or one answer is missing. */
  readonly difference: Difference | null
}

export type ShownAnswer = Pick<TraceEntry, 'status' | 'code' | 'fault'>

/** A place such as `data[0].created_at` or `header Content-Type`, and its two values, each cut around where they differ. */
type Difference = Readonly<Record<'path' | 'expected' | 'actual', string>>

/** The first request that changed most; null where there is none. */
export function mostChanged(answers: readonly Compared[]): ChangedRequest | null {
  const [first] = answers.toSorted((a, b) => b.change - a.change)
  if (first === undefined) return null
  const { entry, expected } = first
  const { operation, method, path } = entry
  return {
    operation,
    method,
    path,
    expected: expected === undefined ? null : shown(expected),
    actual: shown(entry),
    difference: expected === undefined ? null : differenceOf(expected, entry),
  }
}

const shown = ({ status, code, fault }: TraceEntry): ShownAnswer => ({ status, code, fault })

/** Finds the first place where two answers differ, but for times; null where they have another status, or do not differ. */
function differenceOf(expected: TraceEntry, actual: TraceEntry): Difference | null {
  const { status, code, digest, body, headers } = actual
  if (status === null || expected.status !== status || expected.code !== code || expected.digest === digest) return null
  return (
    find(tryJson(expected.body, expected.body), tryJson(body, body), '') ?? find(expected.headers, headers, 'header ')
  )
}

function find(expected: unknown, actual: unknown, path: string): Difference | null {
  const [before, after] = [toText(expected), toText(actual)]
  if (withoutRun(before) === withoutRun(after)) return null
  const [fields, others] = [fieldsOf(expected), fieldsOf(actual)]
  if (fields === undefined || others === undefined) {
    return { path: path || 'body', expected: cutAround(before, after), actual: cutAround(after, before) }
  }
  const joint = path === '' || path.endsWith(' ') ? path : `${path}.`
  for (const name of new Set([...Object.keys(fields), ...Object.keys(others)])) {
    const place = Array.isArray(expected) ? `${path}[${name}]` : joint + name
    const found = find(own(fields, name), own(others, name), place)
    if (found !== null) return found
  }
  return null
}

/** A value without the names of sandboxes in addresses. */
const toText = (value: unknown): string =>
  value === undefined ? 'no such field' : withoutSandbox(JSON.stringify(value))

const fieldsOf = (value: unknown): JsonObject | undefined =>
  Array.isArray(value) ? Object.fromEntries(value.entries()) : isJsonObject(value) ? value : undefined

const [maxBefore, maxAfter] = [5, 40]

/** The part of a text around the first place where another differs. */
function cutAround(text: string, other: string): string {
  const same = text.split('').findIndex((char, i) => char !== other[i])
  const at = same === -1 ? text.length : same
  const start = at - maxBefore
  const begin = start <= maxBefore ? text.slice(0, at) : `${text.startsWith('"') ? '"' : ''}…${text.slice(start, at)}`
  const end = text.slice(at)
  return begin + (end.length > maxAfter + maxBefore ? `${end.slice(0, maxAfter)}…` : end)
}
