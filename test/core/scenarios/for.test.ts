import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Scenario } from '../../../src/index.ts'
import { jobBody, noon } from '../../support/answers.ts'
import { done, usage } from '../../support/command.ts'
import { describeTwoWays, readProblem } from '../../support/control.ts'
import { type Client, describeSandboxes, read } from '../../support/fake.ts'
import { attemptsOf, createJob, onlyDelivery, startReceiver } from '../../support/receiver.ts'
import { serve } from '../../support/remote.ts'
import { defineRules, tallyOf } from '../../support/scenarios.ts'

const options = { clock: noon, assume: { retryAfter: 'present' } } as const
const end = '2026-07-01T12:10:00Z'
const limited = '/cloud/resources?limit=1000'
const error = 'service_unavailable'
const anyJob = z.looseObject({ data: z.looseObject({ id: z.string(), status: z.string() }) })

const statusOf = async ({ get }: Client, path = '/cloud/resources?limit=1') => (await get(path)).status

async function finishesAtOnce(client: Client): Promise<boolean> {
  const created = read(await client.post('/data/analysis/jobs', jobBody), 201, anyJob)
  return read(await client.get(`/data/analysis/jobs/${created.data.id}`), 200, anyJob).data.status === 'completed'
}

/** Each part that a scenario may have, and what a client sees of it. */
const parts: readonly (readonly [Partial<Scenario>, seen: (client: Client) => Promise<unknown>])[] = [
  [{ rules: [{ then: { error } }] }, (client) => statusOf(client)],
  [{ quota: { limit: 7 } }, async ({ get }) => (await get(limited)).headers.get('x-rate-limit-limit')],
  [{ assume: { limitAboveMax: 'clamp' } }, (client) => statusOf(client, limited)],
  [{ jobs: { completeAfter: '0s' } }, finishesAtOnce],
]

describeSandboxes('a scenario that is on for a time', (open) => {
  it.each(parts)('%j ends as if it had been switched off', async (part, seen) => {
    const client = await open(options)
    const { clock, scenarios, summary } = client.sandbox
    const without = await seen(client)
    await scenarios.define({ name: 'own', ...part })
    const within = await seen(client)
    expect(within).not.toEqual(without)
    await scenarios.on('own', { for: '10m' })
    expect((await scenarios.show('own')).until).toBe(end)
    await clock.set('2026-07-01T12:09:59.999Z')
    expect([await seen(client), (await summary()).scenarios]).toEqual([within, ['own']])
    await clock.advance('1ms')
    expect([await seen(client), (await summary()).scenarios]).toEqual([without, []])
    expect(await scenarios.show('own')).toMatchObject({ active: false })
    expect(await scenarios.show('own')).not.toHaveProperty('until')
    await clock.advance('90d')
    expect(await seen(client)).toEqual(without)
  })

  it('ends for a webhook at the instant of its attempt', async () => {
    const [receiver, client] = [await startReceiver(), await open(options)]
    await client.sandbox.scenarios.on('webhook-fails', { for: '8s' })
    await createJob(client, { webhook_url: receiver.url })
    await client.sandbox.clock.advance('1h')
    expect(attemptsOf(await onlyDelivery(client))).toEqual(['12:00:05.000 a scenario says so', '12:00:10.000 204'])
  })

  it('has a client wait for its end, and for the end of a rule before it', async () => {
    const client = await open(options)
    const waits = async () => (await client.get('/cloud/resources')).headers.get('retry-after')
    await defineRules(client.sandbox, [{ then: { error } }])
    await client.sandbox.scenarios.on('own', { for: '90s' })
    expect(await waits()).toBe('90')
    await defineRules(client.sandbox, [{ when: { for: '30s' }, then: { error } }])
    await client.sandbox.scenarios.on('own', { for: '90s' })
    expect(await waits()).toBe('30')
  })

  it('gets another end when it is switched on again, or none, and loses it by a reset', async () => {
    const client = await open(options)
    const { clock, scenarios, reset } = client.sandbox
    const untilOf = async (name: string) => (await scenarios.show(name)).until
    await scenarios.on('outage-then-recovery', 'service-unavailable', { for: '10m' })
    await clock.advance('5m')
    await scenarios.on('service-unavailable', { for: 'PT10M' })
    expect([await untilOf('outage-then-recovery'), await untilOf('service-unavailable')]).toEqual([
      end,
      '2026-07-01T12:15:00Z',
    ])
    await scenarios.on('service-unavailable')
    expect(await untilOf('service-unavailable')).toBeUndefined()
    await clock.advance('1h')
    expect([await statusOf(client), (await client.sandbox.summary()).scenarios]).toEqual([503, ['service-unavailable']])
    await scenarios.on('service-unavailable', { for: '1m' })
    await reset()
    expect(await untilOf('service-unavailable')).toBeUndefined()
  })

  it('begins again after its end, in its place, with its counts at 0, by hand and by a request that names it', async () => {
    const client = await open(options)
    const { clock, scenarios, summary } = client.sandbox
    await defineRules(client.sandbox, [{ then: { error } }])
    await scenarios.on('own', { for: '1m' })
    await scenarios.on('slow-body')
    await statusOf(client)
    await clock.advance('1m')
    expect(await tallyOf(client.sandbox)).toEqual([[1, 1]])
    const named = () => client.get('/cloud/resources', { headers: { 'X-Fake-Scenario': 'own' } })
    expect([(await named()).status, (await named()).status]).toEqual([503, 503])
    expect(await tallyOf(client.sandbox)).toEqual([[2, 2]])
    expect((await summary()).scenarios).toEqual(['slow-body'])
    await scenarios.on('own')
    expect([(await summary()).scenarios, await tallyOf(client.sandbox)]).toEqual([['slow-body', 'own'], [[0, 0]]])
  })

  it('ends at the same instant in a snapshot, and one of an earlier version has no end', async () => {
    const client = await open(options)
    const { clock, scenarios, snapshot, reset } = client.sandbox
    await scenarios.on('service-unavailable', { for: '10m' })
    await clock.advance('4m')
    const saved = await snapshot.save()
    await reset()
    await snapshot.load(saved)
    expect((await scenarios.show('service-unavailable')).until).toBe(end)
    await clock.set('2026-07-01T12:09:59Z')
    expect(await statusOf(client)).toBe(503)
    await clock.set(end)
    expect(await statusOf(client)).toBe(200)
    await snapshot.load(JSON.parse(JSON.stringify(saved), (name, value) => (name === 'untilMs' ? undefined : value)))
    expect((await scenarios.show('service-unavailable')).until).toBeUndefined()
    await clock.set(end)
    expect(await statusOf(client)).toBe(503)
  })

  it('no longer stands in the way of a choice once it has ended', async () => {
    const client = await open({ clock: noon })
    const { clock, scenarios, assumptions } = client.sandbox
    await scenarios.define({ name: 'own', assume: { resourceIdFormat: 'opaque' } })
    await scenarios.on('own', { for: '1m' })
    await expect(assumptions.set({ resourceIdFormat: 'any' })).rejects.toThrow('opaque cannot replace any')
    await clock.advance('1m')
    await assumptions.set({ resourceIdFormat: 'any' })
    expect(await statusOf(client)).toBe(200)
  })

  it('ends on a clock that runs, without a look at it', async () => {
    const client = await open({})
    await client.sandbox.clock.change({ mode: 'real', rate: 86_400 })
    await client.sandbox.scenarios.on('service-unavailable', { for: '1h' })
    await expect.poll(() => statusOf(client)).toBe(200)
  })
})

describeTwoWays('the end of a scenario over HTTP', (open) => {
  it.each([
    ['0s', 'for: expected a duration above 0, such as 30m, got "0s"'],
    ['-5m', 'for: expected a duration above 0, such as 30m, got "-5m"'],
    ['soon', 'for: expected a duration above 0, such as 30m, got "soon"'],
    [5, 'for: expected a duration with its unit, as a text such as "10s", got 5'],
    ['36526d', 'for: expected a duration above 0, such as 30m, got "36526d"'],
  ])('is refused: %j', async (length, detail) => {
    const { control, fake } = await open({ clock: noon })
    expect(readProblem(await control('PUT', '/scenarios/slow', { for: length }), 400)).toBe(detail)
    expect(readProblem(await control('PUT', '/scenarios/slow', { fro: '1m' }), 400)).toContain('Did you mean for?')
    expect((await fake.summary()).scenarios).toEqual([])
  })

  it('is in the list and in the answer, while it is set', async () => {
    const { control, fake } = await open({ clock: noon })
    const shown = expect.objectContaining({ name: 'slow', active: true, until: end })
    expect(JSON.parse((await control('PUT', '/scenarios/slow', { for: '10m' })).text)).toEqual(shown)
    expect(await fake.scenarios.list()).toContainEqual(shown)
    expect(JSON.parse((await control('PUT', '/scenarios/slow')).text)).not.toHaveProperty('until')
  })
})

describe('cloudsec-fake scenario on --for', () => {
  it('says until when', async () => {
    const { fake, on } = await serve({ clock: noon })
    expect(await on('scenario', 'on', 'flaky')).toEqual(done('on now: flaky\n'))
    expect(await on('scenario', 'on', 'slow', 'truncated-body', '--for', '10m')).toEqual(
      done(`on now: flaky, slow until ${end}, truncated-body until ${end}\n`),
    )
    expect((await on('scenario', 'list')).out).toMatch(
      /^ACTIVE +NAME +UNTIL +EFFECT .*\n[^]*\ntrue +slow +2026-07-01T12:10:00Z /,
    )
    await fake.clock.advance('10m')
    expect(await on('scenario', 'on', 'flaky')).toEqual(done('on now: flaky\n'))
  })

  it('refuses what is no length, and has nothing switched', async () => {
    const { fake, on } = await serve({ clock: noon })
    const refused = await on('scenario', 'on', 'slow', 'flaky', '--for', '0s')
    expect(refused).toEqual(usage('--for: expected a duration above 0, such as 30m, got "0s"'))
    expect(await on('scenario', 'on', 'slow', '--four', '1m')).toEqual(
      usage("unknown option '--four' (Did you mean --for?)"),
    )
    expect((await fake.summary()).scenarios).toEqual([])
  })
})
