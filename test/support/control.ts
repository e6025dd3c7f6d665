import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import type * as z from 'zod/mini'

import { problemBody } from '../../src/core/control/problem.ts'
import { connect, createFake, type Fake, type FakeOptions, startFake, VerificationError } from '../../src/index.ts'
import { noon } from './answers.ts'
import { type Answer, isRaw, type RequestOptions, ways } from './fake.ts'

const allWays = [...ways, 'through connect'] as const

/** The access of a program to a fake. */
export type Way = (typeof allWays)[number]

/** A fake that is reached in one of the ways, with raw requests to it. */
export interface ControlledFake {
  readonly fake: Fake
  /** Sends a request to a path below the origin. Its Content-Type is JSON for any method but GET, unless `headers` has another. */
  readonly send: (method: string, path: string, options?: RequestOptions) => Promise<Answer>
  /** Sends a request to the control plane. @param path below `/_control`, of the sandbox `default` */
  readonly control: (method: string, path: string, body?: unknown) => Promise<Answer>
  /** Sends a request to the API with the full-access key. @param path below the base URL of the sandbox `default` */
  readonly api: (method: string, path: string, options?: RequestOptions) => Promise<Answer>
  /** Reads from the control plane in process, whatever the way. @param path below `/_control` */
  readonly look: (path: string) => Promise<string>
  /** The same for another sandbox, without creating it. */
  readonly at: (sandbox: string) => Pick<ControlledFake, 'control' | 'api' | 'look'>
}

type Suite = (open: (options?: FakeOptions) => Promise<ControlledFake>, way: Way) => void

/** Runs a suite in some of the ways. */
const describeIn =
  (some: readonly Way[]) =>
  (title: string, suite: Suite): void => {
    describe.each(some)(`${title}, %s`, (way) => {
      const opened: (() => Promise<void>)[] = []
      afterEach(async () => {
        await Promise.all(opened.splice(0).map((close) => close()))
      })
      suite(async (options) => {
        const { panel, close } = await openPanel(way, options)
        opened.push(close)
        return panel
      }, way)
    })
  }

/** Runs a suite in all ways: in process, over a socket, and through `connect`. */
export const describeWays = describeIn(allWays)

/** Runs a suite in two of the ways. The second covers the socket too. */
export const describeTwoWays = describeIn(['in process', 'through connect'])

/** Runs a suite against one shared fake, in process and over a socket. Its tests must not affect each other. */
export function describeShared(title: string, suite: (shared: () => ControlledFake) => void): void {
  describe.each(ways)(`${title}, %s`, (way) => {
    let opened: Awaited<ReturnType<typeof openPanel>>
    beforeAll(async () => {
      opened = await openPanel(way, { clock: noon })
    })
    afterAll(() => opened.close())
    suite(() => opened.panel)
  })
}

/** Creates a fake that is reached in one of the ways. */
export async function openPanel(
  way: Way,
  options: FakeOptions = {},
): Promise<{ readonly panel: ControlledFake; readonly close: () => Promise<void> }> {
  const made = way === 'in process' ? await createFake(options) : await startFake(options)
  const fake = way === 'through connect' ? await connect(made.baseUrl) : made
  return { panel: createPanel(fake, way === 'in process' ? made.fetch : fetch, made.fetch), close: made.close }
}

function createPanel(fake: Fake, request: Fake['fetch'], inside: Fake['fetch']): ControlledFake {
  const { origin } = new URL(fake.baseUrl)
  const send: ControlledFake['send'] = async (method, path, { headers = {}, body } = {}) => {
    const response = await request(origin + path, {
      method,
      headers: { ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body), duplex: 'half' }),
    })
    const answer = { status: response.status, headers: response.headers, text: await response.text() }
    const isControl = /^(?:\/@[a-z0-9][a-z0-9-]*)?\/_control(?:[/?]|$)/.test(path)
    const problems = [...corsProblems(answer), ...(isControl ? controlProblems(method, answer) : [])]
    if (problems.length > 0) expect(problems, `${method} ${path}`).toEqual([])
    return answer
  }
  const at = (prefix: string): Pick<ControlledFake, 'control' | 'api' | 'look'> => ({
    control: (method, path, body) => send(method, `${prefix}/_control${path}`, { body }),
    look: async (path) => (await inside(`${origin}${prefix}/_control${path}`)).text(),
    api: (method, path, { key = 'csf_full_access', headers = {}, ...rest } = {}) =>
      send(method, `${prefix}/v1${path}`, {
        headers: { ...(key === null ? {} : { Authorization: `Bearer ${key}` }), ...headers },
        ...rest,
      }),
  })
  return { fake, send, ...at(''), at: (sandbox) => at(`/@${sandbox}`) }
}

/** No answer may have CORS headers. */
function corsProblems({ headers }: Answer): readonly string[] {
  return [...headers.keys()].filter((name) => name.startsWith('access-control-'))
}

/** Every answer of the control plane must be JSON, a problem unless it is a success, and uncached. */
function controlProblems(method: string, { status, headers, text }: Answer): readonly string[] {
  const type = status < 300 ? 'application/json' : 'application/problem+json'
  const expected = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-type': status === 204 ? null : type,
  }
  const wrong = Object.entries(expected).filter(([name, value]) => headers.get(name) !== value)
  const isEmpty = status === 204 || method === 'HEAD'
  return [...wrong.map(([name]) => `${name}: ${headers.get(name)}`), ...((text === '') === isEmpty ? [] : ['the body'])]
}

/** Parses an answer of the control plane, and checks its status and schema. */
export function readAs<T>({ status, text }: Answer, expected: number, schema: z.ZodMiniType<T>): T {
  expect([status, text.slice(0, 400)]).toEqual([expected, expect.anything()])
  const parsed = schema.safeParse(JSON.parse(text))
  expect(parsed.error, text.slice(0, 400)).toBeUndefined()
  return schema.parse(JSON.parse(text))
}

/** Checks that an answer is a problem (RFC 9457) with a status. @returns its detail, which begins with its field */
export function readProblem(answer: Answer, status: number): string {
  const problem = readAs(answer, status, problemBody())
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(problem).toEqual({
    type: expect.stringMatching(/./),
    title: expect.stringMatching(/./),
    status,
    detail: expect.stringMatching(/./),
    ...(problem.field === undefined ? {} : { field: expect.stringMatching(/./) }),
  })
  const { field, detail } = problem
  if (field !== undefined) expect(detail.slice(0, field.length + 2)).toBe(`${field}: `)
  return detail
}

/** The paths of a sandbox's control plane that reads do not change. */
const shown = [
  '',
  '/clock',
  '/scenarios',
  '/keys',
  '/quota',
  '/resources?limit=1000',
  '/assessments?limit=1000',
  '/jobs?limit=1000',
]

/** The state of a sandbox as texts, which are comparable if the clock is frozen. Reading it changes nothing. */
export async function stateOf({ look }: Pick<ControlledFake, 'look'>): Promise<readonly string[]> {
  return await Promise.all(shown.map(async (path) => `${path}: ${await look(path)}`))
}

/** Returns the error of a failing verification. */
export async function verificationError(promise: Promise<unknown>): Promise<VerificationError> {
  const error: unknown = await promise.catch((reason: unknown) => reason)
  if (error instanceof VerificationError) return error
  throw new Error(`no such failure: ${String(error)}`)
}
