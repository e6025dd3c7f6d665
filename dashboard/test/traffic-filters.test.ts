import type { Page } from '@playwright/test'
import { it } from 'vitest'

import { axe } from './support/axe.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { seedTraffic } from './support/traffic.ts'
import { detailsOf, filterBy, showAllSandboxes } from './support/views.ts'

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Requests' })

/** The count of rows, with the titles, of so many requests. */
const rowsOf = (count: number): string => String(count + 1)

describeDashboard('the filters of the requests', (start) => {
  it('select by each property, of the requests that came', async () => {
    const { fake, page, open } = await start()
    await seedTraffic(fake)
    await seedTraffic(fake, 2, fake.sandbox('checkout'))
    await open('#/traffic')
    await showAllSandboxes(page)
    const selections: readonly (readonly [string, readonly string[], number])[] = [
      ['Method', ['POST'], 3],
      ['Operation', ['no operation'], 1],
      ['Operation', ['listJobs', 'getJob'], 2],
      ['Status', ['4xx'], 5],
      ['Status', ['401', '503'], 2],
      ['Code', ['service_unavailable'], 1],
      ['Sandbox', ['checkout'], 2],
      ['Key', ['no key'], 1],
      ['Scenario', ['service-unavailable'], 1],
    ]
    for (const [property, values, count] of selections) {
      await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(16))
      await filterBy(page, property, ...values)
      await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(count))
      for (const value of values)
        await page.getByRole('button', { name: `Remove filter ${property}: ${value}` }).click()
    }
  })

  it('select by duration', async () => {
    const { fake, page, open } = await start()
    await seedTraffic(fake, 2)
    await open('#/traffic')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(2))
    await page.getByRole('button', { name: '+ Filter' }).click()
    const field = page.getByRole('textbox', { name: 'At least, in milliseconds' })
    await field.fill('3600000')
    await expect(page.getByRole('heading', { name: 'No request passes the filters' })).toBeVisible()
    await field.fill('long')
    await expect(field).toHaveAccessibleDescription('A number, such as 100 or 0.5.')
    await field.fill('0.000001')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(2))
  })

  it('add up, come off one by one, and stand in the address', async () => {
    const { fake, page, open } = await start()
    await seedTraffic(fake)
    await open('#/traffic')
    await filterBy(page, 'Status', '4xx')
    await filterBy(page, 'Method', 'GET')
    await page.keyboard.press('/')
    await page.keyboard.type('RESOURCE_not cloud')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(2))
    await page.getByRole('button', { name: '+ Filter' }).click()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    const filters = page.getByRole('search', { name: 'Filter requests' })
    await expect(filters).toContainText('2 of 14 requests')
    await expect(page).toHaveURL(/#\/traffic\?status=4xx&method=GET&text=RESOURCE_not\+cloud$/)
    await page.reload()
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(2))

    await gridOf(page).getByRole('row').nth(1).click()
    await expect(detailsOf(page)).toBeVisible()
    await detailsOf(page).getByRole('tab', { name: 'Answer' }).click()
    await page.keyboard.press('Escape')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(2))
    await gridOf(page).getByRole('row').nth(2).click()
    await page.keyboard.press('ArrowUp')
    await expect(gridOf(page).getByRole('row').nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(2))
    await page.keyboard.press('Escape')
    await expect(detailsOf(page)).toBeHidden()
    await expect(page).toHaveURL(/#\/traffic\?text=RESOURCE_not\+cloud&method=GET&status=4xx$/)
    await page.getByRole('link', { name: 'Scenarios' }).click()
    await expect(gridOf(page)).toBeHidden()
    await page.goBack()
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(2))

    const search = page.getByRole('searchbox')
    for (const [words, count] of [
      ['404', 2],
      ['4XX', 4],
    ] as const) {
      await search.fill(words)
      await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(count))
    }
    await search.fill('nothing has this')
    await expect(page.getByRole('heading', { name: 'No request passes the filters' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(4))
    await filters.getByRole('button', { name: 'Clear filters' }).click()
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(14))
    await expect(page).toHaveURL(/#\/traffic$/)
    // The view begins without filters.
    await page.getByRole('link', { name: 'Traffic' }).click()
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(14))
  })
})
