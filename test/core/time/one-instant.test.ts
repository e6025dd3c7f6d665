import { expect, it, onTestFinished, vi } from 'vitest'

import { answers, noon } from '../../support/answers.ts'
import { describeFake, read, readError } from '../../support/fake.ts'

const startMs = Date.parse(noon)

/** Has the wall clock move on by a millisecond at every reading, so that two readings never agree. */
function moveOnEveryRead(): { set: (nowMs: number) => void } {
  let readMs = startMs
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => {
    readMs += 1
    return readMs
  })
  onTestFinished(() => {
    spy.mockRestore()
  })
  return {
    set: (nowMs) => {
      readMs = nowMs
    },
  }
}

const resources = '/cloud/resources?limit=1'

describeFake('a request on a clock that moves with every reading', (open) => {
  it.each([
    ['rate-limit-exhausted', 0],
    ['rate-limit-resets-soon', 0],
    ['rate-limit-nearly-exhausted', 2],
  ])('finds the quota of %s from the first one on, named by its header', async (scenario, remaining) => {
    moveOnEveryRead()
    const { get } = await open()
    const headers = { 'X-Fake-Scenario': scenario }
    for (let i = 0; i < remaining; i += 1) read(await get(resources, { headers }), 200, answers.resources)
    for (let i = 0; i < 3; i += 1) readError(await get(resources, { headers }), 429, 'rate_limit_exceeded')
    read(await get(resources), 200, answers.resources)
  })

  it('finds the quota of a scenario of its own, with the end that it says', async () => {
    moveOnEveryRead()
    const client = await open()
    const quota = { limit: 7, remaining: 3, resetsIn: '60s' }
    await client.sandbox.scenarios.define({ name: 'own', quota })
    await client.sandbox.scenarios.off('own')
    const { headers } = await client.get(resources, { headers: { 'X-Fake-Scenario': 'own' } })
    const names = ['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset', 'date']
    const [limit, left, reset, date] = names.map((name) => headers.get(name))
    expect([limit, left]).toEqual(['7', '2'])
    expect(Number(reset) - Date.parse(date ?? '') / 1000).toBeGreaterThanOrEqual(59)
    expect(Number(reset) - Date.parse(date ?? '') / 1000).toBeLessThanOrEqual(60)
  })

  it('makes a record for a scenario at its own instant', async () => {
    moveOnEveryRead()
    const { sandbox, get } = await open()
    await sandbox.scenarios.define({ name: 'own', rules: [{ then: { arrange: 'insert' } }] })
    await get(resources)
    const [entry] = await sandbox.requests.list()
    const [made] = (await sandbox.resources.list({ limit: 1 })).items
    expect(made?.['created_at']).toBe(entry?.at)
  })
})

describeFake('a request of the control plane on a clock that moves with every reading', (open) => {
  it('shows clock and quotas at one instant', async () => {
    const wall = moveOnEveryRead()
    const { sandbox } = await open()
    for (let i = 0; i < 8; i += 1) {
      wall.set(startMs + i * 10_000 + 990 + i)
      const { clock, quotas } = await sandbox.summary()
      const resets = new Set(quotas.map(({ reset }) => reset))
      // A window that would begin now ends on the whole second that an hour from now has begun.
      expect([...resets]).toEqual([`${clock.now.slice(0, 11)}13${clock.now.slice(13, 19)}.000Z`])
    }
  })
})
