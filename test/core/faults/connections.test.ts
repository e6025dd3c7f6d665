import { once } from 'node:events'
import { Agent, get as httpGet, type IncomingMessage } from 'node:http'
import { Agent as SecureAgent, get as httpsGet } from 'node:https'

import { afterAll, describe, expect, it } from 'vitest'

import { type Fake, type SandboxClient, type ScenarioRule, startFake } from '../../../src/index.ts'
import { jobBody, noon } from '../../support/answers.ts'
import { defineRules, longEnough, openHead, partsOf, splitAnswers, tallyOf, watch } from '../../support/scenarios.ts'

const list = '/cloud/resources?limit=1'
const jobs = '/data/analysis/jobs'

const opened: Fake[] = []

let boxes = 0
const secure = startFake({ clock: noon, tls: true })

afterAll(async () => {
  opened.push(await secure)
  await Promise.all(opened.splice(0).map((fake) => fake.close()))
})

/** A sandbox of its own, with rules. By https, all are of one fake: a certificate takes its time. */
async function startBy(scheme: string, rules: readonly ScenarioRule[]): Promise<SandboxClient> {
  const fake = await (scheme === 'https' ? secure : startFake({ clock: noon }))
  if (scheme !== 'https') opened.push(fake)
  boxes += 1
  const box = fake.sandbox(`box-${boxes}`)
  if (rules.length > 0) await defineRules(box, rules)
  return box
}

const authorized = { Authorization: 'Bearer csf_full_access' }

/** Sends a request over a connection of an agent. @returns the connection */
async function askOver(agent: Agent | SecureAgent, url: string, headers: Readonly<Record<string, string>> = {}) {
  const get = url.startsWith('https:') ? httpsGet : httpGet
  const request = get(url, { agent, headers: { ...authorized, ...headers } })
  const answered: Promise<IncomingMessage> = once(request, 'response').then(([response]) => response)
  const response = await answered
  const port = response.socket.localPort
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode, text, port }
}

describe.each(['http', 'https'])('by %s,', (scheme) => {
  const start = async (rules: readonly ScenarioRule[] = []): Promise<SandboxClient> => await startBy(scheme, rules)

  /** A client that has one connection, and keeps it. */
  const oneConnection = (): Agent | SecureAgent => {
    const options = { keepAlive: true, maxSockets: 1 }
    return scheme === 'http' ? new Agent(options) : new SecureAgent({ ...options, rejectUnauthorized: false })
  }

  describe.concurrent('a raw connection', () => {
    it.each(['GET', 'POST'])('of a reset of %s: an RST, and not a byte before it', async (method) => {
      const { baseUrl } = await start([{ then: { fault: 'reset' } }])
      const body = method === 'POST' ? JSON.stringify(jobBody) : ''
      const raw = await watch(baseUrl, openHead(baseUrl, jobs, { method, body }), longEnough)
      expect(raw).toEqual({ text: '', ended: 'by a reset', at: [] })
    })

    it('of a hung answer: silence on an open connection, and answers on any other', async () => {
      const { baseUrl } = await start([{ when: { path: '/cloud/*' }, then: { fault: 'hang' } }])
      const [hung, other] = await Promise.all([
        watch(baseUrl, openHead(baseUrl, list)),
        watch(baseUrl, openHead(baseUrl, jobs, { last: true }), longEnough),
      ])
      expect(hung).toEqual({ text: '', ended: 'not', at: [] })
      expect([other.ended, partsOf(other.text).status]).toEqual(['in order', 200])
    })

    it('of a body cut short: half of what its head promised, and the end', async () => {
      const fake = await start([{ then: { fault: 'truncate' } }])
      for (const path of [list, '/cloud/resources?limit=100']) {
        const raw = await watch(fake.baseUrl, openHead(fake.baseUrl, path), longEnough)
        const { headers, body } = partsOf(raw.text)
        expect(raw.ended).toBe('in order')
        expect(Buffer.byteLength(body)).toBe(Math.floor(Number(headers.get('content-length')) / 2))
        expect(headers.get('x-rate-limit-limit')).toBe('5000')
        expect(headers.get('date')).toBe('Wed, 01 Jul 2026 12:00:00 GMT')
      }
    })
  })

  describe.concurrent('one connection that is kept', () => {
    it('is another after a reset, and after a body that was cut short', async () => {
      const fake = await start()
      const agent = oneConnection()
      const ask = (name = '') => askOver(agent, fake.baseUrl + list, { 'X-Fake-Scenario': name })
      const first = await ask()
      expect((await ask()).port).toBe(first.port)
      await expect(ask('connection-reset')).rejects.toMatchObject({ code: 'ECONNRESET' })
      const second = await ask()
      await expect(ask('truncated-body')).rejects.toMatchObject({ code: 'ECONNRESET', message: 'aborted' })
      const third = await ask()
      expect([second.status, third.status, new Set([first.port, second.port, third.port]).size]).toEqual([200, 200, 3])
      agent.destroy()
    })
  })

  describe.concurrent('requests that come one behind the other', () => {
    const delayed = '/cloud/resources?limit=2'
    const when = { query: { limit: '2' } }

    /** Sends requests in one message. */
    const pipelined = async ({ baseUrl }: SandboxClient, paths: readonly string[], forMs = longEnough) => {
      const heads = paths.map((path, position) => openHead(baseUrl, path, { last: position === paths.length - 1 }))
      const raw = await watch(baseUrl, heads.join(''), forMs)
      return {
        ...raw,
        sizes: splitAnswers(raw.text).map(({ body }) => Number(/"items_per_page":(\d+)/.exec(body)?.[1])),
      }
    }

    it.each<ScenarioRule['then']>([{ delay: '80ms' }, { fault: 'slow_body', over: '80ms' }])(
      'are answered in their order where some of them meet %j',
      async (then) => {
        const fake = await start([{ when, then }])
        const { sizes, at, ended } = await pipelined(fake, [delayed, list, '/cloud/resources?limit=3', delayed, list])
        expect([sizes, ended]).toEqual([[2, 1, 3, 2, 1], 'in order'])
        expect(at.at(then.fault === undefined ? 0 : -1)).toBeGreaterThanOrEqual(79)
        expect(await tallyOf(fake)).toEqual([[2, 2]])
        expect((await pipelined(fake, [list, delayed, list])).sizes).toEqual([1, 2, 1])
      },
    )

    it('are not answered behind one that hangs', async () => {
      const fake = await start([{ when, then: { fault: 'hang' } }])
      expect(await pipelined(fake, [delayed, list], 200)).toMatchObject({ text: '', ended: 'not' })
      expect(await pipelined(fake, [list, delayed, list], 1000)).toMatchObject({ sizes: [1], ended: 'not' })
    })

    /** A fault of the second request, behind one that may be delayed. */
    const second = (fault: 'truncate' | 'reset') =>
      start([
        { when, then: { fault } },
        { when: { query: { limit: '3' } }, then: { delay: '50ms' } },
      ])

    it('end with one that is cut short', async () => {
      const fake = await second('truncate')
      for (const before of [[list], ['/cloud/resources?limit=3']]) {
        const { text, ended } = await pipelined(fake, [...before, delayed, list])
        const [, cut] = splitAnswers(text)
        expect([splitAnswers(text).length, ended]).toEqual([2, 'in order'])
        expect(cut?.body.length).toBeLessThan(Number(cut?.headers.get('content-length')))
      }
    })

    it('end with one that is reset, once those before it are answered', async () => {
      const fake = await second('reset')
      expect(await pipelined(fake, [delayed, list])).toMatchObject({ text: '', ended: 'by a reset' })
      expect(await pipelined(fake, ['/cloud/resources?limit=3', delayed, list])).toMatchObject({
        // The reset comes right behind the answer: Node may report both at once as an end.
        sizes: [3],
      })
    })
  })
})
