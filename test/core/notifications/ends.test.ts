import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { createFake, startFake } from '../../../src/index.ts'
import { answers, anySuccess, jobBody, noon } from '../../support/answers.ts'
import { builtPackage } from '../../support/built.ts'
import { type Client, describeFake, read } from '../../support/fake.ts'
import { holdTimers, still } from '../../support/held-timers.ts'
import { runAlone } from '../../support/own-process.ts'
import {
  createJob,
  notified,
  onlyDelivery,
  type Received,
  type Receiver,
  type Reply,
  sentTo,
  startReceiver,
} from '../../support/receiver.ts'
import { sendJob } from '../../support/send-job.ts'

/** Makes so many jobs with notifications, named by their numbers. */
async function createJobs(client: Client, count: number, webhook_url: string): Promise<void> {
  for (let number = 0; number < count; number += 1) await createJob(client, { webhook_url }, { name: String(number) })
}

describeFake('a reset', (open) => {
  it('drops what was due: notifications of jobs, and tries that were still to come', async () => {
    const receiver = await startReceiver()
    receiver.answer(500)
    const client = await open({ clock: noon })
    await createJob(client, { webhook_url: receiver.url, email: 'dev@example.com' })
    await client.sandbox.clock.advance('5s')
    await createJob(client, { webhook_url: receiver.url })
    expect(receiver.received).toHaveLength(1)
    await client.sandbox.reset()
    expect(await client.sandbox.outbox.list()).toEqual([])
    await client.sandbox.clock.advance('7d')
    expect([receiver.received.length, await client.sandbox.outbox.list()]).toEqual([1, []])
  })

  it('drops it on a clock that moves by itself', async () => {
    // Long enough to reset it before, on a busy machine too.
    const { receiver, client } = await notified(await open({ completeAfter: '1s' }))
    await client.sandbox.reset()
    await wait(1100)
    expect(receiver.received).toEqual([])
  })

  it('leaves the other sandboxes as they are', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    const other = client.at('other')
    await createJob(client, { webhook_url: receiver.url }, { name: 'a' })
    await createJob(other, { webhook_url: receiver.url }, { name: 'b' })
    await client.sandbox.reset()
    await client.sandbox.clock.advance('1h')
    await other.sandbox.clock.advance('1h')
    expect(sentTo(receiver)).toEqual(['b completed'])
  })

  it('lets what is under way end, and has nothing sent after it that waits for its turn or another try', async () => {
    const receiver = await startReceiver()
    const finish = receiver.hold(500)
    const client = await open({ clock: noon })
    // As many as are sent at a time, and six more.
    await createJobs(client, 70, receiver.url)
    const moving = client.sandbox.clock.advance('5s').catch(() => {})
    await expect.poll(() => receiver.received.length, { interval: 10 }).toBe(64)
    await client.sandbox.reset()
    finish()
    await moving
    receiver.answer(204)
    // The new one is not held up.
    await createJob(client, { webhook_url: receiver.url }, { name: 'new' })
    await client.sandbox.clock.advance('7d')
    expect((await onlyDelivery(client)).state).toBe('delivered')
    expect(receiver.received).toHaveLength(65)
  })

  it('has nothing sent after it that waits for other sandboxes', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    const finish = receiver.hold(204)
    const other = client.at('other')
    await createJobs(client, 64, receiver.url)
    await createJob(other, { webhook_url: receiver.url })
    const moving = client.sandbox.clock.advance('5s')
    await expect.poll(() => receiver.received.length, { interval: 10 }).toBe(64)
    const waiting = other.sandbox.clock.advance('5s')
    await expect.poll(async () => (await other.sandbox.outbox.list()).length, { interval: 10 }).toBe(1)
    await other.sandbox.reset()
    finish()
    await Promise.all([moving, waiting])
    expect(receiver.received).toHaveLength(64)
  })
})

describeFake('a receiver that hangs', (open) => {
  it('holds up no request, no other sandbox, and no other job', async () => {
    holdTimers()
    const [hanging, other] = [await startReceiver(), await startReceiver()]
    hanging.answer('hang')
    const client = await open({ clock: noon })
    await createJob(client, { webhook_url: hanging.url, email: 'dev@example.com' })
    await createJob(client, { webhook_url: other.url }, { name: 'b' })
    const moving = client.sandbox.clock.advance('5s').catch(() => {})
    await expect.poll(() => other.received.length, still).toBe(1)
    expect(hanging.received).toHaveLength(1)
    read(await client.get('/cloud/resources'), 200, anySuccess)
    read(await client.get('/data/analysis/jobs?status=completed'), 200, answers.jobs)
    await createJob(client, undefined)
    await expect
      .poll(async () => (await client.sandbox.outbox.list()).map(({ kind, state }) => `${kind} ${state}`), still)
      .toEqual(['webhook pending', 'email kept', 'webhook delivered'])
    const elsewhere = client.at('elsewhere')
    await createJob(elsewhere, { webhook_url: other.url }, { name: 'c' })
    await elsewhere.sandbox.clock.advance('5s')
    expect(sentTo(other)).toEqual(['b completed', 'c completed'])
    await client.fake.close()
    await moving
  })
})

describe('a fake that is closed', () => {
  it.each([
    ['in process', createFake],
    ['over a socket', startFake],
  ] as const)('sends nothing more, %s', async (_, make) => {
    const { moveOn } = holdTimers('Date')
    const receiver = await startReceiver()
    const fake = await make({ completeAfter: '60ms' })
    onTestFinished(() => fake.close())
    expect((await sendJob(fake, { notification: { webhook_url: receiver.url } })).status).toBe(201)
    await fake.close()
    await moveOn(60)
    // What was sent before it has come before it.
    await fetch(receiver.url)
    expect(receiver.received.map(({ method }) => method)).toEqual(['GET'])
  })
})

const jobText = (webhook_url: string): string =>
  JSON.stringify({ ...jobBody, notification: { webhook_url, email: 'dev@example.com' } })

let index: string
beforeAll(async () => {
  index = pathToFileURL(join((await builtPackage()).folder, 'dist/index.js')).href
})

/** Less than a receiver may take to answer, and far more than it takes to close a fake. */
const patienceMs = 8_000

/** Runs a program that uses the fake. */
const run = (program: string) =>
  runAlone(`import { createFake, startFake } from ${JSON.stringify(index)}\n${program}\nconsole.log('end')`, patienceMs)

/** The part of a program that makes a job. */
const makeJob = (url: string): string => `
  const make = (fake) => fake.fetch(fake.baseUrl + '/data/analysis/jobs', {
    method: 'POST',
    headers: { Authorization: 'Bearer ' + fake.apiKey, 'Content-Type': 'application/json' },
    body: ${JSON.stringify(jobText(url))},
  })`

const isHook = ({ path }: Received): boolean => path === '/hook'

/** A receiver that answers a webhook with the reply, and says under another path how many of them arrived. */
async function hookThat(reply: Reply): Promise<Receiver> {
  const receiver = await startReceiver()
  receiver.answer((request) =>
    isHook(request) ? reply : { status: 200, body: String(receiver.received.filter(isHook).length) },
  )
  return receiver
}

describe('a program that uses the fake', () => {
  it('ends by itself with deliveries that are pending: closed, closed while a receiver hangs, or not closed in process', async () => {
    const [failing, hanging, other] = [await hookThat(500), await hookThat('hang'), await hookThat(500)]
    const program = ({ url }: Receiver, make: string, close: string): string => `${makeJob(url)}
      const fake = await ${make}
      await make(fake)
      const arrived = async () => Number(await (await fetch(${JSON.stringify(new URL('/arrived', url))})).text())
      while ((await arrived()) === 0) await new Promise((resolve) => setTimeout(resolve, 10))
      console.log((await fake.outbox.list({ kind: 'webhook' })).map(({ state }) => state).join())
      ${close}`
    const results = await Promise.all([
      run(program(failing, "startFake({ completeAfter: '20ms' })", 'await fake.close()')),
      run(program(hanging, "startFake({ completeAfter: '20ms' })", 'await fake.close()')),
      run(program(other, "createFake({ completeAfter: '20ms' })", '')),
    ])
    for (const result of results) expect(result).toEqual({ code: 0, errors: '', lines: ['pending', 'end'] })
    for (const { received } of [failing, hanging, other]) expect(received.filter(isHook)).toHaveLength(1)
  })

  it('leaves nothing behind of what it gave up waiting for, or was refused', async () => {
    const program = (make: string, send: string, close: string): string => `
      const fake = await ${make}()
      const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
      const before = timers()
      const waiters = 10
      // A wait that was not given up has a timer of ten minutes, so this ends for the others only.
      const until = async (isDone) => {
        while (!isDone(timers() - before)) await new Promise((resolve) => setTimeout(resolve, 10))
      }
      const aborted = new AbortController()
      const waiting = Array.from({ length: waiters }, () =>
        ${send}(fake.controlUrl + '/outbox/next?timeout=10m', { signal: aborted.signal }).catch(() => {}),
      )
      await until((more) => more >= waiters)
      aborted.abort()
      await Promise.all(waiting)
      await until((more) => more < waiters)
      const refused = Array.from({ length: waiters }, () => ${send}(fake.controlUrl + '/outbox/next?after=x&timeout=10m'))
      console.log((await Promise.all(refused)).map(({ status }) => status).join())
      ${close}`
    const results = await Promise.all([
      run(program('createFake', 'fake.fetch', '')),
      run(program('startFake', 'fetch', 'await fake.close()')),
    ])
    const refused = Array.from({ length: 10 }, () => 400).join()
    for (const result of results) expect(result).toEqual({ code: 0, errors: '', lines: [refused, 'end'] })
  })
})
