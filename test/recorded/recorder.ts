import type { createFake } from '../../src/index.ts'
import { type JsonObject, objectsAt, parseJson } from './json.ts'
import { plainBody, plainTrace } from './normalise.ts'

/** A fake in this process. */
export type Fake = Awaited<ReturnType<typeof createFake>>

/** Headers by their names. */
export type Fields = Readonly<Record<string, string>>

/** A request: `METHOD path`, with its body and its headers. A body that is no text and no bytes is sent as JSON. */
export type Ask = string | readonly [line: string, body?: unknown, headers?: Fields]

/** How one answer is written down. */
export interface How {
  /** Gives up the request after so many milliseconds (never). */
  readonly giveUpMs?: number
  /** Reads only so many events of a stream (all). */
  readonly events?: number
  /** Fields that follow from the real clock. */
  readonly hidden?: readonly string[]
  /** Writes down the status but not the body. */
  readonly isOpaque?: boolean
  /** Leaves the body of the request out. */
  readonly hasOpaqueBody?: boolean
  /** Sends by the app as a server of somebody else does, with a guard. */
  readonly isGuarded?: boolean
}

/** One step of the session: a request and its answer. */
export interface Step {
  readonly chapter: string
  readonly line: string
  /** Its body and its headers, as JSON. */
  readonly sent: string
  readonly answer: {
    readonly status: number
    readonly headers?: Fields
    readonly body?: string
    readonly error?: string
  }
  /** What the journal says about the request. */
  readonly trace?: string
}

/** An answer as the session goes on with it. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly json: unknown
  readonly step: Step
}

const origin = 'http://cloudsec-fake.test'

/** The headers that carry an API key. */
export const withKey = (key = 'csf_full_access'): Fields => ({ Authorization: `Bearer ${key}` })

/** Sends requests to one fake, and writes each down with its answer. */
export class Recorder {
  readonly #fake: Fake
  readonly #sandbox: string | undefined
  readonly #chapter: string
  readonly #steps: Step[]
  readonly #secrets = new Set<string>()
  /** Texts that stand for others, such as a port. */
  readonly replaced = new Map<string, string>()
  /** True if the journal is asked about each request to the API. */
  isTraced = false
  /** True if only one delivery is under way at a time. */
  isOrdered = false

  /** @param sandbox serves the requests, which do not show its name in their paths (the one in their paths) */
  constructor(chapter: string, fake: Fake, steps: Step[] = [], sandbox?: string) {
    this.#chapter = chapter
    this.#fake = fake
    this.#steps = steps
    this.#sandbox = sandbox
  }

  /** The signing secrets that were seen. */
  get secrets(): readonly string[] {
    return [...this.#secrets]
  }

  /** Writes a step down. */
  write({ line, sent, answer, trace }: Omit<Step, 'chapter'>): void {
    const plain = (written: string): string =>
      [...this.replaced].reduce((text, [from, to]) => text.replaceAll(from, to), written)
    const body = answer.body === undefined ? {} : { body: plain(answer.body) }
    const step = { line: plain(line), sent: plain(sent), answer: { ...answer, ...body } }
    this.#steps.push({ chapter: this.#chapter, ...step, ...(trace === undefined ? {} : { trace }) })
  }

  /** Sends a request and writes it down with its answer. */
  async send(line: string, body?: unknown, headers: Fields = {}, how: How = {}): Promise<Answer> {
    const answer = await this.ask(line, body, headers, how)
    const trace = this.isTraced && line.includes('/v1') ? { trace: await this.trace(line) } : {}
    this.write({ ...answer.step, ...trace })
    return answer
  }

  /** Sends requests below a prefix in their order, and gives the last answer. */
  async run(prefix: string, asks: readonly Ask[], headers: Fields = {}): Promise<Answer> {
    let last: Answer | undefined
    for (const ask of asks) {
      const [line, body, own] = typeof ask === 'string' ? [ask] : ask
      last = await this.send(line.replace(' ', ` ${prefix}`), body, { ...headers, ...own })
    }
    if (last === undefined) throw new Error('expected at least one request')
    return last
  }

  /** Sends a request. It is no step. */
  async ask(line: string, body?: unknown, headers: Fields = {}, how: How = {}): Promise<Answer> {
    const { init, shown } = initOf(body, headers)
    const sent = JSON.stringify({ headers, ...(how.hasOpaqueBody === true ? {} : { body: shown }) })
    const known = { chapter: '', line, sent }
    try {
      const response = await this.#fetch(line, init, how)
      const { text, error } = await readBody(response, how.events)
      for (const [secret] of text.matchAll(/whsec_[\w+/=]+/g)) this.#secrets.add(secret)
      const answer = how.isOpaque === true ? { status: response.status } : this.#plain(line, response, text, how)
      const step = { ...known, answer: { ...answer, ...(error === undefined ? {} : { error }) } }
      return { status: response.status, text, json: parseJson(text), step }
    } catch (error) {
      return { status: 0, text: '', json: undefined, step: { ...known, answer: { status: 0, error: describe(error) } } }
    }
  }

  /** What the journal says about the last request to a sandbox. */
  async trace(line: string): Promise<string> {
    const [prefix = ''] = /(?<= )\/@[^/]*/.exec(line) ?? []
    const { json } = await this.ask(`GET ${prefix}/_control/requests?limit=1`)
    return JSON.stringify(plainTrace(objectsAt(json, 'items')[0] ?? {}))
  }

  /** Waits until a sandbox has done all that is due. It is no step. */
  async settle(prefix: string): Promise<void> {
    await this.ask(`PATCH ${prefix}/_control/clock`, {})
  }

  #plain(line: string, { status, headers }: Response, text: string, { hidden = [] }: How): Step['answer'] {
    const type = headers.get('content-type') ?? ''
    const known = { secrets: this.secrets, hidden, isOrdered: this.isOrdered }
    const path = line.replace(/^\S+ /, '').replace(/[?#].*$/s, '')
    return { status, headers: Object.fromEntries(headers), body: plainBody(path, type, text, known) }
  }

  async #fetch(line: string, init: RequestInit, { giveUpMs, isGuarded = false }: How): Promise<Response> {
    const [, method = '', path = ''] = /^(\S+) (.*)$/s.exec(line) ?? []
    if (isGuarded) return await this.#fake.app.request(`http://localhost:4747${path}`, { ...init, method })
    const headers = new Headers(init.headers)
    if (this.#sandbox !== undefined) headers.set('X-Fake-Sandbox', this.#sandbox)
    const place = this.#sandbox !== undefined && path.startsWith('/_control') ? `/@${this.#sandbox}${path}` : path
    const signal = giveUpMs === undefined ? {} : { signal: AbortSignal.timeout(giveUpMs) }
    return await this.#fake.fetch(origin + place, { ...init, method, headers, ...signal })
  }
}

/** The parts of a request as they are sent, and its body as it is written down. */
function initOf(body: unknown, headers: Fields) {
  if (body === undefined) return { init: { headers }, shown: undefined }
  if (body instanceof Uint8Array) {
    return { init: { headers, body: new Uint8Array(body) }, shown: Buffer.from(body).toString('base64') }
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { init: { headers: { 'Content-Type': 'application/json', ...headers }, body: text }, shown: body }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : ` (${describe(error.cause)})`
  return `${error.name}: ${error.message}${cause}`
}

/** Reads a body as far as it comes. */
async function readBody({ body }: Response, events?: number): Promise<{ text: string; error?: string }> {
  const decoder = new TextDecoder()
  let text = ''
  if (body === null) return { text }
  const reader = body.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return { text }
      text += decoder.decode(value, { stream: true })
      if (events === undefined || text.split('\n\n').length <= events) continue
      await reader.cancel()
      return { text: `${text.split('\n\n').slice(0, events).join('\n\n')}\n\n` }
    }
  } catch (error) {
    return { text, error: describe(error) }
  }
}

/** The items of a collection of the control plane. */
export const itemsOf = ({ json }: Answer): readonly JsonObject[] => objectsAt(json, 'items')
