import type { Page } from '@playwright/test'
import { it } from 'vitest'

import { serveListener } from '../../test/support/other-server.ts'
import { elsewhere } from './support/browser.ts'
import { type Dashboard, describeDashboard, expect } from './support/dashboard.ts'

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const list = '/cloud/resources?limit=1'
const unreadable = { status: 0, code: '', read: [], error: 'TypeError: Failed to fetch' }

/** Sends a request from a page. @returns what a script of the page can read of the answer, or the error that it sees */
async function ask(page: Page, url: string, key: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const init = {
    method,
    headers: { Authorization: `Bearer ${key}`, ...headers },
    ...(body === undefined ? {} : { body }),
  }
  return await page.evaluate(
    async ([url, init]) => {
      try {
        const response = await fetch(url, init)
        const names = ['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset', 'retry-after']
        const read = names.map((name) => response.headers.get(name))
        return { status: response.status, code: String((await response.json()).error?.code), read, error: '' }
      } catch (error) {
        return { status: 0, code: '', read: [], error: String(error) }
      }
    },
    [url, init] as const,
  )
}

/** Opens a page of this machine and one of another. */
async function openPages({ context, page, allow }: Dashboard): Promise<{ readonly near: Page; readonly far: Page }> {
  allow(/./)
  const { port } = new URL(
    await serveListener((_, response) => response.setHeader('Content-Type', 'text/html').end('<p>')),
  )
  const far = await context.newPage()
  await page.goto(`http://localhost:${port}`)
  await far.goto(`http://${elsewhere}:${port}`)
  return { near: page, far }
}

describeDashboard('pages of a browser and the API', (start) => {
  it('lets a page of this machine read a success, each error, and the headers of both', async () => {
    const dashboard = await start({ assume: { retryAfter: 'present' } })
    const { baseUrl, apiKey } = dashboard.fake
    const { near } = await openPages(dashboard)
    const { status, read } = await ask(near, baseUrl + list, apiKey)
    expect([status, ...read]).toEqual([200, '5000', '4999', '1782867600', null])
    const under = (name: string) => ask(near, baseUrl + list, apiKey, { headers: { 'X-Fake-Scenario': name } })
    const errors = [
      ['authentication_error', 401, null, await ask(near, baseUrl + list, 'csf_no_such_key')],
      ['authorization_error', 403, null, await ask(near, baseUrl + list, 'csf_none')],
      ['invalid_request', 400, null, await ask(near, `${baseUrl}/cloud/resources/not-an-id`, apiKey)],
      ['resource_not_found', 404, null, await ask(near, `${baseUrl}/no/such/path`, apiKey)],
      ['rate_limit_exceeded', 429, '3600', await under('rate-limit-exhausted')],
      ['internal_error', 500, null, await under('internal-error')],
      ['service_unavailable', 503, '1', await under('service-unavailable')],
    ] as const
    const count = expect.stringMatching(/^\d+$/)
    for (const [code, status, retryAfter, answer] of errors) {
      expect(answer).toEqual({ code, status, error: '', read: [count, count, count, retryAfter] })
    }
  })

  it('lets it send JSON, methods of every kind, and the headers of a sandbox, and counts no preflight', async () => {
    const dashboard = await start()
    const { fake } = dashboard
    const { near } = await openPages(dashboard)
    const send = async (url: string, sent?: Sent): Promise<string> => {
      const { status, code } = await ask(near, url, fake.apiKey, sent)
      return `${status} ${code}`
    }
    const headers = { 'Content-Type': 'application/json' }
    const create = { method: 'POST', headers, body: '{' }
    expect(await send(`${fake.baseUrl}/data/analysis/jobs`, create)).toBe('400 invalid_request')
    expect(await send(fake.baseUrl + list, { method: 'DELETE' })).toMatch(/^405 /)
    expect((await fake.requests.list()).map(({ method }) => method)).toEqual(['POST', 'DELETE'])

    const box = fake.sandbox('box')
    await box.assumptions.set({ limitAboveMax: 'clamp' })
    const tooMany = '/cloud/resources?limit=500'
    expect(await send(fake.baseUrl + tooMany, { headers: box.headers })).toMatch(/^200 /)
    expect(await send(box.baseUrl + tooMany)).toMatch(/^200 /)
    expect(await box.requests.list()).toHaveLength(2)
  })

  it('keeps a page elsewhere out, unless the assumption says so', async () => {
    const dashboard = await start()
    const { fake } = dashboard
    const { near, far } = await openPages(dashboard)
    const both = async (): Promise<unknown> => [
      (await ask(far, fake.baseUrl + list, fake.apiKey)).status,
      (await ask(near, fake.baseUrl + list, fake.apiKey)).status,
    ]
    expect(await ask(far, fake.baseUrl + list, fake.apiKey)).toEqual(unreadable)
    expect((await fake.requests.list()).map(({ method, status }) => `${method} ${status}`)).toEqual(['OPTIONS 401'])
    expect(await both()).toEqual([0, 200])
    await fake.assumptions.set({ cors: 'any' })
    expect(await both()).toEqual([200, 200])
    await fake.assumptions.set({ cors: 'none' })
    expect(await both()).toEqual([0, 0])
  })

  it('lets no page read the control plane, or the page of a proxy', async () => {
    const dashboard = await start({ assume: { cors: 'any' } })
    const { fake } = dashboard
    const { near } = await openPages(dashboard)
    expect(await ask(near, fake.controlUrl, fake.apiKey)).toEqual(unreadable)
    const headers = { 'X-Fake-Scenario': 'gateway-error-page' }
    expect(await ask(near, fake.baseUrl + list, fake.apiKey, { headers })).toEqual(unreadable)
  })
})
