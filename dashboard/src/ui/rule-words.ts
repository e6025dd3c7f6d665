import { toText } from './code.tsx'
import { isObject, type JsonObject } from './json.ts'

/** Writes a value on one line: `limit 50, remaining 5`, `createJob or getJob`. */
export function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).join(' or ')
  if (!isObject(value)) return toText(value)
  return Object.entries(value)
    .map(([name, inner]) => `${name} ${isObject(inner) ? JSON.stringify(inner) : plain(inner)}`)
    .join(', ')
}

/** How fields of a rule are written. An unknown field is written with its name. */
type Phrases = Readonly<Record<string, (value: unknown) => string>>

const write = (phrases: Phrases, fields: JsonObject): readonly string[] =>
  Object.entries(fields).map(([name, value]) => phrases[name]?.(value) ?? `${name} ${plain(value)}`)

const conditions: Phrases = {
  operation: plain,
  from: (value) => `from ${plain(value)} after it is switched on`,
}

const counts: Phrases = {
  after: (value) => `after ${plain(value)}`,
  every: (value) => `one in ${plain(value)}`,
  chance: (value) => `${Math.round(Number(value) * 1000) / 10} % by chance`,
  first: (value) => `at most ${plain(value)}`,
}

const namesIn = (value: unknown): string => (isObject(value) ? Object.keys(value).join(', ') : plain(value))

const effects: Phrases = {
  error: (value) => `answers ${plain(value)}`,
  delay: (value) => `waits ${isObject(value) ? Object.values(value).map(plain).join(' to ') : plain(value)}`,
  fault: (value) => `network fault ${plain(value)}`,
  over: (value) => `over ${plain(value)}`,
  status: (value) => `status ${plain(value)}`,
  body: () => 'a custom body',
  headers: (value) => `sets headers ${namesIn(value)}`,
  patch: (value) => `changes ${namesIn(value)}`,
  replace: (value) => `replaces ${namesIn(value)}`,
  arrange: (value) => `another client ${value === 'remove' ? 'removes the newest record' : 'creates a record'}`,
}

/** Writes a rule in words: which requests, how many of them, and what happens. */
export function describeRule({ when, count, then, phase }: JsonObject) {
  const which = isObject(when) && Object.keys(when).length > 0 ? write(conditions, when).join(', ') : 'every request'
  const some = isObject(count) ? write(counts, count) : []
  const effect = isObject(then) ? write(effects, then).join(', ') : ''
  return {
    requests: [which, ...some].join(', '),
    effect: phase === 'after' ? `${effect}, once it is done` : effect,
  }
}
