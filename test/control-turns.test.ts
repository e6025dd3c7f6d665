import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Fake, startFake } from '../src/index.ts'
import { describeWays } from './support/control.ts'

const list = '/cloud/resources?limit=20'

/** Enough for several turns. */
const count = 3000

describe('health', () => {
  let fake: Fake
  beforeAll(async () => {
    fake = await startFake()
    const headers = { Authorization: `Bearer ${fake.apiKey}` }
    for (let sent = 0; sent < count; sent += 1) await (await fake.fetch(`${fake.baseUrl}${list}`, { headers })).text()
  })
  afterAll(() => fake.close())

  it.each(['/requests', '/requests?pretty', '/conduct', '/coverage'])(
    'that is asked for once GET %s began is answered before it',
    async (path) => {
      const control = `${new URL(fake.baseUrl).origin}/_control`
      const order: string[] = []
      const ask = async (name: string, below: string): Promise<void> => {
        const answer = await fetch(control + below)
        // Not once it is read: that takes longer for a long one in any case.
        order.push(name)
        await answer.arrayBuffer()
      }
      await ask('before', '/health')
      const long = ask('long', path)
      // Once the fake has read it.
      await new Promise(setImmediate)
      await Promise.all([long, ask('health', '/health')])
      expect(order).toEqual(['before', 'health', 'long'])
    },
  )
})

describeWays('a long list', (open) => {
  it('has the bytes of its JSON, indented or not', async () => {
    const { control, api } = await open()
    for (let sent = 0; sent < 30; sent += 1) await api('GET', list.replace('20', String(sent + 1)))
    for (const path of ['/requests', '/requests?fields=summary', '/requests?status=599', '/conduct', '/coverage', '']) {
      const { text } = await control('GET', path)
      expect(text).toBe(JSON.stringify(JSON.parse(text)))
      const { text: indented } = await control('GET', `${path}${path.includes('?') ? '&' : '?'}pretty`)
      expect(indented).toBe(`${JSON.stringify(JSON.parse(indented), null, 2)}\n`)
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
