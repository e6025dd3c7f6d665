import { expect, it } from 'vitest'

import type { Scenario, ScenarioRule } from '../../../src/index.ts'
import { anySuccess, assessmentBody, jobBody, noon, operations } from '../../support/answers.ts'
import { describeSandboxes, describeFake, read, readError } from '../../support/fake.ts'
import { askOperation, countsOf, defineRules, tallyOf } from '../../support/scenarios.ts'

type Effect = ScenarioRule['then']
const down: Effect = { error: 'service_unavailable' }
const list = '/cloud/resources?limit=1'

describeSandboxes('rules in order', (open) => {
  it('one that only delays lets the search go on; delays add up', async () => {
    const { sandbox, get } = await open()
    await defineRules(sandbox, [
      { then: { delay: '25ms' } },
      { count: { after: 1 }, then: { delay: { min: '30ms', max: '30ms' } } },
      { then: { ...down, delay: '20ms' } },
      { then: { delay: '1h' } },
    ])
    const timed = async () => {
      const startedAt = performance.now()
      expect(readError(await get(list), 503, 'service_unavailable')).toBe('a scenario says so: own[2]')
      return performance.now() - startedAt
    }
    expect(await timed()).toBeGreaterThanOrEqual(44)
    expect(await timed()).toBeGreaterThanOrEqual(74)
    expect(await tallyOf(sandbox)).toEqual([
      [2, 2],
      [2, 1],
      [2, 2],
      [0, 0],
    ])
  })

  it('a later scenario beats an earlier one in what it assumes and in the lifecycles it sets', async () => {
    const { sandbox, get, post } = await open({ clock: noon, assume: { limitAboveMax: 'clamp' } })
    const over = async (headers = {}) => (await get('/cloud/resources?limit=500', { headers })).status
    await sandbox.scenarios.define({
      name: 'strict',
      assume: { limitAboveMax: 'reject', errorStatus: 'unprocessable' },
      jobs: { completeAfter: 'never', outcome: 'failed' },
    })
    await sandbox.scenarios.define({ name: 'lax', assume: { limitAboveMax: 'clamp' }, jobs: { completeAfter: '1m' } })
    expect((await sandbox.summary()).assumptions).toMatchObject({
      limitAboveMax: 'clamp',
      errorStatus: 'unprocessable',
    })
    expect(await over()).toBe(200)
    expect(await over({ 'X-Fake-Scenario': 'strict' })).toBe(422)
    const made = await post('/data/analysis/jobs', jobBody)
    const { id } = (await sandbox.jobs.list({ limit: 1 })).items[0] ?? {}
    expect(made.text).toContain(String(id))
    await sandbox.clock.advance('1m')
    expect((await get(`/data/analysis/jobs/${String(id)}`)).text).toContain('"status":"failed"')
    await sandbox.scenarios.on('strict')
    expect(await over()).toBe(200)
    await sandbox.scenarios.off('lax')
    expect(await over()).toBe(422)
    await sandbox.scenarios.off()
    expect(await over()).toBe(200)
    expect((await sandbox.summary()).assumptions).toEqual({ limitAboveMax: 'clamp' })
  })
})

describeSandboxes('the phase of a rule', (open) => {
  it.each<[Effect, 'before' | 'after']>([
    [{ error: 'internal_error' }, 'before'],
    [{ delay: '1s' }, 'before'],
    [{ delay: { min: '0s', max: '1s' } }, 'before'],
    [{ fault: 'reset' }, 'before'],
    [{ fault: 'hang' }, 'before'],
    [{ fault: 'gateway_html' }, 'before'],
    [{ fault: 'truncate' }, 'after'],
    [{ fault: 'malformed_json' }, 'after'],
    [{ fault: 'empty' }, 'after'],
    [{ fault: 'slow_body' }, 'after'],
    [{ fault: 'wrong_content_type' }, 'after'],
    [{ status: 202 }, 'after'],
    [{ headers: { 'X-A': '1' } }, 'after'],
    [{ patch: { a: 1 } }, 'after'],
    [{ replace: { a: 1 } }, 'after'],
    [{ arrange: 'insert' }, 'after'],
    [{ status: 202, delay: '1s' }, 'after'],
    [{ error: 'internal_error', fault: 'truncate' }, 'before'],
    [{ error: 'internal_error', patch: { a: 1 }, status: 599, headers: { 'X-A': '1' } }, 'before'],
  ])('of %j is %s where it says nothing', async (then, phase) => {
    const { sandbox } = await open()
    await defineRules(sandbox, [{ then }])
    expect((await sandbox.scenarios.show('own')).rules).toMatchObject([{ phase }])
  })

  it.each(operations)('decides whether $id is done', async (operation) => {
    const client = await open()
    const { sandbox } = client
    const before = await countsOf(sandbox)
    await defineRules(sandbox, [{ phase: 'before', then: down }])
    readError(await askOperation(client, operation), 503, 'service_unavailable')
    expect(await countsOf(sandbox)).toEqual(before)
    await defineRules(sandbox, [{ phase: 'after', then: down }])
    readError(await askOperation(client, operation), 503, 'service_unavailable')
    const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, one) => all + one, 0)
    expect(sum(await countsOf(sandbox)) - sum(before)).toBe(operation.method === 'POST' ? 1 : 0)
  })

  it('decides when it delays', async () => {
    const { sandbox, post } = await open()
    const { assessments = 0 } = await countsOf(sandbox)
    for (const [phase, made] of [
      ['before', 0],
      ['after', 1],
    ] as const) {
      await defineRules(sandbox, [{ phase, then: { delay: '70ms' } }])
      const answer = post('/security/assessments', assessmentBody)
      await expect.poll(() => tallyOf(sandbox), { interval: 5 }).toEqual([[1, 1]])
      expect((await countsOf(sandbox))['assessments']).toBe(assessments + made + (phase === 'after' ? 1 : 0))
      read(await answer, 201, anySuccess)
    }
  })

  it('a request that is delayed is served at the instant when the delay is over', async () => {
    const { sandbox, post } = await open({ clock: noon })
    await defineRules(sandbox, [{ then: { delay: '60ms' } }])
    const answer = post('/data/analysis/jobs', jobBody)
    await expect.poll(() => tallyOf(sandbox), { interval: 5 }).toEqual([[1, 1]])
    await sandbox.clock.advance('10m')
    const { headers, text } = await answer
    expect(text).toContain('"created_at":"2026-07-01T12:10:00Z"')
    expect(headers.get('date')).toBe('Wed, 01 Jul 2026 12:10:00 GMT')
  })
})

describeFake('a scenario that has no effect', (open) => {
  it('changes no answer where it has no rules', async () => {
    const { sandbox, get } = await open({ clock: noon })
    const plain = await get(list)
    await sandbox.scenarios.define({ name: 'idle', description: 'does nothing' })
    const answer = await get(list)
    expect(answer.text).toBe(plain.text)
    expect(await sandbox.scenarios.show('idle')).toMatchObject({ active: true, rules: [], description: 'does nothing' })
  })

  it('changes no byte of any answer once it is off', async () => {
    const client = await open({ clock: noon })
    const seen = async (): Promise<unknown> => {
      const sent = []
      for (const operation of operations) sent.push(await askOperation(client, operation))
      const own = (headers: Headers) => [...headers].filter(([name]) => !/^(?:connection|keep-alive)$/.test(name))
      return sent.map(({ status, headers, text }) => [status, own(headers), text])
    }
    const plain = await seen()
    await client.sandbox.reset()
    const parts: Scenario = {
      name: 'all',
      rules: [{ then: down }],
      quota: { limit: 1 },
      assume: { listOrder: 'by_id' },
    }
    await client.sandbox.scenarios.define({ ...parts, jobs: { completeAfter: '0s' } })
    await client.sandbox.scenarios.off()
    expect(await seen()).toEqual(plain)
  })
})
