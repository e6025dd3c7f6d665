import fc from 'fast-check'
import { expect, it } from 'vitest'
import type * as z from 'zod/mini'

import { answers, anyList } from '../../support/answers.ts'
import { type Client, describeFake, read } from '../../support/fake.ts'

const lists = [
  { path: '/security/assessments', total: 42 },
  { path: '/cloud/resources', total: 60 },
  { path: '/data/analysis/jobs', total: 25 },
] as const

async function allResources({ get }: Client, query = '') {
  return read(await get(`/cloud/resources?limit=100${query}`), 200, answers.resources).data
}

const assessments = async ({ get }: Client, query = '') =>
  read(await get(`/security/assessments?limit=100${query}`), 200, answers.assessments).data

describeFake('lists', (open) => {
  it.each(lists)(
    '$path: following next_page visits every item once, prev_page the same way back',
    async ({ path, total }) => {
      const { get, fake } = await open()
      const follow = async (from: string, link: 'next_page' | 'prev_page') => {
        const pages: string[][] = []
        let url: string | undefined = from
        while (url !== undefined) {
          const page: z.infer<typeof anyList> = read(await get(url), 200, anyList)
          pages.push(page.data.map((item) => item.id))
          const target = page.pagination[link]
          url = typeof target === 'string' ? new URL(target, fake.baseUrl).href.slice(fake.baseUrl.length) : undefined
        }
        return pages
      }
      const forward = await follow(`${path}?limit=7`, 'next_page')
      expect(forward.flat()).toHaveLength(total)
      expect(new Set(forward.flat()).size).toBe(total)
      const backward = await follow(`${path}?limit=7&page=${Math.ceil(total / 7)}`, 'prev_page')
      expect(backward.toReversed()).toEqual(forward)
    },
  )

  it.each([
    ['/api/v7', '/api/v7/cloud/resources?page=2&limit=20'],
    ['', '/cloud/resources?page=2&limit=20'],
    ['/a"b', '/a"b/cloud/resources?page=2&limit=20'],
    ['api', '/@links/v1/cloud/resources?page=2&limit=20'],
    [undefined, '/@links/v1/cloud/resources?page=2&limit=20'],
  ])('links begin with the path that X-Fake-Base-Path gives, where it is one: %s', async (sent, expected) => {
    const { get } = (await open()).at('links')
    const headers: Record<string, string> = sent === undefined ? {} : { 'x-fake-base-path': sent }
    expect(read(await get('/cloud/resources', { headers }), 200, anyList).pagination.next_page).toBe(expected)
  })

  it('pages of any size make up the whole list, under any filter', async () => {
    const client = await open({ quota: 1_000_000 })
    const everything = await allResources(client)
    const valueOf = (name: 'type' | 'provider' | 'region') =>
      fc.constantFrom(undefined, ...new Set(everything.map((item) => item[name])))
    const filters = fc.record({ type: valueOf('type'), provider: valueOf('provider'), region: valueOf('region') })
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 100 }), async (filter, limit) => {
        const expected = everything.filter((item) =>
          (['type', 'provider', 'region'] as const).every(
            (name) => filter[name] === undefined || item[name] === filter[name],
          ),
        )
        const query = Object.entries(filter)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => `${name}=${value}&`)
          .join('')
        const found: string[] = []
        for (let page = 1; page <= Math.max(1, Math.ceil(expected.length / limit)); page += 1) {
          const answer = await client.get(`/cloud/resources?${query}limit=${limit}&page=${page}`)
          const { data, pagination } = read(answer, 200, answers.resources)
          expect(pagination).toMatchObject({
            total_items: expected.length,
            total_pages: Math.ceil(expected.length / limit),
            current_page: page,
            items_per_page: limit,
          })
          expect('prev_page' in pagination).toBe(page > 1)
          expect('next_page' in pagination).toBe(page * limit < expected.length)
          found.push(...data.map((item) => item.id))
        }
        expect(found).toEqual(expected.map((item) => item.id))
      }),
      { numRuns: 40, seed: 1 },
    )
  })

  it('filters assessments by resource and by type', async () => {
    const client = await open()
    const everything = await assessments(client)
    const { resource_id: id = '', resource_type: type = '' } = everything[0] ?? {}
    expect(await assessments(client, `&resource_id=${id.toUpperCase()}`)).toEqual(
      everything.filter((item) => item.resource_id === id),
    )
    expect(await assessments(client, `&resource_type=${type}`)).toEqual(
      everything.filter((item) => item.resource_type === type),
    )
  })

  it('compares dates as instants, at any offset, and never as text', async () => {
    const client = await open()
    const everything = await assessments(client)
    const instant = everything[20]?.timestamp ?? ''
    const atMs = Date.parse(instant)
    const from = everything.filter((item) => Date.parse(item.timestamp) >= atMs)
    const to = everything.filter((item) => Date.parse(item.timestamp) <= atMs)
    for (const offsetHours of [0, 2, -11]) {
      const sign = offsetHours < 0 ? '-' : '+'
      const local = new Date(atMs + offsetHours * 3_600_000).toISOString().slice(0, -5)
      const written = encodeURIComponent(`${local}${sign}${String(Math.abs(offsetHours)).padStart(2, '0')}:00`)
      expect(await assessments(client, `&from_date=${written}`)).toEqual(from)
      expect(await assessments(client, `&to_date=${written}`)).toEqual(to)
    }
  })
})
