import { get } from 'node:http'

import { handlers } from 'cloudsec-fake/msw'
import { test } from 'cloudsec-fake/vitest'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import * as z from 'zod/mini'

const base = 'https://api.example.com/v1'
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

const headers = { Authorization: 'Bearer csf_full_access' }

const pageSchema = z.object({
  data: z.array(z.object({ id: z.string() })),
  pagination: z.object({ next_page: z.optional(z.string()) }),
})

async function idsFrom(first: string): Promise<readonly string[]> {
  const ids: string[] = []
  for (let next: string | undefined = first; next !== undefined;) {
    const page = pageSchema.parse(await (await fetch(next, { headers })).json())
    ids.push(...page.data.map(({ id }) => id))
    const link = page.pagination.next_page
    if (link !== undefined) expect(link.startsWith(new URL(first).pathname)).toBe(true)
    next = link === undefined ? undefined : new URL(link, first).href
  }
  return ids
}

describe('tests at the same time, with one address', () => {
  for (const limit of [10, 15, 20, 25, 30, 60]) {
    test.concurrent(`pages of ${limit}`, async ({ fake, sandbox }) => {
      await server.boundary(async () => {
        server.use(...handlers(base, fake, sandbox))
        expect(new Set(await idsFrom(`${base}/cloud/resources?limit=${limit}`)).size).toBe(60)
        await sandbox.requests.verify({ query: { limit: String(limit) } }, Math.ceil(60 / limit))
        expect(await sandbox.requests.list()).toHaveLength(Math.ceil(60 / limit))
        console.log(`sandbox: ${sandbox.name}`)
      })()
    })
  }
})

test('the links fit an address with a longer path, and that of the fake itself', async ({ fake, sandbox }) => {
  const longer = 'https://api.example.com/security/api/v1'
  server.use(...handlers(`${longer}/`, fake, sandbox), ...handlers('http://localhost:8080', fake))
  expect(await idsFrom(`${longer}/cloud/resources?limit=40`)).toHaveLength(60)
  expect(await idsFrom('http://localhost:8080/cloud/resources')).toHaveLength(60)
  expect(await sandbox.requests.list()).toHaveLength(2)
  expect(await fake.requests.list()).toHaveLength(3)
  server.resetHandlers()
})

test('a body reaches the fake', async ({ fake, sandbox }) => {
  server.use(...handlers(base, fake, sandbox))
  const response = await fetch(`${base}/security/assessments`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: '{ "resource_id": "085eb948-ff2a-4f15-bd84-c172cd02afba", "resource_type": "database" }',
  })
  expect(response.status).toBe(201)
  expect(response.headers.get('X-Rate-Limit-Remaining')).toBe('4999')
  await sandbox.requests.verify({ operation: 'createAssessment', body: { resource_type: 'database' } }, 1)
  server.resetHandlers()
})

test('only what is below the address is answered', async ({ fake, sandbox }) => {
  server.use(...handlers(base, fake, sandbox))
  await expect(fetch('https://api.example.com/v10/cloud/resources')).rejects.toThrow('Cannot bypass')
  await expect(fetch('https://apiXexample.com/v1/cloud/resources')).rejects.toThrow('Cannot bypass')
  expect((await fetch(`${base}/none`, { headers })).status).toBe(404)
  expect(await sandbox.requests.list()).toHaveLength(1)
  server.resetHandlers()
})

test('an address that is none is refused', ({ fake }) => {
  expect(() => handlers('api.example.com', fake)).toThrow('baseUrl: expected an address such as')
  expect(() => handlers(`${base}?a=1`, fake)).toThrow('baseUrl: expected an address such as')
})

describe('a fault of the network', () => {
  const ask = async (init: RequestInit = {}): Promise<Response> =>
    await fetch(`${base}/cloud/resources`, { headers, ...init })
  const faults: Record<string, () => Promise<void>> = {
    'connection-reset': async () => {
      await expect(ask()).rejects.toThrow(TypeError)
      const failure = await new Promise((resolve) => {
        get('http://api.example.com/v1/cloud/resources', { headers }, resolve).on('error', resolve)
      })
      expect(failure).toBeInstanceOf(Error)
    },
    'truncated-body': async () => {
      const response = await ask()
      expect(response.status).toBe(200)
      await expect(response.text()).rejects.toThrow('terminated')
    },
    'outage-then-recovery': async () => {
      expect([await ask(), await ask(), await ask(), await ask()].map(({ status }) => status)).toEqual([
        503, 503, 503, 200,
      ])
    },
  }
  for (const [scenario, meets] of Object.entries(faults)) {
    test.concurrent(scenario, async ({ fake, sandbox }) => {
      await server.boundary(async () => {
        server.use(...handlers(base, fake, sandbox), ...handlers(base.replace('https', 'http'), fake, sandbox))
        await sandbox.scenarios.on(scenario)
        await meets()
      })()
    })
  }
})

test('fails after a request that was refused', async ({ fake, sandbox }) => {
  server.use(...handlers(base, fake, sandbox))
  await sandbox.scenarios.on('internal-error')
  expect((await fetch(`${base}/cloud/resources?limit=7`, { headers })).status).toBe(200)
})
