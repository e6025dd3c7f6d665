import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

import { grouped } from '../../core/lib/grouped.ts'
import { memoizeByObject } from '../../core/lib/lazily.ts'
import { isJsonObject } from '../../core/lib/merge-patch.ts'
import { sortBy } from '../../core/lib/sort-by.ts'
import { tryJson } from '../../core/lib/try-json.ts'
import { rateHeaders } from '../../core/spec/headers.ts'
import type { RequestLine, WebhookLine } from '../../index.ts'

/** The requests and webhooks of a run, of all its fakes. */
export type Trace = Readonly<ReturnType<typeof toTrace>>

/** A request of a run. */
export type TraceEntry = Readonly<ReturnType<typeof toEntry>>

/** What one fake of a run wrote into its journal file. */
export type FakeLines = Readonly<
  Record<'requests', readonly RequestLine[]> & Record<'webhooks', readonly WebhookLine[]>
>

/** The most lines of a run that are read. */
const maxLines = 20_000

/** Reads a journal file: the lines of each fake. The fakes may start in another order in each run, so they are sorted by their requests. */
export async function readFakes(file: string): Promise<readonly FakeLines[]> {
  const lines: (RequestLine | WebhookLine)[] = []
  for await (const text of createInterface({ input: createReadStream(file) })) {
    // The last line may be cut off where the fake was killed.
    const line = tryJson(text)
    if (isLine(line)) lines.push(line)
    if (lines.length === maxLines) break
  }
  const fakes = [...grouped(lines, ({ context }) => context.fake).values()].map((some) => ({
    requests: some.filter((line) => 'id' in line),
    webhooks: some.filter((line) => 'webhook' in line),
  }))
  return sortBy(fakes, ({ requests }) => requests.map(nameOf).join('\n'))
}

const isLine = (line: unknown): line is RequestLine | WebhookLine => isJsonObject(line)

/** @param decided rows that no run changes */
export const toTrace = (fakes: readonly FakeLines[], decided: readonly string[]) => ({
  entries: fakes.flatMap(({ requests }) => requests.map((line) => toEntry(line, decided))),
  webhooks: fakes.flatMap(({ webhooks }) => webhooks.map(({ webhook }) => webhook)),
})

const nameOf = ({ method, path }: Pick<RequestLine, 'method' | 'path'>): string => `${method} ${path}`

function toEntry(line: RequestLine, decided: readonly string[]) {
  const { sandbox, operation, method, path, status, code, fault, scenarios, response, context } = line
  const body = bodyOf(response)
  const shown = Object.entries(response.headers).filter(([name]) => !passing.has(name))
  const headers = shown.map(([name, value]) => [name, name === rateHeaders.reset ? withoutDigits(value) : value])
  // The journal shows an answer, too, where the client got none.
  const text = status === null ? '' : withoutRun(body)
  return {
    sandbox,
    operation,
    method,
    path: withoutRun(path),
    status,
    code,
    fault,
    /** The rules that fired. */
    fired: scenarios,
    /** The options that the answer depended on, by row. */
    choices: Object.fromEntries(Object.entries(context.choices).filter(([row]) => !decided.includes(row))),
    body,
    /** The headers that depend on neither the time nor other requests. */
    headers: Object.fromEntries(headers),
    /** Differs between two answers, but for sandbox names and times. */
    digest: hash('sha256', JSON.stringify([status, code, fault, text, headers])),
  }
}

export const bodyOf = ({ body }: RequestLine['response']): string =>
  typeof body === 'string' ? body : body === null ? '' : JSON.stringify(body)

/** Headers that tell the time, or what other requests did. */
const passing: ReadonlySet<string> = new Set(['Date', rateHeaders.remaining])

/** A text without what differs from run to run: names of sandboxes, and the digits of times. */
export const withoutRun = (text: string): string =>
  withoutSandbox(text).replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?/g, withoutDigits)

export const withoutSandbox = (text: string): string => text.replaceAll(/\/@[a-z\d][a-z\d-]*/g, '')

const withoutDigits = (time: string): string => time.replaceAll(/\d/g, '0')

export const operationsIn = ({ entries }: Trace): ReadonlySet<string> =>
  new Set(entries.flatMap(({ operation }) => operation ?? []))

export const rowsIn = ({ entries }: Trace): ReadonlySet<string> =>
  new Set(entries.flatMap(({ choices }) => Object.keys(choices)))

/** An answer of a run, and the one of the baseline. */
export type Compared = ReturnType<typeof compare>[number]

/** Compares each answer of a run with the one to the same request of the baseline. */
export function compare({ entries }: Trace, baseline: Trace) {
  const known = byName(baseline)
  return withNames(entries).map(({ entry, names: [inSandbox, inAll] }) => {
    const expected = known.get(inSandbox) ?? known.get(inAll)
    return { entry, expected, change: changeOf(entry, expected) }
  })
}

const byName = memoizeByObject(
  ({ entries }: Trace) => new Map(withNames(entries).flatMap(({ entry, names }) => names.map((name) => [name, entry]))),
)

/** Requests with their count in their sandbox, and in all: two of one name are the same request. */
function withNames(entries: readonly TraceEntry[]) {
  const counts = new Map<string, number>()
  const counted = (name: string): string => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return `${name} #${count}`
  }
  return entries.map((entry) => {
    const name = nameOf(entry)
    return { entry, names: [counted(`${name} in ${entry.sandbox}`), counted(name)] as const }
  })
}

/** 0 for none, 1 for another body or another request, 2 for another status, 3 for another code, or another way to fail. */
function changeOf({ status, code, fault, digest }: TraceEntry, expected: TraceEntry | undefined): 0 | 1 | 2 | 3 {
  if (expected === undefined) return 1
  if (code !== expected.code || (fault !== expected.fault && fault !== 'slow_body')) return 3
  if (status !== expected.status) return 2
  return digest === expected.digest ? 0 : 1
}
