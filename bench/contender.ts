import type { Kind, Requests } from './requests.ts'
import type { Server } from './server.ts'

/** A server that runs, with the requests that it can be asked and what it has to answer. */
export interface Running {
  readonly server: Server
  readonly requests: ReadonlyMap<Kind, Requests>
  /** Takes away what creates left. */
  readonly reset: () => Promise<void>
}

/** A server to be measured: its name and how it is started. */
export interface Contender {
  readonly name: string
  /** Starts only this one. */
  readonly launch: () => Promise<Server>
  /** Starts it and finds out what it answers. */
  readonly start: () => Promise<Running>
}

/** The first bytes of a text, for a message. */
function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

/** @throws Error with the answer where a condition does not hold */
export function hold(condition: boolean, what: string, answer: string | Buffer): void {
  if (!condition) throw new Error(`${what}: ${shorten(answer.toString())}`)
}
