import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import * as z from 'zod/mini'

import { benchFile } from './places.ts'
import { onCore } from './server.ts'

const shape = z.object({
  requests: z.int(),
  right: z.int(),
  wrong: z.int(),
  /** Connections that failed, and requests without an answer. */
  broken: z.int(),
  seconds: z.number(),
  /** Processor time of the load in that time. */
  loadSeconds: z.number(),
  /** The first answer that was wrong; empty where none was. */
  first: z.string(),
})

/** The answers to a load. */
export type Loaded = z.infer<typeof shape>

/** A load on one server. */
export interface Load {
  readonly origin: string
  /** Requests and expected answers, as `writeRequests` leaves them. */
  readonly folder: string
  readonly connections: number
  readonly seconds: number
  /** The index of the first request. */
  readonly start: number
}

/** Puts a load of wrk on a server, from a core of its own where that can be had. Its script checks the answers. */
export async function putLoad({ origin, folder, connections, seconds, start }: Load): Promise<Loaded> {
  const options = `-t 1 -c ${connections} -d ${seconds}s -s`.split(' ')
  const command = ['wrk', ...options, benchFile('check.lua'), origin, '--', folder, String(start)]
  const [file = '', ...rest] = onCore('load', command)
  const { stdout } = await promisify(execFile)(file, rest)
  const lines = stdout.trim().split('\n')
  return shape.parse(JSON.parse(lines.at(-1) ?? ''))
}

/** @throws Error where an answer was wrong, missing, or not checked */
export function requireRight(loaded: Loaded, what: string): void {
  const { requests, right, wrong, broken, first } = loaded
  if (wrong > 0) throw new Error(`${what}: ${wrong} of ${requests} answers are wrong, the first: ${first}`)
  if (broken > 0) throw new Error(`${what}: ${broken} connections or requests failed`)
  if (requests === 0 || right < requests) throw new Error(`${what}: ${right} of ${requests} answers were checked`)
}
