import { afterAll, afterEach, describe, expect } from 'vitest'
import type * as z from 'zod/mini'

import { scenarioHeader } from '../../src/core/http/headers.ts'
import { errorEnvelopeSchema } from '../../src/core/spec/envelope.ts'
import { type SandboxClient, createFake, type Fake, type FakeOptions, startFake } from '../../src/index.ts'
import { DocumentValidator } from './held-to-document.ts'

/** The ways to reach a fake. */
export const ways = ['in process', 'over a socket'] as const

/** One of `ways`. */
export type Way = (typeof ways)[number]

type Suite = (open: (options?: FakeOptions) => Promise<Client>, way: Way) => void

/** Creates a fake that is reached in one of the ways. */
export const openBy = (way: Way, options: FakeOptions): Promise<Fake> =>
  way === 'in process' ? createFake(options) : startFake(options)

/** The `fetch` of a way to a fake. */
export const fetchBy = (way: Way, fake: Pick<Fake, 'fetch'>): Fake['fetch'] =>
  way === 'in process' ? fake.fetch : fetch

/** An answer with its whole body. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The options of a request. */
export interface RequestOptions {
  /** The secret of the API key; null for none. Default: the full-access key. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** A value to send as JSON, or a raw text or bytes. */
  readonly body?: unknown
}

/** Sends requests to one sandbox of a fake; paths are relative to its base URL. */
export interface Client {
  readonly fake: Fake
  readonly sandbox: SandboxClient
  readonly request: (method: string, path: string, options?: RequestOptions) => Promise<Answer>
  readonly get: (path: string, options?: RequestOptions) => Promise<Answer>
  readonly post: (path: string, body: unknown, options?: RequestOptions) => Promise<Answer>
  /** The same for another sandbox of the same fake. */
  readonly at: (name: string) => Client
}

/** Runs a suite against a fake in process, and against a fake over a socket. */
export function describeFake(title: string, suite: Suite): void {
  describe.each(ways)(`${title}, %s`, (way) => {
    const opened: Fake[] = []
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((fake) => fake.close()))
    })
    suite(async (options = {}) => {
      const fake = await openBy(way, options)
      opened.push(fake)
      return createClient(fake, fake, fetchBy(way, fake))
    }, way)
  })
}

/** Creates a client of a sandbox, which validates every answer against its document. */
export function createClient(fake: Fake, sandbox: SandboxClient, send: Fake['fetch']): Client {
  const document = new DocumentValidator(fake)
  const request: Client['request'] = async (method, path, { key = sandbox.apiKey, headers = {}, body } = {}) => {
    const url = sandbox.baseUrl + path
    const held = await document.look(url, headers[scenarioHeader])
    const response = await send(url, {
      method,
      headers: {
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body), duplex: 'half' }),
    })
    const answer = { status: response.status, headers: response.headers, text: await response.text() }
    expectQuota(answer)
    const isCrossOrigin = headers['Origin'] !== undefined
    // The document does not describe CORS preflights.
    if (isCrossOrigin && method === 'OPTIONS' && answer.status === 204) return answer
    const described = { method, ...answer, headers: isCrossOrigin ? withoutCors(answer.headers) : answer.headers }
    expect(await document.violations(held, described), `${method} ${path}`).toEqual([])
    return answer
  }
  return {
    fake,
    sandbox,
    request,
    get: (path, options) => request('GET', path, options),
    post: (path, body, options) => request('POST', path, { ...options, body }),
    at: (name) => createClient(fake, fake.sandbox(name), send),
  }
}

/** True for a body that is sent unchanged. */
export function isRaw(body: unknown): body is string | Uint8Array | ReadableStream {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
}

/** Every answer has the three headers of the quota (§8), also where a scenario changed it: the document is not asked about such. */
function expectQuota({ headers }: Answer): void {
  for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`x-rate-limit-${name}`), name).toMatch(/^\d+$/)
}

/** True for a header that concerns CORS. */
export const isCorsHeader = (name: string): boolean => name === 'vary' || name.startsWith('access-control-')

const withoutCors = (headers: Headers): Headers => new Headers([...headers].filter(([name]) => !isCorsHeader(name)))

/** Parses the body of an answer with a schema, and checks its status. */
export function read<T>(answer: Answer, status: number, schema: z.ZodMiniType<T>): T {
  expect([answer.status, answer.text.slice(0, 400)]).toEqual([status, expect.anything()])
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  const parsed = schema.safeParse(JSON.parse(answer.text))
  expect(parsed.error, answer.text.slice(0, 400)).toBeUndefined()
  return schema.parse(JSON.parse(answer.text))
}

/** Checks that an answer is a documented error. @returns its details */
export function readError(answer: Answer, status: number, code: string): string {
  const { error } = read(answer, status, errorEnvelopeSchema)
  expect(error.code).toBe(code)
  return error.details
}

/** Like `describeFake`, for many small tests: tests with the same options share a fake, and each has a separate sandbox. */
export function describeSandboxes(title: string, suite: Suite): void {
  describe.each(ways)(`${title}, %s`, (way) => {
    const opened = new Map<string, Promise<Fake>>()
    let sandboxes = 0
    afterAll(async () => {
      for (const fake of opened.values()) await (await fake).close()
    })
    suite(async (options = {}) => {
      const name = JSON.stringify(options)
      const opening = opened.get(name) ?? openBy(way, options)
      opened.set(name, opening)
      sandboxes += 1
      const sandbox = `box-${sandboxes}`
      const fake = await opening
      return createClient(fake, fake.sandbox(sandbox), fetchBy(way, fake))
    }, way)
  })
}
