import { hash } from 'node:crypto'

import type { createFake } from '../../src/index.ts'
import { objectsAt, parseJson } from './json.ts'
import { type Known, plainBody } from './normalise.ts'

/** A fake in this process. */
export type Fake = Awaited<ReturnType<typeof createFake>>

/** The parts of a request. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  /** A text or bytes as they are. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
}

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
  readonly fake: string
  readonly request: Sent & { readonly method: string; readonly path: string }
  readonly answer: {
    readonly status: number
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
    readonly error?: string
  }
}

/** An answer as the session goes on with it. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly json: unknown
}

const origin = 'http://cloudsec-fake.test'

/** Sends requests to one fake, and writes down each with its answer. */
export class Recorder {
  readonly steps: Step[]
  readonly fake: Fake
  readonly #name: string
  readonly #secrets = new Set<string>()
  /** Texts that stand for others, such as a port. */
  readonly #replaced = new Map<string, string>()
  /** True if only one delivery is under way at a time. */
  isOrdered = false

  constructor(name: string, fake: Fake, steps: Step[]) {
    this.#name = name
    this.fake = fake
    this.steps = steps
  }

  /** Writes one text down as another. */
  replace(text: string, by: string): void {
    this.#replaced.set(text, by)
  }

  /** The signing secrets that were seen. */
  get secrets(): readonly string[] {
    return [...this.#secrets]
  }

  /** Writes down a request that something outside received. */
  received(method: string, path: string, headers: Readonly<Record<string, string>>, body: string): void {
    this.#write({ method, path }, { status: 0, headers, body })
  }

  /** Sends a request and writes its answer down. */
  async send(method: string, path: string, { headers, body }: Sent = {}, how: How = {}): Promise<Answer> {
    const sent = { ...(headers === undefined ? {} : { headers }), ...(body === undefined ? {} : { body }) }
    const request = how.hasOpaqueBody === true ? { method, path } : { method, path, ...sent }
    try {
      const response = await this.#fetch(method, path, sent, how)
      const { text, error } = await readBody(response, how.events)
      for (const [secret] of text.matchAll(/whsec_[\w+/=]+/g)) this.#secrets.add(secret)
      const sorted = Object.fromEntries([...response.headers].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      const plain = plainBody(pathOf(path), sorted['content-type'] ?? '', text, this.#known(how))
      const { status } = response
      if (how.isOpaque === true) this.#write(request, { status })
      else this.#write(request, { status, headers: sorted, body: plain, ...(error === undefined ? {} : { error }) })
      return { status, text, json: parseJson(text) }
    } catch (error) {
      this.#write(request, { status: 0, error: describe(error) })
      return { status: 0, text: '', json: undefined }
    }
  }

  /** Sends a body that the recorded session leaves out. */
  async sendOpaque(method: string, path: string, body: string): Promise<void> {
    const sent = { headers: { 'Content-Type': 'application/json' }, body }
    await this.send(method, path, sent, { hasOpaqueBody: true })
  }

  /** Waits until a sandbox has done all that is due. It is no step. */
  async settle(prefix: string): Promise<void> {
    await this.#fetch('PATCH', `${prefix}/_control/clock`, jsonOf({}), {})
  }

  #known({ hidden = [] }: How): Known {
    return { secrets: this.secrets, hidden, isOrdered: this.isOrdered }
  }

  async #fetch(method: string, path: string, { headers = {}, body }: Sent, how: How): Promise<Response> {
    const { giveUpMs, isGuarded = false } = how
    const init = { method, headers, ...(body === undefined ? {} : { body }) }
    if (isGuarded) return await this.fake.app.request(`http://localhost:4747${path}`, init)
    if (giveUpMs === undefined) return await this.fake.fetch(origin + path, init)
    return await this.fake.fetch(origin + path, { ...init, signal: AbortSignal.timeout(giveUpMs) })
  }

  #write({ method, path, headers, body }: Step['request'], answer: Step['answer']): void {
    const text = body instanceof Uint8Array ? Buffer.from(body).toString('base64') : body
    const plain = (text: string): string => {
      let written = text
      for (const [from, to] of this.#replaced) written = written.replaceAll(from, to)
      return written
    }
    this.steps.push({
      fake: this.#name,
      request: {
        method,
        path: plain(path),
        ...(headers === undefined ? {} : { headers }),
        ...(text === undefined ? {} : { body: plain(text) }),
      },
      answer: { ...answer, ...(answer.body === undefined ? {} : { body: plain(answer.body) }) },
    })
  }
}

const pathOf = (target: string): string => target.replace(/[?#].*$/s, '')

/** A body of JSON. */
export function jsonOf(value: unknown, headers: Readonly<Record<string, string>> = {}): Sent {
  return { headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) }
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

/** The lines of the record that the repository keeps: number, request, status, and the start of a hash of everything. */
export function linesOf(steps: readonly Step[]): readonly string[] {
  return steps.map((step) => {
    const { method, path } = step.request
    const shown = path.length > 34 ? `${path.slice(0, 33)}…` : path
    const digest = hash('sha256', JSON.stringify(step)).slice(0, 16)
    return `${method} ${shown} ${step.answer.status} ${digest}`
  })
}

/** The items of a collection of the control plane. */
export const itemsOf = ({ json }: Answer): readonly Readonly<Record<string, unknown>>[] => objectsAt(json, 'items')
