import { it } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { linkTo } from './support/views.ts'

describeDashboard('a person who read no document', (start) => {
  it('goes from a key to a 429, and why, and back, in 17 clicks', async () => {
    const { fake, page, open } = await start()
    await open()
    let clicks = 0
    const click = async (name: string, role: 'button' | 'link' | 'switch' = 'button'): Promise<void> => {
      clicks += 1
      await page.getByRole(role, { name, exact: true }).click()
    }
    const view = async (name: string): Promise<void> => {
      clicks += 1
      await linkTo(page, name).click()
    }
    const detail = page.getByRole('complementary', { name: 'Details' })

    await view('API keys')
    await click('Create a key')
    await page.getByLabel('Name').fill('checkout')
    clicks += 1
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await expect(page.getByLabel('Secret')).toHaveText(/^csf_/)
    await click('Use on this page')
    await click('Done')

    await view('Data')
    clicks += 1
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'assessments' }).click()
    await click('Create a record')
    await click('Create record')
    await expect(detail).toContainText('pending')
    await click('Advance to completed')
    await expect(detail.locator('.body > p')).toContainText('completed')

    await view('Scenarios')
    await click('Scenario rate-limit-exhausted', 'switch')
    await view('Traffic')
    await click('Send a request')
    await click('Send')
    await expect(page.getByRole('dialog')).toContainText('429')
    await click('See why', 'link')
    await expect(detail).toContainText('has used up its requests of this hour')
    await expect(detail).toContainText('rate-limit-exhausted')
    await click('Switch rate-limit-exhausted off')
    await expect.poll(async () => (await fake.summary()).scenarios).toEqual([])

    const { key } = (await fake.requests.list()).at(-1) ?? {}
    expect((await fake.keys.list()).find(({ id }) => id === key)?.name).toBe('checkout')
    expect(clicks).toBe(17)
  })
})
