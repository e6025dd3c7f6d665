import type { Locator } from '@playwright/test'
import { it } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { seedTraffic } from './support/traffic.ts'
import { connectionOf, detailsOf, linkTo, settled } from './support/views.ts'

/** The pixels of an element. */
const pixelsOf = async (target: Locator): Promise<string> =>
  (await target.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64')

describeDashboard('the page in forced colours', (start) => {
  it('shows the state of every control that has one by other pixels', async () => {
    const { fake, page, open, allow } = await start()
    await page.emulateMedia({ forcedColors: 'active' })
    await seedTraffic(fake, 4)
    /** Changes the state of an element, and compares its pixels. */
    const expectOther = async (name: string, target: Locator, change: () => Promise<unknown>): Promise<void> => {
      await page.mouse.move(0, 0)
      const before = await pixelsOf(target)
      await change()
      await page.mouse.move(0, 0)
      await expect.poll(() => pixelsOf(target), name).not.toBe(before)
    }

    await open('#/scenarios')
    await settled(page)
    const scenario = page.getByRole('switch', { name: 'Scenario flaky' })
    await expectOther('a switch', scenario, () => scenario.click())

    await open('#/traffic')
    await settled(page)
    const row = page.getByRole('grid').getByRole('row').nth(2)
    await expectOther('a row that is open', row.getByRole('gridcell').first(), () => row.click())
    const answer = detailsOf(page).getByRole('tab', { name: 'Answer' })
    await expectOther('a tab', answer, () => answer.click())
    await page.getByRole('button', { name: '+ Filter' }).click()
    await page.locator('summary', { hasText: 'Method' }).click()
    const choice = page.getByRole('checkbox', { name: /^GET/ })
    await expectOther('a check box', choice, () => choice.click())
    await page.keyboard.press('Escape')
    const conduct = page.getByRole('link', { name: 'Conduct' })
    await expectOther('a tab of the view', conduct, () => conduct.click())
    await expectOther('a link to a view', linkTo(page, 'Time'), () => linkTo(page, 'Time').click())

    await open('#/keys')
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByLabel('Name').fill('checkout')
    await page.getByRole('button', { name: 'Create key' }).click()
    const used = page.getByRole('button', { name: 'Use on this page' })
    await expectOther('a button that is pressed', used, () => used.click())
    await page.getByRole('button', { name: 'Done' }).click()

    allow(/ERR_|Failed to (?:load|fetch)/)
    const dot = connectionOf(page).locator('.dot')
    await expectOther('the connection', dot, () => fake.close())
  })
})
