import * as z from 'zod/mini'

import { run } from './commands.ts'
import { benchFile } from './places.ts'
import { onCore } from './server.ts'

const shape = z.object({
  requests: z.int(),
  right: z.int(),
  wrong: z.int(),
  /** Connections that failed, and requests without an answer. */
  broken: z.int(),
  seconds: z.number(),
  /** The processor time of the load. */
  loadSeconds: z.number(),
  p50Micros: z.number(),
  p99Micros: z.number(),
  /** The first wrong answer; empty for none. */
  first: z.string(),
})

/** The answers to a load. */
export type Loaded = z.infer<typeof shape>

/** A load on one server. */
export interface Load {
  readonly origin: string
  /** The requests and expected answers that `writeRequests` wrote. */
  readonly folder: string
  readonly connections: number
  readonly seconds: number
  /** The index of the first request. */
  readonly start: number
}

/** Runs a wrk load on a server, on a separate core if possible. Its script checks the answers. */
export async function putLoad({ origin, folder, connections, seconds, start }: Load): Promise<Loaded> {
  const options = `-t 1 -c ${connections} -d ${seconds}s --latency -s`.split(' ')
  const command = ['wrk', ...options, benchFile('check.lua'), origin, '--', folder, String(start)]
  const lines = (await run(onCore('load', command))).trim().split('\n')
  return shape.parse(JSON.parse(lines.at(-1) ?? ''))
}

/** @throws Error if an answer was wrong, missing, or not checked */
export function requireRight(loaded: Loaded, what: string): void {
  const { requests, right, wrong, broken, first } = loaded
  if (wrong > 0) throw new Error(`${what}: ${wrong} of ${requests} answers are wrong, the first: ${first}`)
  if (broken > 0) throw new Error(`${what}: ${broken} connections or requests failed`)
  if (requests === 0 || right < requests) throw new Error(`${what}: ${right} of ${requests} answers were checked`)
}
