import { AsyncLocalStorage } from 'node:async_hooks'

import { Hono } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'

import { type Fake, startFake } from '../../../src/index.ts'
import { anyList, answers, jobBody, noon } from '../../support/answers.ts'
import { type Answer, read } from '../../support/fake.ts'

/** An app under test that knows one base URL and one key, and sends the baggage of each request with those that follow from it. */
function appOf({ baseUrl, apiKey }: Fake): Hono {
  const baggage = new AsyncLocalStorage<string | undefined>()
  const app = new Hono()
  app.use((c, next) => baggage.run(c.req.header('baggage'), next))
  app.all('/*', async (c) => {
    const headers = new Headers({ Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' })
    const body = c.req.method === 'POST' ? { body: await c.req.text() } : {}
    const passed = baggage.getStore()
    if (passed !== undefined) headers.set('baggage', passed)
    const { pathname, search } = new URL(c.req.url)
    return await fetch(baseUrl + pathname + search, { method: c.req.method, headers, ...body })
  })
  return app
}

describe('an app under test that hands its baggage on', () => {
  it('serves 20 tests at the same time, each in its own sandbox', async () => {
    const fake = await startFake({ clock: noon })
    onTestFinished(() => fake.close())
    const app = appOf(fake)

    /** Ten requests to the app. */
    const test = async (n: number): Promise<void> => {
      const [sandbox, name] = [fake.sandbox(`test-${n}`), `only-${n}`]
      await sandbox.clock.advance(`${n}m`)
      await sandbox.quota.set('full-access', { limit: 500 + n })
      const { id } = await sandbox.resources.create({ name })
      const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
        const response = await app.request(path, { ...init, headers: { baggage: sandbox.headers.baggage } })
        const { status, headers } = response
        expect(headers.get('date')).toBe(new Date(Date.UTC(2026, 6, 1, 12, n)).toUTCString())
        expect(headers.get('x-rate-limit-limit')).toBe(String(500 + n))
        return { status, headers, text: await response.text() }
      }
      for (const round of [1, 2]) {
        expect(read(await ask(`/cloud/resources/${id}`), 200, answers.resource).data.name).toBe(name)
        const job = { ...jobBody, name: `job-${n}-${round}`, notification: { email: `test-${n}@example.com` } }
        const made = read(
          await ask('/data/analysis/jobs', { method: 'POST', body: JSON.stringify(job) }),
          201,
          answers.job,
        )
        expect(read(await ask(`/data/analysis/jobs/${made.data.id}`), 200, answers.job).data.name).toBe(job.name)
        const first = read(await ask('/cloud/resources?limit=50'), 200, anyList)
        const next = String(first.pagination.next_page).replace(/^\/v1/, '')
        const items = [...first.data, ...read(await ask(next), 200, anyList).data]
        expect(items).toHaveLength(61)
        expect(items.map((item) => String(item['name'])).filter((other) => other.startsWith('only-'))).toEqual([name])
      }
      expect(await sandbox.requests.list()).toHaveLength(10)
      await sandbox.clock.advance('5s')
      const mails = (await sandbox.outbox.list()).map(({ to }) => to)
      expect(mails).toEqual([`test-${n}@example.com`, `test-${n}@example.com`])
    }
    await Promise.all(Array.from({ length: 20 }, (_, n) => test(n)))
    expect(await fake.requests.list()).toEqual([])
  })
})
