import { setTimeout as wait } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { outboxEndpoints } from '../../../src/core/control/endpoints/outbox.ts'
import { jobBody, noon } from '../../support/answers.ts'
import { describeWays, type ControlledFake, readAs, readProblem } from '../../support/control.ts'

const nextSchema = outboxEndpoints.nextOfOutbox.answer()

/** Names of the sandboxes that a fake has. */
const names = async ({ fake }: ControlledFake): Promise<readonly string[]> =>
  (await fake.sandboxes.list()).map(({ name }) => name)

const job = {
  body: { ...jobBody, notification: { email: 'dev@example.com' } },
  headers: { 'Content-Type': 'application/json' },
}

describeWays('a sandbox that is waited for', (open) => {
  it('is not made, and is answered from as soon as it is', async () => {
    const panel = await open({ clock: noon })
    const later = panel.at('later')
    const waiting = later.control('GET', '/outbox/next?kind=email&timeout=10s')
    const empty = later.control('GET', '/outbox/next?kind=webhook&timeout=300ms')
    await wait(60)
    expect(await names(panel)).toEqual(['default'])
    expect((await later.api('POST', '/data/analysis/jobs', job)).status).toBe(201)
    expect(await names(panel)).toEqual(['default', 'later'])
    await later.control('POST', '/clock/advance', { by: '5s' })
    const { item, cursor } = readAs(await waiting, 200, nextSchema)
    expect([item?.kind, item?.state, cursor]).toEqual(['email', 'kept', '0:1'])
    expect(readAs(await empty, 200, nextSchema)).toEqual({ item: null, cursor: '0:0' })
  })

  it('is waited for no more once it was deleted, and a snapshot that takes its place is answered from', async () => {
    const panel = await open({ clock: noon })
    const later = panel.at('later')
    const deleted = later.control('GET', '/outbox/next?timeout=10s')
    await wait(60)
    await later.control('POST', '/reset')
    await wait(20)
    await panel.fake.sandboxes.delete('later')
    expect(readProblem(await deleted, 404)).toBe('the sandbox "later" was deleted meanwhile')
    await panel.api('POST', '/data/analysis/jobs', job)
    const snapshot: unknown = JSON.parse(await panel.look('/snapshot'))
    const waiting = panel.at('copy').control('GET', '/outbox/next?timeout=10s')
    await wait(60)
    expect((await panel.at('copy').control('PUT', '/snapshot', snapshot)).status).toBe(200)
    await panel.at('copy').control('POST', '/clock/advance', { by: '5s' })
    expect(readAs(await waiting, 200, nextSchema).item?.kind).toBe('email')
  })
})
