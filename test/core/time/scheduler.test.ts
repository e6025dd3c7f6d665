import { setTimeout } from 'node:timers/promises'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createProfile } from '../../../src/core/assumptions/profile.ts'
import type { Outcome } from '../../../src/core/notifications/delivery.ts'
import type { Transport } from '../../../src/core/notifications/transport/transport.ts'
import { createLimits } from '../../../src/core/sandbox/limits.ts'
import { Sandbox } from '../../../src/core/sandbox/sandbox.ts'
import { ScenarioLibrary } from '../../../src/core/scenarios/library.ts'
import { Clock } from '../../../src/core/time/clock.ts'
import { Scheduler } from '../../../src/core/time/scheduler.ts'
import { startReceiver } from '../../support/receiver.ts'
import { start as startTransport } from '../../support/transports.ts'

/** A scheduler of a frozen clock with work at some instants, and what it did: the instants that the clock showed. */
function start(instants: readonly number[], work: (nowMs: number) => Promise<void> = async () => {}, startMs = 0) {
  const clock = new Clock({ mode: 'frozen', nowMs: startMs })
  const scheduler = new Scheduler(clock)
  let left = instants.toSorted((a, b) => a - b)
  const done: number[] = []
  scheduler.serve({
    nextMs: () => left[0] ?? Infinity,
    runDue: (nowMs) => {
      const due = left.filter((atMs) => atMs <= nowMs)
      left = left.filter((atMs) => atMs > nowMs)
      if (due.length === 0) return
      // A clock that moves may have moved on since: by 86 seconds in each millisecond at the fastest rate.
      if (clock.mode === 'frozen') expect(clock.now()).toBe(nowMs)
      else expect(clock.now()).toBeGreaterThanOrEqual(nowMs)
      done.push(...due.map(() => nowMs))
      scheduler.track(work(nowMs))
    },
  })
  return { clock, scheduler, done, add: (atMs: number) => void (left = [...left, atMs].toSorted((a, b) => a - b)) }
}

const turn = (ms = 5): Promise<void> => setTimeout(ms)

describe('a scheduler', () => {
  it('does what comes due in the order of time, each at its own instant, before the change is answered', async () => {
    const log: string[] = []
    const { clock, scheduler } = start([3000, 1000, 2000], async (nowMs) => {
      log.push(`begins at ${nowMs}`)
      await turn()
      log.push('ends')
    })
    await scheduler.advance(2999)
    expect(log).toEqual(['begins at 1000', 'ends', 'begins at 2000', 'ends'])
    expect(clock.now()).toBe(2999)
    await scheduler.advance(1)
    expect(log.slice(4)).toEqual(['begins at 3000', 'ends'])
  })

  it('does what work begets on the way, at its instant too', async () => {
    const chain = start([1000], async (nowMs) => {
      await turn(1)
      if (nowMs < 5000) chain.add(nowMs + 1000)
    })
    await chain.scheduler.advance(3500)
    expect(chain.done).toEqual([1000, 2000, 3000])
    await chain.scheduler.advance(10_000)
    expect(chain.done).toEqual([1000, 2000, 3000, 4000, 5000])
  })

  it('does what is overdue when it is woken, and at a change of nothing', async () => {
    const { scheduler, done, add } = start([1000, 2000], undefined, 5000)
    scheduler.wake()
    await scheduler.drain()
    expect(done).toEqual([5000, 5000])
    add(5000)
    await scheduler.change({})
    expect(done).toEqual([5000, 5000, 5000])
  })

  it('moves by the sum of two advances at once, one after the other', async () => {
    const { clock, scheduler, done } = start([1000, 11_000], () => turn())
    const first = scheduler.advance(10_000)
    await turn(1)
    await Promise.all([first, scheduler.advance(10_000)])
    expect([clock.now(), done]).toEqual([20_000, [1000, 11_000]])
  })

  it.each([
    [{ rate: 0 }, 'rate: expected a number above 0'],
    [{ nowMs: -1 }, 'clock: expected a time from 1970 to 9899'],
    [{ nowMs: 2e15, mode: 'real' }, 'clock: expected a time from 1970 to 9899'],
    [{ nowMs: 9000, rate: 1e9 }, 'rate: expected a number above 0'],
  ] as const)('changes and does nothing for %j', async (change, message) => {
    const { clock, scheduler, done } = start([1000])
    expect(() => scheduler.change(change)).toThrow(message)
    expect([done, clock.now(), clock.mode, clock.rate]).toEqual([[], 0, 'frozen', 1])
    await scheduler.advance(1000)
    expect(done).toEqual([1000])
  })

  it('does nothing any more once it is closed, not even on the way', async () => {
    const { scheduler, done } = start([1000, 2000], async () => scheduler.close())
    await scheduler.advance(5000)
    await scheduler.advance(5000)
    expect(done).toEqual([1000])
  })

  it('has the next change of the clock fail with the error of its work', async () => {
    const scheduler = new Scheduler(new Clock({ mode: 'frozen', nowMs: 0 }))
    scheduler.serve({
      nextMs: () => 1000,
      runDue: () => {
        throw new Error('a defect')
      },
    })
    await expect(scheduler.advance(3000)).rejects.toThrow('a defect')
    await scheduler.advance(3000)
  })

  it('rings by itself on a clock that moves, as soon as the first is due, and not on one that is frozen', async () => {
    const { scheduler, done } = start([40, 3_600_000])
    await scheduler.change({ mode: 'real' })
    await expect.poll(() => done.length, { interval: 10 }).toBe(1)
    await scheduler.change({ mode: 'frozen', rate: 86_400 })
    await turn(60)
    expect(done).toHaveLength(1)
    await scheduler.change({ mode: 'real' })
    await expect.poll(() => done.length, { interval: 10 }).toBe(2)
    scheduler.close()
  })

  it('does the same in one step as in many', async () => {
    const instants = fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 12 })
    const steps = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(instants, steps, async (some, by) => {
        const run = async (advances: readonly number[]) => {
          const again = start(some, async (nowMs) => {
            await Promise.resolve()
            if (nowMs < 4000) again.add(nowMs + 777)
          })
          for (const ms of advances) await again.scheduler.advance(ms)
          return [...again.done, again.clock.now()]
        }
        const sum = by.reduce((total, ms) => total + ms, 0)
        expect(await run(by)).toEqual(await run(by.length === 0 ? [] : [sum]))
      }),
      { numRuns: 60, seed: 1 },
    )
  })
})

/** A sandbox that sends by a transport of its own, from noon of a frozen clock. */
function openSandbox(transport: Pick<Transport, 'send'>): Sandbox {
  const lifecycle = { completeAfterMs: 1000, estimateMs: 1000, outcome: 'completed' } as const
  return new Sandbox('default', {
    dataset: {},
    seed: 1,
    clock: { mode: 'frozen', nowMs: 0 },
    base: { profile: createProfile({}), lifecycles: { assessments: lifecycle, jobs: lifecycle } },
    library: new ScenarioLibrary({ operations: [], lifecycles: [] }),
    scenarios: [],
    limits: createLimits(1e8, 0),
    areas: [],
    transport,
  })
}

const notification = (group: string, to = 'http://127.0.0.1:1/') =>
  ({
    kind: 'webhook',
    group,
    event: 'analysis_job.completed',
    to,
    body: '{}',
    subject: '',
    about: 'a job',
    isLast: true,
  }) as const

const answered = (status: number): Outcome => ({ kind: 'answered', status, durationMs: 1, reason: null, response: '' })

describe('the transport', () => {
  it('has an advance end at the time-out of a receiver that hangs, and goes on as after any failure', async () => {
    const receiver = await startReceiver()
    receiver.answer('hang')
    const sandbox = openSandbox(startTransport({ timeoutMs: 60 }))
    sandbox.outbox.send([notification('a', receiver.url)], 0)
    const beganAt = performance.now()
    await sandbox.scheduler.advance(86_400_000)
    expect(performance.now() - beganAt).toBeGreaterThan(5 * 50)
    const [delivery] = sandbox.outbox.deliveries.list()
    expect([delivery?.state, delivery?.attempts.map(({ atMs, reason }) => `${atMs} ${reason}`)]).toEqual([
      'failed',
      [0, 5000, 305_000, 2_105_000, 9_305_000].map((atMs) => `${atMs} no answer within 0.06s`),
    ])
  })

  it('tries one of a group at a time, and all groups at once', async () => {
    const underWay = new Map<string, number>()
    let most = 0
    const post = async ({ url }: { readonly url: string }): Promise<Outcome> => {
      underWay.set(url, (underWay.get(url) ?? 0) + 1)
      expect(underWay.get(url)).toBe(1)
      most = Math.max(most, [...underWay.values()].filter((count) => count > 0).length)
      await turn(2)
      underWay.set(url, 0)
      return answered(200)
    }
    const { outbox, scheduler } = openSandbox({ send: post })
    for (let round = 0; round < 5; round += 1)
      for (const group of ['a', 'b', 'c']) outbox.send([notification(group, group)], 0)
    await scheduler.drain()
    expect(most).toBe(3)
    expect(outbox.deliveries.list({ state: 'delivered' })).toHaveLength(15)
  })

  it('has at most 64 under way, begins the others in the order in which they are due, and sends all before an advance ends', async () => {
    const begun: string[] = []
    let [underWay, most] = [0, 0]
    const { outbox, scheduler } = openSandbox({
      send: async ({ url }) => {
        begun.push(url)
        most = Math.max(most, (underWay += 1))
        await turn(1 + (begun.length % 3))
        underWay -= 1
        return answered(200)
      },
    })
    const names = Array.from({ length: 200 }, (_, number) => `${number}`)
    for (const name of names) outbox.send([notification(name, name)], 0)
    await scheduler.advance(1000)
    expect([begun, most, outbox.deliveries.list({ state: 'delivered' }).length]).toEqual([names, 64, 200])
  })

  it('tries again at the instant of each, however many are due', async () => {
    const tried: number[] = []
    const sandbox = openSandbox({
      send: async () => {
        tried.push(sandbox.clock.now())
        await turn(1)
        return answered(500)
      },
    })
    for (let number = 0; number < 150; number += 1) sandbox.outbox.send([notification(`${number}`)], 0)
    await sandbox.scheduler.advance(86_400_000)
    const instants = [0, 5000, 305_000, 2_105_000, 9_305_000]
    expect(tried).toEqual(instants.flatMap((atMs) => Array.from({ length: 150 }, () => atMs)))
  })

  it('waits for the next try from the end of one, however long that took', async () => {
    const sandbox = openSandbox({
      send: async () => {
        sandbox.clock.change({ nowMs: 700 })
        return answered(500)
      },
    })
    sandbox.outbox.send([notification('a')], 0)
    await sandbox.scheduler.drain()
    expect(sandbox.outbox.deliveries.list().map(({ nextMs }) => nextMs)).toEqual([5700])
  })

  it('is saved as it is then, whatever is sent later', async () => {
    const sandbox = openSandbox({ send: async () => answered(200) })
    sandbox.outbox.send([notification('a')], 0)
    const saved = sandbox.save()
    const before = JSON.stringify(saved)
    await sandbox.scheduler.drain()
    expect([JSON.stringify(saved), JSON.stringify(sandbox.save()) === before]).toEqual([before, false])
  })

  it('does not have one that is redelivered by hand wait for 64 others', async () => {
    const hanging = new Set<() => void>()
    const sandbox = openSandbox({
      send: async ({ url }) => {
        if (url === 'hang') await new Promise<void>((resolve) => void hanging.add(resolve))
        return answered(200)
      },
    })
    const outbox = sandbox.outbox
    outbox.send([notification('first', 'there')], 0)
    await sandbox.scheduler.drain()
    for (let number = 0; number < 70; number += 1) outbox.send([notification(`${number}`, 'hang')], 0)
    await turn()
    expect(hanging.size).toBe(64)
    const [first] = outbox.deliveries.list()
    expect((await outbox.redeliver(first?.id ?? '')).state).toBe('delivered')
    expect(hanging.size).toBe(64)
    while (hanging.size > 0) {
      for (const end of hanging) end()
      hanging.clear()
      await turn()
    }
    await sandbox.scheduler.drain()
    expect(outbox.deliveries.list({ state: 'delivered' })).toHaveLength(71)
  })
})
