import { beforeAll, expect, it, onTestFinished } from 'vitest'

import { createFake, type SandboxClient } from '../../../src/index.ts'
import { assessmentBody, jobBody, noon } from '../../support/answers.ts'
import { fetchBy, openBy, ways } from '../../support/fake.ts'

const options = { clock: noon, seed: 5 } as const

/** The number of sandboxes in use at once. */
const many = 100

/** Scenarios that decide without the wall clock; every sandbox has one or two. */
const scenarios = [
  'flaky',
  'outage-then-recovery',
  'rate-limit-nearly-exhausted',
  'unknown-values',
  'extra-fields',
  'list-changes-while-paging',
  'key-revoked-midway',
  'commits-then-fails',
  'assessments-complete-at-once',
  'jobs-never-complete',
]

type Send = (url: string, init: RequestInit) => Promise<Response>

/** Uses a sandbox as number `i` does, and gives back everything that it answered. */
async function play(sandbox: SandboxClient, send: Send, i: number): Promise<readonly string[]> {
  const seen: string[] = []
  let key = sandbox.apiKey
  const request = async (method: string, path: string, body?: unknown): Promise<void> => {
    const response = await send(sandbox.baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const headers = [...response.headers].filter(
      ([name]) => !['connection', 'content-length', 'keep-alive'].includes(name),
    )
    seen.push([`${method} ${path}`, response.status, ...headers.map((header) => header.join(': '))].join('\n'))
    seen.push(await response.text())
  }
  const note = async (work: Promise<unknown>) => seen.push(JSON.stringify(await work))
  await sandbox.clock.set(new Date(Date.parse(noon) + i * 3_600_000).toISOString())
  await sandbox.assumptions.set(i % 3 === 0 ? { limitAboveMax: 'clamp' } : { listOrder: 'newest_first' })
  await sandbox.scenarios.on(
    ...[scenarios[i % scenarios.length], scenarios[(i * 7) % scenarios.length]].filter((name) => name !== undefined),
  )
  await sandbox.scenarios.define({
    name: 'own',
    rules: [{ when: { operation: 'getJob' }, count: { after: i % 4 }, then: { headers: { 'x-sandbox': `s${i}` } } }],
  })
  const { id } = await sandbox.jobs.create({ name: `job of ${i}`, status: 'running' })
  await request('GET', `/data/analysis/jobs/${id}`)
  const made = await sandbox.keys.create({ name: `key of ${i}`, quota: 20 + (i % 5) })
  seen.push(JSON.stringify(made))
  key = made.secret
  const told = { name: `told ${i}`, notification: { email: `w${i}@example.com` } }
  await request('POST', '/data/analysis/jobs', { ...jobBody, ...told })
  for (let n = 0; n <= i % 3; n += 1) await request('POST', '/security/assessments', assessmentBody)
  await note(sandbox.clock.advance(`${i + 1}s`))
  await request('GET', `/cloud/resources?limit=${3 + (i % 7)}&page=2`)
  await request('GET', '/data/analysis/jobs?limit=500')
  await request('GET', '/security/assessments?limit=2')
  if (i % 4 === 0) await note(sandbox.keys.revoke(made.id))
  await request('GET', `/data/analysis/jobs/${id}`)
  await sandbox.scenarios.off()
  await note(sandbox.clock.advance('1h'))
  await request('GET', '/data/analysis/jobs?limit=100')
  await note(sandbox.outbox.list())
  await note(sandbox.scenarios.show('own'))
  await note(sandbox.quota.list())
  await note(sandbox.summary())
  return seen
}

/** The parts of an answer that name its place and not its sandbox. */
const withoutOrigin = (text: string): string => text.replaceAll(/http:\/\/[\w.:-]+/g, '')

const numbers = Array.from({ length: many }, (_, i) => i)

/** The answers to each number in a fake without other clients. */
const alone: (readonly string[])[] = []
beforeAll(async () => {
  for (const i of numbers) {
    const fake = await createFake(options)
    alone.push((await play(fake.sandbox(`worker-${i}`), fake.fetch, i)).map(withoutOrigin))
    await fake.close()
  }
})

it.each(ways)('each of many sandboxes at once answers as it does in a fake of its own, %s', async (way) => {
  const fake = await openBy(way, options)
  onTestFinished(() => fake.close())
  const send: Send = fetchBy(way, fake)
  const together = await Promise.all(numbers.map((i) => play(fake.sandbox(`worker-${i}`), send, i)))
  for (const i of numbers) expect(together[i]?.map(withoutOrigin), `worker ${i}`).toEqual(alone[i])
  expect(new Set(together.map((seen) => seen.join('\n'))).size).toBe(many)
  // And nothing of it can be seen in the default one.
  expect(await fake.summary()).toEqual(await (await createFake(options)).summary())
  expect(await fake.sandboxes.list()).toHaveLength(many + 1)
})
