import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { jobBody, noon } from '../../support/answers.ts'
import { describeWays, type ControlledFake, readAs, readProblem } from '../../support/control.ts'
import { startReceiver } from '../../support/receiver.ts'

const list = '/cloud/resources'
const jobs = '/data/analysis/jobs'

const schema = z.strictObject({
  same: z.boolean(),
  items: z.array(z.strictObject({ id: z.string(), options: z.array(z.unknown()), outcome: z.boolean() })),
})

async function decidingOf({ control }: Pick<ControlledFake, 'control'>, id: string) {
  return readAs(await control('GET', `/requests/${id}/deciding`), 200, schema)
}

/** The rows that decided about success or the error code, with their options. */
async function outcomes(panel: Pick<ControlledFake, 'control'>, id: string) {
  const { same, items } = await decidingOf(panel, id)
  return [same, Object.fromEntries(items.flatMap(({ id: row, options, outcome }) => (outcome ? [[row, options]] : [])))]
}

describeWays('the assumptions that decided an answer', (open) => {
  it('are those with another option that would have changed it', async () => {
    const panel = await open({ clock: noon, assume: { pageLinkBase: 'query_only' } })
    await panel.api('GET', `${list}?limit=500`)
    expect(await decidingOf(panel, '0-1')).toEqual({
      same: true,
      items: [
        { id: 'limitAboveMax', options: ['clamp'], outcome: true },
        { id: 'errorStatus', options: ['unprocessable', 'always_200'], outcome: false },
        { id: 'errorDetails', options: ['generic'], outcome: false },
        { id: 'contentType', options: ['with_charset'], outcome: false },
        { id: 'deprecation', options: ['sunset'], outcome: false },
      ],
    })
    await panel.fake.assumptions.set({ limitAboveMax: 'clamp' })
    await panel.api('GET', `${list}?limit=500`)
    const { same, items } = await decidingOf(panel, '0-2')
    expect([same, items.find(({ outcome }) => outcome)]).toEqual([
      true,
      { id: 'limitAboveMax', options: ['reject'], outcome: true },
    ])
    expect(items).toContainEqual({ id: 'listOrder', options: ['oldest_first', 'by_id'], outcome: false })
    const used = (await panel.fake.requests.show('0-2')).assumptions
    expect(items.map(({ id }) => id)).toEqual(used.filter((id) => items.some((item) => item.id === id)))
    expect(used.length).toBeGreaterThan(items.length)
  })

  it('are found in copies: nothing of the sandbox changes, and nothing is drawn or sent', async () => {
    const [asked, other] = [
      await open({ clock: noon, completeAfter: '0s' }),
      await open({ clock: noon, completeAfter: '0s' }),
    ]
    const receiver = await startReceiver()
    const body = { ...jobBody, notification: { webhook_url: receiver.url } }
    for (const panel of [asked, other]) await panel.api('POST', jobs, { body })
    const state = async ({ fake, look }: ControlledFake) => [
      await fake.snapshot.save(),
      await fake.requests.list(),
      await fake.sandboxes.list().then((all) => all.map(({ name, counts }) => [name, counts])),
      (await look('/outbox')).length,
      (await fake.quota.show('full-access')).remaining,
    ]
    for (const { fake } of [asked, other]) await fake.outbox.next({ timeout: '5s' })
    const before = await state(asked)
    const { same, items } = await decidingOf(asked, '0-1')
    expect([same, items.map(({ id }) => id)]).toEqual([true, expect.arrayContaining(['jobCreateStatus', 'jobRecord'])])
    expect(await state(asked)).toEqual(before)
    expect(receiver.received).toHaveLength(2)
    const ids = await Promise.all(
      [asked, other].map(async ({ api }) => JSON.parse((await api('POST', jobs, { body })).text)),
    )
    expect(ids[0]).toEqual(ids[1])
  })

  it('are none below a rule that answered, also when it is not due or its scenario is over', async () => {
    const panel = await open({ clock: noon })
    const { fake, api } = panel
    await fake.scenarios.define({ name: 'second', rules: [{ count: { every: 2 }, then: { error: 'internal_error' } }] })
    for (const limit of [1, 500]) await api('GET', `${list}?limit=${limit}`)
    await fake.scenarios.off()
    await api('GET', `${list}?limit=500`, { headers: { 'X-Fake-Then': '{"error":"internal_error","delay":"30ms"}' } })
    await fake.scenarios.define({ name: 'own', rules: [{ then: { delay: '1h' } }, { then: { fault: 'empty' } }] })
    await fake.scenarios.off()
    await api('GET', `${list}?limit=1`, { headers: { 'X-Fake-Scenario': 'extra-fields' } })
    for (const id of ['0-2', '0-3']) {
      expect(await outcomes(panel, id)).toEqual([true, {}])
      const { items } = await decidingOf(panel, id)
      expect(items.map((item) => item.id)).toEqual(expect.arrayContaining(['errorStatus', 'errorDetails']))
    }
    expect(await outcomes(panel, '0-4')).toEqual([true, {}])
  })

  it('of a request without an answer are none, and without the rule that acted they cannot be known', async () => {
    const panel = await open({ clock: noon })
    const { fake, api, control } = panel
    await fake.scenarios.define({ name: 'own', rules: [{ then: { fault: 'reset' } }] })
    await api('GET', list).catch(() => undefined)
    expect(await decidingOf(panel, '0-1')).toEqual({ same: true, items: [] })
    await fake.scenarios.define({ name: 'own', rules: [] })
    expect(readProblem(await control('GET', '/requests/0-1/deciding'), 409)).toBe(
      '0-1 cannot be replayed: the rule own[0], which acted on it, no longer exists',
    )
  })

  it('follow the key, the quota and the address of the request', async () => {
    const panel = await open({ clock: noon })
    const { fake, api, at } = panel
    await api('GET', list, { key: 'csf_revoked' })
    await api('GET', list, { headers: { Authorization: 'bearer csf_full_access' } })
    await api('GET', '/nothing')
    for (let sent = 0; sent < 6; sent += 1) await api('GET', list, { key: 'csf_small_quota' })
    await fake.clock.advance('2h')
    await fake.scenarios.on('rate-limit-exhausted')
    await api('GET', list)
    await fake.scenarios.off()
    await fake.quota.set('full-access', { remaining: 0 })
    const { secret } = await fake.sandbox('one').keys.create({ name: 'k' })
    await api('GET', `${list}?limit=0`, { key: secret })
    expect(await outcomes(panel, '0-1')).toEqual([true, {}])
    expect(await outcomes(panel, '0-2')).toEqual([true, { authScheme: ['exact'] }])
    expect(await outcomes(panel, '0-3')).toEqual([true, {}])
    expect(await outcomes(panel, '0-9')).toEqual([true, { rateScope: ['account'] }])
    expect(await outcomes(panel, '0-10')).toEqual([true, {}])
    expect(await outcomes(at('one'), '0-1')).toEqual([true, { pagingInvalid: expect.any(Array) }])
  })

  it('are those by the present records', async () => {
    const panel = await open({ clock: noon })
    const { fake, api } = panel
    const [resource] = (await fake.resources.list({ limit: 1 })).items
    await api('GET', `${list}/${resource?.id}`)
    await fake.resources.remove(String(resource?.id))
    expect((await decidingOf(panel, '0-1')).same).toBe(false)
  })
})
