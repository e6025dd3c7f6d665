import type { Page } from '@playwright/test'
import { it } from 'vitest'

import { axe } from './support/axe.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { seedTraffic } from './support/traffic.ts'

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Requests' })

/** The count of rows, with the titles, of so many requests. */
const rowsOf = (count: number): string => String(count + 1)

/** Chooses values of a property in its panel. */
async function choose(page: Page, property: string, ...values: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: property, exact: true }).click()
  const panel = page.getByRole('dialog', { name: `Filter by ${property.toLowerCase()}` })
  for (const value of values) await panel.getByRole('checkbox', { name: new RegExp(`^${value} `) }).check()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
}

describeDashboard('the filters of the requests', (start) => {
  it('select by each property, of the requests that came', async () => {
    const { fake, page, open } = await start()
    await seedTraffic(fake)
    await seedTraffic(fake, 2, fake.sandbox('checkout'))
    await open('#/traffic')
    await page.getByRole('switch', { name: 'All sandboxes' }).click()
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
      await choose(page, property, ...values)
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
    await page.getByRole('button', { name: 'Duration' }).click()
    const field = page.getByRole('textbox', { name: 'At least so many milliseconds' })
    await field.fill('3600000')
    await expect(page.getByRole('heading', { name: 'No request passes the filters' })).toBeVisible()
    await field.fill('0.000001')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(2))
  })

  it('add up, come off one by one, and stay while another view is open', async () => {
    const { fake, page, open } = await start()
    await seedTraffic(fake)
    await open('#/traffic')
    await choose(page, 'Status', '4xx')
    await choose(page, 'Method', 'GET')
    await page.keyboard.press('/')
    await page.keyboard.type('RESOURCE_not cloud')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(2))
    await page.getByRole('button', { name: 'Status', exact: true }).click()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    const filters = page.getByRole('group', { name: 'Filters' })
    await expect(filters).toContainText('2 of 14 requests')
    await page.getByRole('link', { name: 'Scenarios' }).click()
    await expect(gridOf(page)).toBeHidden()
    await page.getByRole('link', { name: 'Traffic' }).click()
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(2))
    await page.getByRole('button', { name: 'Remove filter Text: RESOURCE_not cloud' }).click()
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(4))
    await page.getByRole('searchbox').fill('nothing has this')
    await expect(page.getByRole('heading', { name: 'No request passes the filters' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(4))
    await filters.getByRole('button', { name: 'Clear filters' }).click()
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', rowsOf(14))
    await expect(filters).toBeHidden()
  })
})
