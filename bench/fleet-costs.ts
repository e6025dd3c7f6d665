import { tmpdir } from 'node:os'

import { hold } from './contender.ts'
import { fakeCommand, jobBody, jsonHeaders } from './fake.ts'
import { keyHeaders } from './inventory.ts'
import { Line, toBytes } from './line.ts'
import { heapOptions, type Server, startServer } from './server.ts'
import { show, toTable } from './table.ts'
import { cpuMicros } from './usage.ts'

/** Sandboxes that are made to see what one costs. */
const count = 20_000

const read = '/v1/cloud/resources?limit=20'

interface Step {
  readonly what: string
  /** Requests to each sandbox. */
  readonly requests: number
  readonly method: 'GET' | 'POST'
  readonly path: string
}

const steps: readonly Step[] = [
  { what: 'the first read', requests: 1, method: 'GET', path: read },
  { what: 'nine more reads', requests: 9, method: 'GET', path: read },
  { what: 'ten jobs created', requests: 10, method: 'POST', path: '/v1/data/analysis/jobs' },
]

async function takeStep(server: Server, { what, requests, method, path }: Step): Promise<readonly string[]> {
  const kept = async (): Promise<number> => {
    const { heapUsed, external } = await server.heap()
    return heapUsed + external
  }
  const [bytes, micros] = [await kept(), cpuMicros(server.pid) ?? 0]
  const line = new Line(server.origin)
  for (let round = 0; round < requests; round += 1)
    for (let i = 0; i < count; i += 1) {
      const headers = method === 'POST' ? { ...keyHeaders, ...jsonHeaders } : keyHeaders
      const asked = toBytes(method, `/@cost-${i}${path}`, headers, method === 'POST' ? jobBody : undefined)
      const { status, body } = await line.ask(asked)
      hold(status < 300, `${what}: status ${status}`, body)
    }
  const taken = (cpuMicros(server.pid) ?? 0) - micros
  line.close()
  const grown = (await kept()) - bytes
  return [what, show(grown / count / 1000, 2), show(taken / count / requests)]
}

/** Measures the memory and the processor time that one sandbox takes, of many, without a journal. @returns a table */
export async function measureCosts(): Promise<string> {
  const flags = ['--max-sandboxes', String(count + 1), '--journal-bytes', '0', '--max-stored-bytes', '1000000000000']
  const command = [...fakeCommand, ...flags]
  const server = await startServer({ command, folder: tmpdir(), nodeOptions: heapOptions, pinned: false })
  try {
    const rows: (readonly string[])[] = []
    for (const step of steps) rows.push(await takeStep(server, step))
    return toTable([`each of ${count} sandboxes`, 'kept more, KB', 'CPU µs a request'], rows)
  } finally {
    await server.stop()
  }
}
