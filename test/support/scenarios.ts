import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'

import { expect, vi } from 'vitest'

import { errorCodes, errorDescriptions } from '../../src/core/spec/errors.ts'
import type { SandboxClient, ScenarioRule } from '../../src/index.ts'
import { conventionalStatuses, type operations } from './answers.ts'
import { type Client, fetchBy, type RequestOptions, type Way } from './fake.ts'

/** The seven errors of the document, each with its message, conventional status and scenario. */
export const errors = errorCodes.map((code) => ({
  code,
  message: errorDescriptions[code],
  status: conventionalStatuses[code],
  scenario: code.replaceAll('_', '-'),
}))

/** An operation of the table. */
export type Asked = (typeof operations)[number]

/** The method and the content of a request of an operation. */
function optionsOf(operation: Asked, headers: RequestOptions['headers'] = {}): RequestOptions {
  return 'body' in operation ? { body: operation.body, headers } : { headers }
}

/** Sends the valid request of an operation. */
export function askOperation({ request }: Client, operation: Asked, headers?: RequestOptions['headers']) {
  return request(operation.method, operation.path, optionsOf(operation, headers))
}

/** The status of a served operation. */
export const servedStatus = ({ method }: Asked): number => (method === 'POST' ? 201 : 200)

/** The number of records of each kind in a sandbox. */
export async function countsOf(sandbox: SandboxClient): Promise<Readonly<Record<string, number>>> {
  return (await sandbox.summary()).counts
}

/** Defines a scenario with these rules, and switches it on. */
export async function defineRules(sandbox: SandboxClient, rules: readonly ScenarioRule[], name = 'own'): Promise<void> {
  await sandbox.scenarios.define({ name, rules: [...rules] })
}

/** Matches and hits of the rules of a scenario. */
export async function tallyOf(
  sandbox: SandboxClient,
  name = 'own',
): Promise<readonly (readonly [matches: number, hits: number])[]> {
  const { rules } = await sandbox.scenarios.show(name)
  return rules.map(({ matches, hits }) => [matches, hits] as const)
}

/** Waits until each rule of a scenario fired this often, which shows that the requests arrived. */
export async function fired(sandbox: SandboxClient, times = 1, name = 'own'): Promise<void> {
  const check = async (): Promise<void> => expect(await tallyOf(sandbox, name)).toEqual([[times, times]])
  await vi.waitFor(check, { interval: 5, timeout: longEnough })
}

/** Sends a request, and aborts it once it has arrived. @returns how it failed */
export async function giveUp(
  send: (signal: AbortSignal) => Promise<unknown>,
  hasArrived: () => Promise<void>,
): Promise<Awaited<ReturnType<typeof failureOf>>> {
  const over = new AbortController()
  const failure = failureOf(send(over.signal))
  await hasArrived()
  over.abort()
  return await failure
}

/** Sends requests with the full-access key, without validating answers, which may be invalid. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>

/** Creates a sender of requests to a sandbox; over a socket, it uses the global `fetch`. */
export function senderTo({ fake, sandbox }: Pick<Client, 'fake' | 'sandbox'>, way: Way): Send {
  const carry = fetchBy(way, fake)
  return (path, { headers, ...init } = {}) =>
    carry(sandbox.baseUrl + path, {
      ...init,
      headers: {
        Authorization: `Bearer ${sandbox.apiKey}`,
        ...(init.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...Object.fromEntries(new Headers(headers)),
      },
    })
}

/** The request of an operation for `Send`. */
export function initOf(operation: Asked): RequestInit {
  return 'body' in operation
    ? { method: operation.method, body: JSON.stringify(operation.body) }
    : { method: operation.method }
}

/** The parts of a request after its path. */
interface OpenHead {
  readonly method?: string
  readonly body?: string
  /** True for the last request of its connection. */
  readonly last?: boolean
}

/** An HTTP/1.1 request with the full-access key on a keep-alive connection. */
export function openHead(baseUrl: string, path: string, { method = 'GET', body = '', last = false }: OpenHead = {}) {
  const { pathname, search, host } = new URL(baseUrl + path)
  const framing = body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
  const head = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Authorization: Bearer csf_full_access',
    ...framing,
    ...(last ? ['Connection: close'] : []),
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** A time limit in milliseconds for something that always happens. */
export const longEnough = 60_000

/** The bytes that came over a connection. */
export interface Watched {
  readonly text: string
  /** How the other side ended the connection while it was watched. */
  readonly ended: 'in order' | 'by a reset' | 'not'
  /** When each chunk came, in milliseconds since the message was sent. */
  readonly at: readonly number[]
}

/** Sends a message over a new connection, and watches it until it ends. @param over stops watching: a promise, or milliseconds. Default: 150 */
export async function watch(baseUrl: string, message: string, over: number | Promise<unknown> = 150): Promise<Watched> {
  const { raw, socket } = openWatched(baseUrl)
  await once(socket, socket === raw ? 'connect' : 'secureConnect')
  const startedAt = performance.now()
  const at: number[] = []
  let text = ''
  socket.on('data', (chunk) => {
    text += String(chunk)
    at.push(performance.now() - startedAt)
  })
  const ended = new Promise<Watched['ended']>((resolve, reject) => {
    raw.once('end', () => resolve('in order'))
    raw.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') resolve('by a reset')
      else reject(error)
    })
  })
  socket.write(message)
  const given = typeof over === 'number' ? sleep(over) : over
  const outcome = await Promise.race([ended, given.then(() => 'not' as const)])
  // The last data may not be decrypted yet.
  if (socket !== raw && outcome !== 'not') await Promise.race([once(socket, 'close'), sleep(1000)])
  socket.destroy()
  raw.destroy()
  return { text, ended: outcome, at }
}

/** Opens a connection, with TLS inside for https, because a TLS socket may report a reset as an end. */
function openWatched(url: string): { readonly raw: Socket; readonly socket: Socket } {
  const { protocol, hostname, port } = new URL(url)
  const raw = connect(Number(port), hostname)
  if (protocol === 'http:') return { raw, socket: raw }
  const inner = Duplex.from({ readable: raw, writable: raw }).on('error', () => {})
  // TLS 1.3 sends tickets after the handshake, and Node reports a reset right after data as an end.
  const socket = connectTls({ socket: inner, rejectUnauthorized: false, maxVersion: 'TLSv1.2' }).on('error', () => {})
  return { raw, socket }
}

/** Splits a raw answer into status, headers by lower-case name, and the body so far. */
export function partsOf(text: string) {
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return { status: Number(statusLine.split(' ')[1]), headers: new Map(headers), body: text.slice(end + 4) }
}

/** Splits the raw answers of one connection by their Content-Length. */
export function splitAnswers(text: string): readonly ReturnType<typeof partsOf>[] {
  if (text === '') return []
  const first = partsOf(text)
  const length = Number(first.headers.get('content-length'))
  const bytes = Buffer.from(first.body)
  return [{ ...first, body: bytes.subarray(0, length).toString() }, ...splitAnswers(bytes.subarray(length).toString())]
}

/** The failure of a `fetch`, or of reading its body; undefined for a success. */
export async function failureOf(
  work: Promise<unknown>,
): Promise<{ name: string; message: string; code: unknown } | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { cause } = error
    return {
      name: error.name,
      message: error.message,
      code: cause instanceof Error ? Reflect.get(cause, 'code') : undefined,
    }
  }
}
