import { it } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { pressOn, tabTo } from './support/keyboard.ts'
import { seedAll } from './support/seed.ts'
import { detailsOf, settled } from './support/views.ts'

describeDashboard('the keyboard alone', (start) => {
  it.each([
    ['coverage?kind=page', 'Coverage by operation'],
    ['conduct', 'Verdicts, worst first'],
    ['outbox', 'Deliveries'],
    ['scenarios', 'Scenarios'],
    ['data/resources', 'resources'],
    ['assumptions', 'Assumptions'],
    ['keys', 'API keys'],
    ['sandboxes', 'Sandboxes'],
  ])('opens the second row of #/%s, and comes back to the list', async (address, name) => {
    const { fake, page, open } = await start()
    await seedAll(fake)
    await open(`#/${address}`)
    await settled(page)
    const list = page.getByRole('grid', { name })
    await tabTo(page, list)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(detailsOf(page).getByRole('heading', { level: 2 }).first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(detailsOf(page)).toHaveCount(0)
    await expect(list).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`#/${address.replace('?', String.raw`\?`)}$`))
  })

  it('moves through tabs, chooses, switches, fills in, and leaves a question', async () => {
    const { fake, page, open } = await start()
    await seedAll(fake)
    await open(`#/outbox/${(await fake.outbox.list({ kind: 'webhook' }))[0]?.id}`)
    const attempts = detailsOf(page).getByRole('tab', { name: /^Attempts/ })
    await pressOn(page, attempts, 'ArrowLeft')
    await expect(detailsOf(page).getByRole('tab', { name: 'Headers' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(attempts).toBeFocused()

    await open('#/assumptions/tagRepeat')
    await pressOn(page, detailsOf(page).getByRole('radio', { name: 'all' }), 'ArrowDown')
    await expect(detailsOf(page).getByRole('radio', { name: 'any' })).toBeFocused()
    await expect.poll(async () => (await fake.summary()).assumptions).toMatchObject({ tagRepeat: 'any' })

    await open('#/scenarios')
    await settled(page)
    await page.keyboard.press('/')
    await page.keyboard.type('flaky')
    await pressOn(page, page.getByRole('grid', { name: 'Scenarios' }), ' ')
    await expect(page.getByRole('switch', { name: 'Scenario flaky' })).toBeChecked()

    await open('#/keys')
    await pressOn(page, page.getByRole('button', { name: 'Create a key' }))
    await page.keyboard.type('Typed')
    await page.keyboard.press('Enter')
    await pressOn(page, page.getByRole('button', { name: 'Done' }))
    await expect(page.getByRole('button', { name: 'Create a key' })).toBeFocused()

    await open('#/sandboxes/nightly')
    await pressOn(page, detailsOf(page).getByRole('button', { name: 'Delete sandbox' }))
    await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))
    await expect(detailsOf(page).getByRole('button', { name: 'Delete sandbox' })).toBeFocused()
  })
})
