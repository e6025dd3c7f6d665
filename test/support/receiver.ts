import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import * as z from 'zod/mini'

import { jobSchema } from '../../src/core/api/jobs/job.ts'
import type { DeliveryInfo } from '../../src/index.ts'
import { answers, jobBody } from './answers.ts'
import { listen } from './destination.ts'
import { type Client, read, type RequestOptions } from './fake.ts'

/** A webhook as it arrived. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** True if it was answered. */
  answered: boolean
}

/** The reply of a receiver to a webhook: a status, a whole answer, silence, or the end of the connection. */
export type Reply =
  | number
  | 'hang'
  | 'drop'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }

/** A receiver of webhooks on 127.0.0.1, until the test ends. */
export interface Receiver {
  readonly url: string
  /** The requests that arrived completely, in order. */
  readonly received: readonly Received[]
  /** Sets the reply to all later webhooks. @param reply may be a function of the request and its number from 0 */
  readonly answer: (reply: Reply | ((request: Received, number: number) => Reply | Promise<Reply>)) => void
  /** Holds the reply to each webhook back. @returns releases them, and replies to later ones at once */
  readonly hold: (reply: Reply) => () => void
  /** Ends all connections and stops listening, until `restart` on the same port. */
  readonly kill: () => Promise<void>
  readonly restart: () => Promise<void>
}

/** Starts a receiver that answers 204 until its reply is set. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let decide: (request: Received, number: number) => Reply | Promise<Reply> = () => 204

  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
    } catch {
      return
    }
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    const { method = '', url = '' } = incoming
    const request: Received = { method, path: url, headers, body: Buffer.concat(chunks).toString(), answered: false }
    received.push(request)
    const reply = await decide(request, received.length - 1)
    if (reply === 'hang') return
    if (reply === 'drop' || outgoing.socket?.destroyed !== false) {
      outgoing.destroy()
      return
    }
    const { status, headers: own = {}, body = '' } = typeof reply === 'number' ? { status: reply } : reply
    request.answered = true
    outgoing.writeHead(status, own)
    outgoing.end(body)
  }
  const start = (port?: number) =>
    listen(
      createServer((incoming, outgoing) => void take(incoming, outgoing)),
      undefined,
      port,
    )
  let listening = await start()
  const { port } = listening
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (reply) => {
      decide = typeof reply === 'function' ? reply : () => reply
    },
    hold: (reply) => {
      let release = (): void => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      decide = () => released.then(() => reply)
      return release
    },
    kill: () => listening.end(),
    restart: async () => {
      listening = await start(port)
    },
  }
}

/** The body of a webhook with an event. */
const eventSchema = z.strictObject({ type: z.string(), timestamp: z.iso.datetime(), data: jobSchema })

/** Verifies and parses a webhook with the library of Standard Webhooks. @throws its error for an invalid signature */
export function verified({ body, headers }: Pick<Received, 'body' | 'headers'>, secret: string) {
  return eventSchema.parse(new Webhook(secret).verify(body, headers))
}

/** Parses a webhook without verifying its signature. */
export function eventOf({ body }: Pick<Received, 'body'>) {
  return eventSchema.parse(JSON.parse(body))
}

/** Job names and event types of the received webhooks. */
export function sentTo({ received }: Receiver): string[] {
  return received.map((request) => {
    const { type, data } = eventOf(request)
    return `${data.name} ${type.replace('analysis_job.', '')}`
  })
}

/** The notification of a job. */
export interface Notification {
  readonly email?: string
  readonly webhook_url?: string
}

/** Creates a job with a notification. */
export async function createJob(
  { post }: Pick<Client, 'post'>,
  notification: Notification | undefined,
  fields: Readonly<Record<string, unknown>> = {},
  options: RequestOptions = {},
) {
  const body = { ...jobBody, ...fields, ...(notification === undefined ? {} : { notification }) }
  return read(await post('/data/analysis/jobs', body, options), 201, answers.job).data
}

/** Creates a receiver with a fixed reply, and a job that notifies it. */
export async function notified(
  client: Client,
  reply: Parameters<Receiver['answer']>[0] = 204,
  ...more: readonly [fields?: Readonly<Record<string, unknown>>, options?: RequestOptions]
) {
  const receiver = await startReceiver()
  receiver.answer(reply)
  const job = await createJob(client, { webhook_url: receiver.url }, ...more)
  return { receiver, client, job, id: job.id }
}

/** The time and result of each attempt, as texts. */
export function attemptsOf({ attempts }: DeliveryInfo): string[] {
  return attempts.map(({ at, status, reason }) => `${at.slice(11, 23)} ${status ?? reason}`)
}

/** The one delivery of a sandbox. */
export async function onlyDelivery({ sandbox }: Client): Promise<DeliveryInfo> {
  const all = await sandbox.outbox.list()
  expect(all).toHaveLength(1)
  const [one] = all
  if (one === undefined) throw new Error('no delivery')
  return one
}
