import { it } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { seedTraffic } from './support/traffic.ts'
import { detailsOf, settled } from './support/views.ts'

const all = 10_000

describeDashboard('a journal of 10,000 requests', (start) => {
  it('is a list with few rows in the document, which the keyboard moves through', async () => {
    const { fake, page, open } = await start({ quota: 2 * all, journalBytes: 1_073_741_824 })
    await seedTraffic(fake, all)
    await open('#/traffic')
    await settled(page)
    const requests = page.getByRole('grid', { name: 'Requests' })
    await expect(requests).toHaveAttribute('aria-rowcount', new RegExp(`^(?:${all}|${all + 1})$`))
    const last = Number(await requests.getAttribute('aria-rowcount'))
    const at = (row: number) => requests.locator(`[role="row"][aria-rowindex="${row}"]`)
    const first = last - all + 1
    expect(await requests.getByRole('row').count()).toBeLessThan(200)
    await requests.getByRole('row').last().click()
    await page.keyboard.press('End')
    await expect(at(last)).toHaveAttribute('aria-selected', 'true')
    await expect(at(last)).toBeInViewport()
    // The detail of the row takes room from the list.
    await expect(detailsOf(page).getByRole('heading').first()).toBeVisible()
    await settled(page)
    await expect(at(last)).toBeInViewport()
    await expect(at(first)).not.toBeAttached()
    expect(await requests.getByRole('row').count()).toBeLessThan(200)
    await page.keyboard.press('Home')
    await expect(at(first)).toBeInViewport()
    await expect(at(last)).not.toBeAttached()
    expect(await page.locator('*').count()).toBeLessThan(4000)
  })
})
