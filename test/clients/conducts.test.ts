import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, inject, it } from 'vitest'

import { type Fake, startFake } from '../../src/index.ts'
import { run } from '../support/consumer.ts'
import { versionOf } from '../support/version-of.ts'

const scripts = fileURLToPath(new URL('conducts', import.meta.url))
const classes = join(inject('buildFolder'), 'conducts')
const hasPython = versionOf('python3', '--version', /Python 3\.(\d+)/) >= 9
const hasJava = versionOf('javac', '-version', /javac (\d+)/) >= 17
const hasCurl = versionOf('curl', '--version', /curl (\d+)/) > 0

/** What sends the requests. */
interface Client {
  readonly words: readonly string[]
  /** False where this machine cannot run it. */
  readonly canRun: boolean
  /** True if each request has a connection of its own: two workers then look like one. */
  readonly opensEach?: boolean
}

const clients: Readonly<Record<string, Client>> = {
  fetch: { words: [process.execPath, 'fetch.mjs'], canRun: true },
  'http.Agent': { words: [process.execPath, 'agent.mjs'], canRun: true },
  undici: { words: [process.execPath, 'undici.mjs'], canRun: true },
  urllib: { words: ['python3', '-B', 'urllib_request.py'], canRun: hasPython, opensEach: true },
  requests: { words: ['python3', '-B', 'requests_session.py'], canRun: hasPython },
  'java.net.http': {
    words: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', classes, 'Main'],
    canRun: hasJava,
  },
  curl: { words: ['sh', 'curl.sh'], canRun: hasCurl, opensEach: true },
}

interface Case {
  /** On while it runs. */
  readonly scenario?: 'commits-then-fails' | 'service-unavailable'
  /** Requests that are judged. */
  readonly requests: number
  /** The error or warning (none: the client is sound). */
  readonly found?: string
  /** A note that may be made, too. */
  readonly note?: string
  /** What a client that is not sound would be called, where it sends the same on connections for one request each. */
  readonly looksLike?: string
}

const cases: Readonly<Record<string, Case>> = {
  'hot-polling': { requests: 11, found: 'polled-too-often' },
  'no-pause': { scenario: 'service-unavailable', requests: 8, found: 'retried-without-backoff' },
  'revoked-key': { requests: 6, found: 'used-revoked-key' },
  'blind-create': { scenario: 'commits-then-fails', requests: 2, found: 'repeated-committed-create' },
  'blind-create-after-call': { scenario: 'commits-then-fails', requests: 3, found: 'repeated-committed-create' },
  'two-workers-quota': { requests: 4 },
  'two-workers-create': {
    scenario: 'commits-then-fails',
    requests: 3,
    note: 'same-create-elsewhere',
    looksLike: 'repeated-committed-create',
  },
  'two-slow-pollers': { requests: 9, looksLike: 'polled-too-often' },
  'jump-to-page-4': { requests: 2 },
  'same-wrong-id-twice': { requests: 2 },
}

let fake: Fake
beforeAll(async () => {
  fake = await startFake({ completeAfter: '1m' })
  if (hasJava) await promisify(execFile)('javac', ['-d', classes, join(scripts, 'Main.java')])
})
afterAll(() => fake.close())

/** Lets a client play a case in a sandbox of its own, and judges it. */
async function judged(words: readonly string[], name: string, { scenario }: Case, sandbox: string) {
  const box = fake.sandbox(sandbox)
  if (scenario !== undefined) await box.scenarios.on(scenario)
  const [command = '', ...others] = words
  const { code, out, err } = await run(command, [...others, name], scripts, {
    CLOUDSEC_BASE_URL: box.baseUrl,
    CLOUDSEC_API_KEY: box.apiKey,
    CLOUDSEC_CONTROL_URL: box.controlUrl,
  })
  if (code !== 0) throw new Error(out + err)
  return await box.conduct()
}

const rows = Object.entries(clients).flatMap(([client, command]) =>
  Object.entries(cases).map(([name, expected]) => ({ client, name, ...command, expected })),
)

const faults: ReadonlySet<string> = new Set(['error', 'warning'])

describe('conduct says of a client what it could have known', () => {
  it.concurrent.for(rows)(
    '$client: $name',
    async ({ client, name, words, canRun, opensEach, expected }, { expect, skip }) => {
      skip(!canRun)
      const sandbox = `${name}-${client}`.toLowerCase().replaceAll('.', '-')
      const { requests, items } = await judged(words, name, expected, sandbox)
      expect(requests, 'all of its requests came').toBe(expected.requests)
      const allowed = new Set(opensEach === true ? [expected.looksLike] : [])
      const verdicts = items.filter(({ id }) => !allowed.has(id))
      const shown = verdicts.map(({ id, severity, occurrences }) => `${severity} ${id}: ${occurrences[0]?.detail}`)
      const found = verdicts.filter(({ severity }) => faults.has(severity)).map(({ id }) => id)
      expect(found, shown.join('\n')).toEqual(expected.found === undefined ? [] : [expected.found])
      const notes = verdicts.map(({ id }) => id).filter((id) => !found.includes(id) && id !== expected.note)
      expect(notes, shown.join('\n')).toEqual([])
    },
  )
})
