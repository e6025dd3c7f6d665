import { expect, it } from 'vitest'

import { describeFake, readError } from '../../support/fake.ts'
import { idsOf, listed, lists, page } from './read-list.ts'

const resources = '/cloud/resources'

describeFake('assumptions about pages', (open) => {
  it.each(lists)('limitAboveMax: reject answers 400 at %s', async (path, _, total) => {
    const client = await open({ assume: { limitAboveMax: 'reject' } })
    const details = readError(await client.get(`${path}?limit=101`), 400, 'invalid_request')
    expect(details).toBe('limit: expected at most 100, got 101')
    expect(await page(client, `${path}?limit=100`)).toMatchObject({ items_per_page: 100, total_items: total })
  })

  it('limitAboveMax: clamp counts as 100', async () => {
    const client = await open({ resources: 250, assume: { limitAboveMax: 'clamp' } })
    const { data, pagination } = await listed(client, `${resources}?limit=101`)
    expect(data).toHaveLength(100)
    expect(pagination).toEqual({
      total_items: 250,
      total_pages: 3,
      current_page: 1,
      items_per_page: 100,
      next_page: '/v1/cloud/resources?page=2&limit=100',
    })
    expect(await idsOf(client, `${resources}?limit=9999`)).toEqual(data.map((item) => item.id))
  })

  const largest = String(Number.MAX_SAFE_INTEGER)
  it.each([
    ...['0', '-1', '1.5', 'abc', '', '1e1', '%201'].map((text) => [text, 'at least 1'] as const),
    ...['9007199254740992', '9'.repeat(30)].map((text) => [text, `at most ${largest}`] as const),
  ])('pagingInvalid: reject and default, of %j, which is not %s', async (text, bound) => {
    const strict = await open({ assume: { pagingInvalid: 'reject', limitAboveMax: 'clamp' } })
    const lenient = await open({ assume: { pagingInvalid: 'default' } })
    for (const name of ['page', 'limit']) {
      const details = readError(await strict.get(`${resources}?${name}=${text}`), 400, 'invalid_request')
      expect(details).toContain(`${name}: expected a whole number of ${bound}, got "`)
      expect(await listed(lenient, `${resources}?${name}=${text}`)).toEqual(await listed(lenient, resources))
    }
  })

  it('pagingInvalid: takes the largest integer there is for what it is', async () => {
    const client = await open({ assume: { limitAboveMax: 'clamp', prevBeyondEnd: 'page_before' } })
    expect(await page(client, `${resources}?page=${largest}`)).toEqual({
      total_items: 60,
      total_pages: 3,
      current_page: Number.MAX_SAFE_INTEGER,
      items_per_page: 20,
      prev_page: '/v1/cloud/resources?page=9007199254740990&limit=20',
    })
    expect((await page(client, `${resources}?limit=${largest}`)).items_per_page).toBe(100)
    expect((await page(client, `${resources}?page=${'0'.repeat(30)}2`)).current_page).toBe(2)
  })

  it.each([
    ['resource_not_found', 404],
    ['invalid_request', 400],
  ] as const)('pageBeyondEnd: %s answers %i', async (option, status) => {
    const client = await open({ assume: { pageBeyondEnd: option } })
    expect(readError(await client.get(`${resources}?page=4`), status, option)).toMatch(/^page: /)
    expect((await listed(client, `${resources}?page=3`)).data).toHaveLength(20)
    expect((await listed(client, `${resources}?type=none`)).data).toEqual([])
    readError(await client.get(`${resources}?type=none&page=2`), status, option)
  })

  it.each([
    ['last_page', 4, 3],
    ['last_page', 10, 3],
    ['page_before', 4, 3],
    ['page_before', 10, 9],
  ] as const)('prevBeyondEnd: %s leads from page %i of 3 to page %i', async (option, from, to) => {
    const client = await open({ assume: { prevBeyondEnd: option, pageBeyondEnd: 'empty' } })
    const { data, pagination } = await listed(client, `${resources}?page=${from}`)
    expect(data).toEqual([])
    expect(pagination).toEqual({
      total_items: 60,
      total_pages: 3,
      current_page: from,
      items_per_page: 20,
      prev_page: `/v1/cloud/resources?page=${to}&limit=20`,
    })
  })

  it.each(['last_page', 'page_before'] as const)(
    'prevBeyondEnd: %s leads to the one page of an empty list, where emptyListPages is 1',
    async (option) => {
      const client = await open({ assume: { prevBeyondEnd: option, emptyListPages: '1', pageLinkFilters: 'dropped' } })
      const { prev_page, total_pages } = await page(client, `${resources}?type=none&page=2`)
      expect([prev_page, total_pages]).toEqual(['/v1/cloud/resources?page=1&limit=20', 1])
    },
  )

  it.each([
    ['absent', {}],
    ['null', null],
    ['empty_string', ''],
  ] as const)('pageLinksAtEdge: %s', async (option, edge) => {
    const client = await open({ assume: { pageLinksAtEdge: option } })
    const linksOf = async (query: string) => {
      const { next_page, prev_page } = await page(client, `${resources}?${query}`)
      return { ...(next_page === undefined ? {} : { next_page }), ...(prev_page === undefined ? {} : { prev_page }) }
    }
    const at = (name: string) => (option === 'absent' ? {} : { [name]: edge })
    const link = (number: number) => `/v1/cloud/resources?page=${number}&limit=20`
    expect(await linksOf('page=1')).toEqual({ next_page: link(2), ...at('prev_page') })
    expect(await linksOf('page=2')).toEqual({ next_page: link(3), prev_page: link(1) })
    expect(await linksOf('page=3')).toEqual({ ...at('next_page'), prev_page: link(2) })
    expect(await linksOf('limit=100')).toEqual({ ...at('next_page'), ...at('prev_page') })
  })

  const bases = [
    ['with_version', (path: string) => `/v1${path}`],
    ['from_base_url', (path: string) => path],
    ['query_only', () => ''],
  ] as const
  it.each(bases)('pageLinkBase: %s', async (option, base) => {
    const client = await open({ assume: { pageLinkBase: option } })
    for (const [path] of lists) {
      const { next_page, prev_page } = await page(client, `${path}?page=2&limit=5`)
      expect([next_page, prev_page]).toEqual([`${base(path)}?page=3&limit=5`, `${base(path)}?page=1&limit=5`])
    }
    const { next_page } = await page(client.at('blue'), resources)
    const prefix = option === 'with_version' ? '/@blue' : ''
    expect(next_page).toBe(`${prefix}${base(resources)}?page=2&limit=20`)
  })

  const filters = 'type=virtual_machine&tag=environment%3Aproduction&tag=team:platform'
  it.each([
    ['kept', `${filters}&`],
    ['dropped', ''],
  ] as const)('pageLinkFilters: %s', async (option, kept) => {
    const client = await open({ assume: { pageLinkFilters: option, tagRepeat: 'any' } })
    const { next_page, prev_page } = await page(client, `${resources}?page=2&${filters}&limit=2`)
    expect(next_page).toBe(`/v1/cloud/resources?${kept}page=3&limit=2`)
    expect(prev_page).toBe(`/v1/cloud/resources?${kept}page=1&limit=2`)
  })

  it.each(lists)('emptyListPages: 0 and 1, at %s', async (path, filter) => {
    for (const option of ['0', '1'] as const) {
      const client = await open({ assume: { emptyListPages: option } })
      const { data, pagination } = await listed(client, `${path}?${filter}=none`)
      expect(data).toEqual([])
      expect(pagination).toEqual({
        total_items: 0,
        total_pages: Number(option),
        current_page: 1,
        items_per_page: 20,
      })
      expect((await page(client, `${path}?limit=100`)).total_pages).toBe(1)
    }
  })
})
