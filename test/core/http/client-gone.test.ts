import { connect as connectTo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { type SandboxClient, type ScenarioRule, startFake } from '../../../src/index.ts'
import { jobBody } from '../../support/answers.ts'
import { describeFake } from '../../support/fake.ts'
import { defineRules, failureOf, senderTo, tallyOf } from '../../support/scenarios.ts'

const list = '/cloud/resources'
const jobs = '/data/analysis/jobs'

const creating = { method: 'POST', body: JSON.stringify(jobBody) }

/** The answers in the journal of a sandbox. */
const answers = async (sandbox: SandboxClient): Promise<readonly unknown[]> =>
  (await sandbox.requests.list()).map(({ method, status, code, fault }) => [method, status, code, fault])

describeFake('a delayed request whose client has gone', (open, way) => {
  it.each<
    [title: string, ScenarioRule['then'], asked: [path: string, init: RequestInit][], seen: unknown[], made: number]
  >([
    [
      'is dropped at once if it reads',
      { delay: '1h' },
      [
        [list, {}],
        [`${list}?limit=2`, { method: 'HEAD' }],
        ['/nothing', { method: 'POST' }],
      ],
      ['GET', 'HEAD', 'POST'].map((method) => [method, null, null, null]),
      0,
    ],
    ['still creates', { delay: '300ms' }, [[jobs, creating]], [['POST', 201, null, null]], 1],
    [
      'does not wait for an answer that is made',
      { delay: '1h', fault: 'truncate' },
      [[list, {}]],
      [['GET', 200, null, 'truncate']],
      0,
    ],
  ])('%s', async (_title, then, asked, seen, made) => {
    const { fake, sandbox } = await open()
    await defineRules(sandbox, [{ then }])
    const over = new AbortController()
    const send = senderTo({ fake, sandbox }, way)
    const failures = asked.map(([path, init]) => failureOf(send(path, { ...init, signal: over.signal })))
    await expect.poll(() => tallyOf(sandbox)).toEqual([[asked.length, asked.length]])
    if (then.delay === '1h') expect(await answers(sandbox)).toEqual([])
    over.abort()
    await Promise.all(failures)
    await expect.poll(async () => (await answers(sandbox)).length).toBe(asked.length)
    expect(new Set(await answers(sandbox))).toEqual(new Set(seen))
    const { items } = await sandbox.jobs.list({ limit: 100 })
    expect(items.filter(({ name }) => name === jobBody.name)).toHaveLength(made)
  })
})

it('drops requests that wait for others on a connection that ended', async () => {
  const fake = await startFake()
  onTestFinished(() => fake.close())
  await defineRules(fake, [{ then: { delay: '1h' } }])
  const { hostname, port, host } = new URL(fake.baseUrl)
  const socket = connectTo(Number(port), hostname)
  const one = `GET /v1${list} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${fake.apiKey}\r\n\r\n`
  socket.write(one.repeat(3))
  await expect.poll(() => tallyOf(fake)).toEqual([[3, 3]])
  socket.destroy()
  await expect.poll(() => answers(fake)).toEqual(Array.from({ length: 3 }, () => ['GET', null, null, null]))
})
