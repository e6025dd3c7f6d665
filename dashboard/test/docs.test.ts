import type { Page } from '@playwright/test'
import { it } from 'vitest'

import { axe } from './support/axe.ts'
import { openBrowser } from './support/browser.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { copied, pressOn } from './support/keyboard.ts'
import { inEachLook, looksAt } from './support/looks.ts'

const searchIn = (page: Page) => page.getByRole('searchbox', { name: 'Search titles and headings' })

describeDashboard('the documents', (start) => {
  it.each(['', 'configuration', 'troubleshooting'])(
    'are readable in both schemes and at each width: /docs/%s',
    async (name) => {
      const { page } = await start({ at: `/docs/${name}` })
      const check = async (): Promise<void> => expect(await axe(page)).toEqual([])
      await inEachLook(page, check, looksAt([320, 1280]))
      await searchIn(page).fill('quota')
      await expect(page.getByRole('status')).toHaveText(/^\d+ found$/)
      await inEachLook(page, check, looksAt([320, 1280]))
    },
  )

  it('are found and read by keys alone', async () => {
    const { page } = await start({ at: '/@box/' })
    await pressOn(page, page.getByRole('link', { name: 'Docs' }))
    await expect(page).toHaveURL(/\/@box\/docs\/$/)
    await pressOn(page, searchIn(page), 'x')
    await page.keyboard.type('yz')
    await expect(page.getByRole('status')).toHaveText('No title or heading has these words.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('status')).toBeHidden()
    await page.keyboard.type('codes exit')
    await expect(page.getByRole('status')).toHaveText('2 found')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('link', { name: 'Log and exit codes Configuration' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(searchIn(page)).toBeFocused()
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await expect(page).toHaveURL(/\/@box\/docs\/configuration#log-and-exit-codes$/)
    await expect(page.getByRole('heading', { name: 'Log and exit codes' })).toBeInViewport()
    await expect(page.getByRole('link', { name: 'Configuration', exact: true })).toHaveAttribute('aria-current', 'page')
    await searchIn(page).fill('limitAboveMax')
    await expect(page.getByRole('status')).toHaveText('1 found')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/docs\/assumptions#limitabovemax$/)
    await pressOn(page, page.getByRole('link', { name: 'Dashboard' }).first())
    await expect(page.getByLabel('Sandbox', { exact: true })).toHaveValue('box')
  })

  it('have commands to copy', async () => {
    const { page } = await start({ at: '/docs/troubleshooting' })
    const copy = page.getByRole('button', { name: 'Copy' }).first()
    await pressOn(page, copy)
    await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused()
    expect(await copied(page)).toBe('npx --no -- cloudsec-fake wait\nnpx --no -- cloudsec-fake requests\n')
  })

  it('are a list of pages without scripts', async () => {
    const { origin } = await start()
    const context = await (await openBrowser()).newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${origin}/docs/`)
    await expect(page.getByRole('search')).toBeHidden()
    await page.getByRole('link', { name: 'Sandboxes' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sandboxes')
    await context.close()
  })
})
