import { conventionalStatuses } from '../../src/core/assumptions/error-statuses.ts'
import type { AssumptionId } from '../../src/core/assumptions/register.ts'
import { isJsonObject, type JsonObject } from '../../src/core/lib/merge-patch.ts'
import { type Fake, type FakeOptions } from '../../src/index.ts'
import { at } from '../../src/tools/resolve/recorded-exchange.ts'
import { runProbes } from '../../src/tools/resolve/run-probes.ts'
import { createSender } from '../../src/tools/resolve/send.ts'
import type { ProbeFinding, SessionOptions } from '../../src/tools/resolve/session.ts'
import { probingOf } from './probing.ts'
import { openFake } from './served.ts'

/** A changed answer of a service. */
export interface Changed {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly json?: unknown
  readonly text?: string
}

/** A request of a probe, and the answer of the fake. */
export interface RecordedExchange {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly key: string
  readonly body: string
  readonly status: number
  readonly json: unknown
  /** The number of requests before. */
  readonly number: number
}

export type Change = (exchange: RecordedExchange) => Changed | undefined

/** The options of a service, and of the session of a probe. */
export interface Setting {
  readonly options?: FakeOptions
  readonly session?: Partial<SessionOptions>
  readonly limitedKey?: string
}

/** The `fetch` of a fake with some answers changed. */
function changing(fake: Fake, change: Change) {
  let number = 0
  return async (url: string, init: RequestInit): Promise<Response> => {
    const answer = await fake.fetch(url, init)
    const text = await answer.text()
    const { method = 'GET', body } = init
    const { pathname, searchParams: query } = new URL(url)
    const asked = {
      method,
      path: pathname.replace(/^.*\/v1/, ''),
      query,
      key: new Headers(init.headers).get('authorization')?.split(' ')[1] ?? '',
      body: typeof body === 'string' ? body : '',
      number,
    }
    number += 1
    const { status } = answer
    const changed = change({ ...asked, status, json: text === '' ? undefined : JSON.parse(text) }) ?? {}
    const content = changed.text ?? (changed.json === undefined ? text : JSON.stringify(changed.json))
    const headers = changedHeaders(answer.headers, changed)
    return new Response(method === 'HEAD' ? null : content, { status: changed.status ?? status, headers })
  }
}

function changedHeaders(own: Headers, { headers = {} }: Changed): Headers {
  const all = new Headers(own)
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) all.delete(name)
    else all.set(name, value)
  }
  return all
}

/** Runs the probe of a row on a fake with some answers changed. */
export async function findAt(
  id: AssumptionId,
  change: Change,
  { options = {}, session = {}, limitedKey = 'csf_one_permission' }: Setting = {},
): Promise<ProbeFinding | undefined> {
  const fake = await openFake({ clock: '2026-07-01T12:17:05Z', ...options })
  const send = createSender({
    fetch: changing(fake, change),
    baseUrl: fake.baseUrl,
    keys: { main: fake.apiKey, limited: limitedKey, spare: 'csf_small_quota' },
  })
  const findings = await runProbes(probingOf({ fake, sandbox: fake }, { send, ...session }), [id])
  return findings.get(id)
}

export const error = (code: string, details = 'It is so.'): unknown => ({
  status: 'error',
  error: { code, message: 'No.', details },
})

export type When = (exchange: RecordedExchange) => boolean

export const jobs = '/data/analysis/jobs'
export const resources = '/cloud/resources'
export const assessments = '/security/assessments'

/** Conditions: requests of some paths, below a path, with a method, or with one of some parameters. */
export const of =
  (...paths: readonly string[]): When =>
  ({ path }) =>
    paths.includes(path)
export const below =
  (path: string): When =>
  (exchange) =>
    exchange.path.startsWith(`${path}/`)
export const by =
  (method: string, ...paths: readonly string[]): When =>
  (exchange) =>
    exchange.method === method && (paths.length === 0 || of(...paths)(exchange))
export const asking =
  (...names: readonly string[]): When =>
  ({ query }) =>
    names.some((name) => query.has(name))

const any: When = () => true

/** Changes nothing. */
export const unchanged: Change = () => undefined

export const always =
  (changed: Changed, when = any): Change =>
  (exchange) =>
    when(exchange) ? changed : undefined

/** Rejects requests. */
export const refuse = (code: keyof typeof conventionalStatuses, when?: When): Change =>
  always({ status: conventionalStatuses[code], json: error(code) }, when)

/** Changes the items or the pagination of a page. */
function page(json: unknown, items: (all: readonly JsonObject[]) => readonly unknown[], pagination: JsonObject = {}) {
  const all = at(json, 'data')
  if (!isJsonObject(json) || !Array.isArray(all)) return undefined
  const own = isJsonObject(json['pagination']) ? json['pagination'] : {}
  return { json: { ...json, data: items(all.filter(isJsonObject)), pagination: { ...own, ...pagination } } }
}

/** Changes the items of pages. */
export const items =
  (
    change: (all: readonly JsonObject[], exchange: RecordedExchange) => readonly unknown[],
    when = any,
    pagination = {},
  ): Change =>
  (exchange) =>
    when(exchange) ? page(exchange.json, (all) => change(all, exchange), pagination) : undefined

/** Changes fields of each item of pages. */
export const eachItem = (fields: (i: number) => JsonObject, when = any): Change =>
  items((all) => all.map((item, i) => ({ ...item, ...fields(i) })), when)

/** Changes the pagination of pages. */
export const pages = (pagination: JsonObject, when = any): Change => items((all) => all, when, pagination)

/** Changes fields of records. */
export const record =
  (fields: JsonObject, when = any): Change =>
  (exchange) => {
    const { json } = exchange
    const data = at(json, 'data')
    return isJsonObject(json) && isJsonObject(data) && when(exchange)
      ? { json: { ...json, data: { ...data, ...fields } } }
      : undefined
  }

/** Answers a filtered list as if the filter were ignored. */
export const everything = (path: string, ...names: readonly string[]): Change =>
  items(
    () => unfiltered,
    (exchange) => of(path)(exchange) && asking(...names)(exchange) && at(exchange.json, 'status') === 'success',
    { total_items: 3 },
  )

const unfiltered = ['2019-01-01T00:00:00Z', '2026-01-01T18:00:00Z', '2026-06-01T00:00:00Z'].map((date, i) => ({
  id: String(i),
  type: 'a',
  status: 'completed',
  tags: [],
  created_at: date,
  timestamp: date,
}))

/** Counts down requests without a key, and resets at the end. */
export function endingWindow(): Change {
  const remaining = ['5', '4', '3', '2', '1', '0']
  return ({ key }) => (key === '' ? { headers: { 'x-rate-limit-remaining': remaining.shift() ?? '900' } } : undefined)
}

/** Plausible services, by the row that each leaves unknown and its title: `limitAboveMax: a larger limit counts`. */
export type Doubts = Readonly<Record<string, Change | readonly [Change, Setting]>>
