import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, it } from 'vitest'

import { type Fake, type SandboxClient, startFake } from '../../src/index.ts'
import { jobBody, unknownId } from '../support/answers.ts'
import { paths } from '../support/conducting.ts'
import { versionOf } from '../support/version-of.ts'

const { resources, jobs } = paths
const hasPython = versionOf('python3', '--version', /Python 3\.(\d+)/) >= 9

/** What sends the requests. */
interface Client {
  readonly words: readonly string[]
  /** False where this machine cannot run it. */
  readonly canRun: boolean
  /** True if each request has a connection of its own: two workers then look like one. */
  readonly opensEach?: boolean
}

const byNode = (name: string): Client => ({ words: [process.execPath, 'hand.mjs', name], canRun: true })
const byPython = (name: string, canRun = hasPython): Client => ({ words: ['python3', '-B', 'hand.py', name], canRun })

const clients: Readonly<Record<string, Client>> = {
  fetch: byNode('fetch'),
  'http.Agent': byNode('agent'),
  undici: byNode('undici'),
  urllib: { ...byPython('urllib'), opensEach: true },
  'http.client': byPython('http.client'),
  requests: byPython('requests', versionOf('python3', '-mrequests.help', /"requests": \{\s*"version": "(\d+)/) > 0),
  'java.net.http': { words: ['java', 'Hand.java'], canRun: versionOf('javac', '-version', /javac (\d+)/) >= 17 },
  curl: { words: ['sh', 'hand.sh'], canRun: versionOf('curl', '--version', /curl (\d+)/) > 0, opensEach: true },
}

/** Sends a request of a worker, and waits for the answer. */
type Send = (method: string, path: string, sending?: { readonly key?: string; readonly body?: object }) => Promise<void>

interface Story {
  readonly box: SandboxClient
  /** Two workers, each a program with connections of its own. */
  readonly one: Send
  readonly two: Send
}

interface Case {
  readonly tell: (story: Story) => Promise<void>
  /** On while it is told. */
  readonly scenario?: 'commits-then-fails' | 'service-unavailable'
  /** The error or warning (none: the client is sound). */
  readonly found?: string
  /** What may be said, too: a note, or the fault of one client where two send the same on a connection for each request. */
  readonly note?: string
  readonly looksLike?: string
}

const create = async (send: Send): Promise<void> => await send('POST', jobs, { body: jobBody })

/** A connection that opens sooner after an answer on another one may belong to the same client. */
const apartMs = 600

/** Has a worker send some requests one after another, without a pause. */
const again = async (count: number, send: (at: number) => Promise<void>): Promise<void> => {
  await Promise.all(Array.from({ length: count }, (_, at) => send(at + 1)))
}

const running = async ({ box }: Story): Promise<string> =>
  `${jobs}/${(await box.jobs.create({ status: 'running' })).id}`

const cases: Readonly<Record<string, Case>> = {
  'polls without a pause': {
    found: 'polled-too-often',
    tell: async (story) => {
      const path = await running(story)
      await again(10, () => story.one('GET', path))
    },
  },
  'retries without a pause': {
    scenario: 'service-unavailable',
    found: 'retried-without-backoff',
    tell: ({ one }) => again(12, () => one('GET', resources)),
  },
  'goes on with a revoked key': {
    found: 'used-revoked-key',
    tell: async ({ box, one }) => {
      const { id, secret } = await box.keys.create({ name: 'Short-lived' })
      await one('GET', resources, { key: secret })
      await box.keys.revoke(id)
      await again(5, (limit) => one('GET', `${resources}?limit=${limit}`, { key: secret }))
    },
  },
  'creates again without a look': {
    scenario: 'commits-then-fails',
    found: 'repeated-committed-create',
    tell: async ({ one }) => {
      await one('GET', resources)
      await create(one)
      await sleep(100)
      await create(one)
    },
  },
  'jumps to page 4': {
    tell: ({ one }) => again(2, (at) => one('GET', `${resources}?limit=10&page=${3 * at - 2}`)),
  },
  'asks twice for an id that does not exist': {
    tell: ({ one }) => again(2, () => one('GET', `${resources}/${unknownId}`)),
  },
  'two workers meet a quota': {
    tell: async ({ box, one, two }) => {
      await box.quota.set('full-access', { remaining: 0, resetsIn: '2s' })
      const endMs = Date.now() + 3050
      await one('GET', resources)
      await sleep(apartMs)
      await two('GET', resources)
      await sleep(endMs - Date.now())
      await one('GET', resources)
      await two('GET', resources)
    },
  },
  'two workers create the same': {
    scenario: 'commits-then-fails',
    note: 'same-create-elsewhere',
    looksLike: 'repeated-committed-create',
    tell: async ({ one, two }) => {
      await create(one)
      await sleep(apartMs)
      await create(two)
      await sleep(apartMs)
      await one('GET', jobs)
    },
  },
  'two workers poll slowly': {
    looksLike: 'polled-too-often',
    tell: async (story) => {
      const path = await running(story)
      for (const send of [story.one, story.two, story.one, story.two, story.one, story.two]) {
        await send('GET', path)
        await sleep(700)
      }
    },
  },
}

let fake: Fake
beforeAll(async () => {
  fake = await startFake({ completeAfter: '1m' })
})
afterAll(() => fake.close())

/** Starts a client, which sends what it reads line by line. */
function open({ words: [command = '', ...words] }: Client) {
  const cwd = fileURLToPath(new URL('hands', import.meta.url))
  const child = spawn(command, words, { cwd, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const sendIn =
    (box: SandboxClient): Send =>
    async (method, path, { key = box.apiKey, body } = {}) => {
      const sent = body === undefined ? '' : ` ${JSON.stringify(body).replaceAll(' ', '\\u0020')}`
      child.stdin.write(`${method} ${box.baseUrl}${path} ${key}${sent}\n`)
      if ((await lines.next()).done === true) throw new Error(`${command} has ended`)
    }
  return { sendIn, end: () => child.stdin.end() }
}

const rows = Object.entries(clients).map(([name, client]) => ({ name, client }))

describe('conduct says of a client what it could have known', () => {
  it.concurrent.for(rows)('$name', async ({ name, client }, { expect, skip, onTestFinished }) => {
    skip(!client.canRun)
    const hands = [open(client), open(client)] as const
    onTestFinished(() => hands.forEach(({ end }) => end()))
    for (const [at, [title, { tell, scenario, found, note, looksLike }]] of Object.entries(cases).entries()) {
      const box = fake.sandbox(`${name.toLowerCase().replaceAll('.', '-')}-${at}`)
      await box.reset()
      if (scenario !== undefined) await box.scenarios.on(scenario)
      await tell({ box, one: hands[0].sendIn(box), two: hands[1].sendIn(box) })
      const { items } = await box.conduct()
      const allowed = new Set([note, client.opensEach === true ? looksLike : undefined])
      const shown = items.map(({ id, occurrences }) => `${id}: ${occurrences[0]?.detail}`).join('\n')
      const ids = items.map(({ id }) => id).filter((id) => !allowed.has(id))
      expect([title, ...ids], shown).toEqual([title, ...(found === undefined ? [] : [found])])
    }
  })
})
