import type { Page } from '@playwright/test'
import type { Fake } from 'cloudsec-fake'
import { it } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { copied } from './support/keyboard.ts'
import { ask as sendTo, seedTraffic } from './support/traffic.ts'
import { connectionOf, detailsOf, openMenu, settled, showAllSandboxes } from './support/views.ts'

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Requests' })

/** A row by its position, the newest request first. */
const rowOf = (page: Page, position: number) => gridOf(page).locator(`[role="row"][aria-rowindex="${position + 1}"]`)

/** Sends requests for paths of the API that no operation has. */
async function ask(fake: Pick<Fake, 'fetch' | 'baseUrl'>, ...paths: readonly string[]): Promise<void> {
  for (const path of paths) await fake.fetch(`${fake.baseUrl}/${path}`)
}

const numbered = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `n${from + index}`)

/** Sends requests by the numbers in their paths. */
const askNumbered = (fake: Fake, from: number, to: number): Promise<void> => ask(fake, ...numbered(from, to))

describeDashboard('the list of requests', (start) => {
  it('shows each request once, the newest first, and marks the unusual ones', async () => {
    const { fake, page, open } = await start()
    await sendTo(fake, '/cloud/resources?limit=1')
    await sendTo(fake, '/cloud/resources', { headers: { 'X-Fake-Scenario': 'service-unavailable' } })
    await ask(fake, 'cloud/never')
    await open('#/traffic')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '4')
    await expect(rowOf(page, 1)).toContainText(/GET\/v1\/cloud\/never401no operation[\d.]+ msno key$/)
    await expect(rowOf(page, 2)).toContainText('503')
    await expect(rowOf(page, 2).getByRole('gridcell').last()).toHaveText('service-unavailable')
    await expect(rowOf(page, 3)).toContainText(
      /00:00:00\.000GET\/v1\/cloud\/resources\?limit=1200listResources[\d.]+ ms/,
    )
    await expect(page.locator('.touched')).toHaveCount(1)
    await expect(page.locator('.list .badge:not(.plain)')).toHaveText(['401', '503'])
    const titles = ['Time', 'Method', 'Path', 'Status', 'Operation', 'Duration', 'Key', 'Scenario', 'Code']
    for (const [width, count] of [
      [1920, 9],
      [1280, 8],
      [768, 6],
      [360, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const shown = count === 3 ? titles.slice(1, 4) : titles.slice(0, count)
      await expect(gridOf(page).getByRole('columnheader')).toHaveText(shown)
    }
    await page.reload()
    await ask(fake, 'cloud/next')
    await expect(rowOf(page, 1)).toContainText('/v1/cloud/next')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '5')
  })

  it('keeps its place while it is read, counts what came above, and follows again', async () => {
    const { fake, page, open } = await start()
    await askNumbered(fake, 1, 100)
    await open('#/traffic')
    await expect(page.locator('.list .new')).toHaveCount(0)
    await askNumbered(fake, 101, 102)
    await expect(rowOf(page, 1)).toContainText('/v1/n102')
    await expect(page.locator('.list .new').first()).toContainText('/v1/n102')
    await gridOf(page).evaluate((grid) => grid.scrollTo({ top: 1000 }))
    const seen = gridOf(page).getByRole('row').filter({ hasText: '/v1/n65' })
    const before = await seen.boundingBox()
    await askNumbered(fake, 103, 140)
    const newer = page.getByRole('search').getByRole('button', { name: '38 new requests' })
    await expect(newer).toBeVisible()
    expect((await seen.boundingBox())?.y).toBe(before?.y)
    await newer.click()
    await expect(rowOf(page, 1)).toBeInViewport({ ratio: 1 })
    await expect(newer).toBeHidden()

    // The row that is open stays where it is.
    await rowOf(page, 2).click()
    await expect(detailsOf(page)).toContainText('/v1/n139')
    const place = await gridOf(page).getByRole('row').filter({ hasText: '/v1/n139' }).boundingBox()
    await askNumbered(fake, 141, 143)
    await page.getByRole('search').getByRole('button', { name: '3 new requests' }).click({ trial: true })
    expect((await gridOf(page).getByRole('row').filter({ hasText: '/v1/n139' }).boundingBox())?.y).toBe(place?.y)
    await page.getByRole('button', { name: '3 new requests' }).click()

    // The newest is in sight: none is unseen, also where the cursor stands below it, and in a list that is not full.
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowDown')
    await ask(fake, 'above')
    await expect(rowOf(page, 1)).toContainText('/v1/above')
    await expect(rowOf(page, 1)).toBeInViewport({ ratio: 1 })
    await page.getByRole('searchbox').fill('above')
    await rowOf(page, 1).click()
    await ask(fake, 'above-too')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '3')
    await expect(page.getByRole('button', { name: /new request/ })).toBeHidden()
  })

  it('has a request once that both the list and the stream bring', async () => {
    const { fake, page, open } = await start()
    await page.route(
      /_control\/requests\?/,
      async (route) => {
        await ask(fake, 'between')
        await route.continue()
      },
      { times: 1 },
    )
    await open('#/traffic')
    await expect(rowOf(page, 1)).toContainText('/v1/between')
    await ask(fake, 'after')
    await expect(rowOf(page, 1)).toContainText('/v1/after')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '3')
  })

  it('pauses and follows', async () => {
    const { fake, page, open } = await start()
    await ask(fake, 'before')
    await open('#/traffic')
    await page.getByRole('button', { name: 'Pause' }).click()
    await ask(fake, 'meanwhile', 'meanwhile-too')
    await expect(page.getByRole('button', { name: 'Follow' })).toContainText('2 new')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '2')
    await page.getByRole('button', { name: 'Follow' }).click()
    await expect(rowOf(page, 1)).toContainText('/v1/meanwhile-too')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '4')
  })

  it('is moved through and opened by the keyboard', async () => {
    const { fake, page, open } = await start()
    await askNumbered(fake, 1, 60)
    await open('#/traffic')
    await gridOf(page).focus()
    const activePath = async (): Promise<string> => {
      const id = await gridOf(page).getAttribute('aria-activedescendant')
      return (await page.locator(`[id="${id}"] [title^="/v1"]`).textContent()) ?? ''
    }
    const press = async (...keys: readonly string[]): Promise<string> => {
      for (const key of keys) await page.keyboard.press(key)
      await settled(page)
      return await activePath()
    }
    expect(await press('ArrowDown', 'ArrowDown', 'ArrowUp')).toBe('/v1/n59')
    expect(await press('End')).toBe('/v1/n1')
    await expect(rowOf(page, 60)).toBeInViewport({ ratio: 1 })
    const paged = await press('PageUp')
    expect(Number(paged.slice(5))).toBeGreaterThan(10)
    expect(await press('PageDown')).toBe('/v1/n1')
    await gridOf(page).evaluate((grid) => grid.scrollTo({ top: 0 }))
    // The row that the keys move from is no longer in the document.
    await expect(gridOf(page)).not.toHaveAttribute('aria-activedescendant')
    expect(await press('Home')).toBe('/v1/n60')
    await expect(rowOf(page, 1)).toBeInViewport({ ratio: 1 })
    await press('ArrowDown', 'Enter')
    await expect(page).toHaveURL(/#\/traffic\/default%3A0-59$/)
    const details = page.getByRole('complementary', { name: 'Details' })
    await expect(details).toContainText('/v1/n59')
    await expect(details.getByRole('heading', { level: 2 })).toBeFocused()
    await gridOf(page).focus()
    await press('ArrowDown')
    await expect(page).toHaveURL(/#\/traffic\/default%3A0-58$/)
    await expect(details).toContainText('/v1/n58')
    await press('Escape')
    await expect(details).toBeHidden()
    await expect(page).toHaveURL(/#\/traffic$/)
    await expect(gridOf(page)).toBeFocused()
    await page.goBack()
    await expect(details).toContainText('/v1/n58')
    await page.getByRole('button', { name: '+ Filter' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(details).toBeVisible()
    await page.getByRole('button', { name: 'Close details' }).click()
    await expect(details).toBeHidden()
    await expect(gridOf(page)).toBeFocused()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search requests' })).toBeFocused()
  })

  it('is cleared after a question, in every sandbox that it shows', async () => {
    const { fake, page, open } = await start()
    await seedTraffic(fake, 2)
    await seedTraffic(fake, 3, fake.sandbox('checkout'))
    await open('#/traffic')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '3')
    await showAllSandboxes(page)
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '6')
    await expect(gridOf(page).getByRole('gridcell', { name: 'checkout' })).toHaveCount(3)
    await openMenu(page)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('of all sandboxes')
    await page.getByRole('button', { name: 'Clear the journal' }).click()
    await expect(page.getByRole('heading', { name: 'No request came to any sandbox yet' })).toBeVisible()
    expect(await fake.requests.list()).toEqual([])
    expect(await fake.sandbox('checkout').requests.list()).toEqual([])
  })

  it('forgets the requests of a sandbox that was reset', async () => {
    const { fake, page, open } = await start()
    const box = fake.sandbox('checkout')
    await ask({ fetch: fake.fetch, baseUrl: box.baseUrl }, 'old')
    await open('#/traffic')
    await showAllSandboxes(page)
    await expect(rowOf(page, 1)).toContainText('/v1/old')
    await box.reset()
    await ask({ fetch: fake.fetch, baseUrl: box.baseUrl }, 'new')
    await expect(rowOf(page, 1)).toContainText('/v1/new')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '2')
  })

  it('loads the document of the API once', async () => {
    const { page, open } = await start()
    await page.clock.install()
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await open('#/traffic')
    await expect(page.getByRole('button', { name: 'Copy command' })).toBeVisible()
    const isSummary = (path: string): boolean => path === '/_control'
    for (let round = 1; round <= 3; round += 1) {
      const before = paths.filter(isSummary).length
      await page.clock.runFor(2000)
      await expect.poll(() => paths.filter(isSummary).length).toBeGreaterThan(before)
    }
    expect(paths.filter((path) => path === '/openapi.json')).toHaveLength(1)
  })

  it('says how to send the first request', async () => {
    const { fake, page } = await start({ at: '/@checkout/#/traffic' })
    await expect(connectionOf(page)).toHaveText('Live')
    await expect(page.getByRole('heading', { name: 'No request came to sandbox checkout yet' })).toBeVisible()
    await expect(page.locator('.empty').getByRole('listitem')).toHaveCount(3)
    await page.getByRole('button', { name: 'Copy the API key' }).click()
    expect(await copied(page)).toBe(fake.sandbox('checkout').apiKey)
    await page.getByRole('button', { name: 'Copy command' }).click()
    const { baseUrl, apiKey } = fake.sandbox('checkout')
    const [, key, address = ''] = /^curl -H 'Authorization: Bearer (\S+)' (\S+)$/.exec(await copied(page)) ?? []
    expect(key).toBe(apiKey)
    expect(address.startsWith(baseUrl)).toBe(true)
    expect((await fetch(address, { headers: { Authorization: `Bearer ${apiKey}` } })).status).toBe(200)
    await expect(rowOf(page, 1)).toContainText('200')
    await page.getByRole('button', { name: 'Send a request' }).click()
    await expect(page.getByRole('dialog', { name: 'Send a request' })).toBeVisible()
  })
})
