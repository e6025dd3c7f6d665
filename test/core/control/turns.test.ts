import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createFake, type Fake } from '../../../src/index.ts'
import { describeWays } from '../../support/control.ts'
import { getFrom } from '../../support/served.ts'

const list = '/cloud/resources?limit=20'

/** Enough for several turns. */
const count = 3000

describe('a long answer', () => {
  let fake: Fake
  beforeAll(async () => {
    fake = await createFake({ maxSandboxes: 2000 })
    for (let sent = 0; sent < count; sent += 1) await (await getFrom(fake, list)).text()
    for (let made = 1; made < 2000; made += 1) await fake.sandboxes.create()
  })
  afterAll(() => fake.close())

  /** The turns of the event loop until an answer is there: what else the fake is asked is served in them. */
  async function turnsOf(path: string): Promise<number> {
    let [turns, isThere] = [0, false]
    const next = (): void => {
      turns += 1
      if (!isThere) setImmediate(next)
    }
    setImmediate(next)
    await fake.fetch(fake.controlUrl + path)
    isThere = true
    return turns
  }

  it.each(['/requests', '/requests?fields=summary', '/conduct', '/coverage', '/sandboxes'])(
    'leaves room for others while it is made: %s',
    async (path) => {
      // The first one of its kind loads code.
      await turnsOf(path === '/sandboxes' ? path : `${path}${path.includes('?') ? '&' : '?'}limit=1`)
      expect(await turnsOf(path)).toBeGreaterThan((await turnsOf('/health')) + 1)
    },
  )
})

describeWays('a long list', (open) => {
  it('has the bytes of its JSON', async () => {
    const { control, api } = await open()
    for (let sent = 0; sent < 30; sent += 1) await api('GET', list.replace('20', String(sent + 1)))
    const ofRequests = ['/requests', '/requests?fields=summary', '/requests?status=599']
    for (const path of [...ofRequests, '/conduct', '/coverage', '/sandboxes', '']) {
      const { text } = await control('GET', path)
      expect(text).toBe(JSON.stringify(JSON.parse(text)))
    }
  })

  it('has what came before it began', async () => {
    const { api, fake } = await open()
    for (let sent = 0; sent < 60; sent += 1) await api('GET', list)
    const asked = fake.requests.list()
    await Promise.all([asked, fake.requests.clear()])
    expect((await asked).length).toBe(60)
  })
})
