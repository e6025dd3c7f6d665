import type { Page } from '@playwright/test'
import { startFake } from 'cloudsec-fake'
import { it, onTestFinished } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { connectionOf, messagesOf, settled } from './support/views.ts'

const controlToken = 'local-token'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Control token' })

/** Answers the question of the page. */
async function give(page: Page, token: string): Promise<void> {
  await dialogOf(page).getByLabel('Control token').fill(token)
  await dialogOf(page).getByRole('button', { name: 'Connect' }).click()
}

describeDashboard('the control token', (start) => {
  it('is asked for once, and kept for the tab', async () => {
    const { page, context } = await start({ at: '#/keys', controlToken })
    await expect(dialogOf(page)).toBeVisible()
    await expect(dialogOf(page).getByLabel('Control token')).toBeFocused()
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape')

    await give(page, 'another-token')
    await expect(dialogOf(page)).toContainText('another token')
    await expect(dialogOf(page).getByLabel('Control token')).toHaveAttribute('aria-invalid', 'true')

    await give(page, 'schlüssel')
    await expect(dialogOf(page)).toContainText('ASCII')

    const problem = { status: 403, contentType: 'application/problem+json', body: '{"detail":"No stranger."}' }
    await page.route('**/_control', (route) => route.fulfill(problem))
    await give(page, controlToken)
    await expect(dialogOf(page)).toContainText('No stranger.')
    await page.unroute('**/_control')

    await give(page, controlToken)
    await expect(connectionOf(page)).toHaveText('Live')
    await expect(dialogOf(page)).toBeHidden()

    await page.reload()
    await expect(connectionOf(page)).toHaveText('Live')
    await expect(dialogOf(page)).toBeHidden()

    const other = await context.newPage()
    await other.goto(page.url())
    await expect(dialogOf(other)).toBeVisible()
  })

  it.each([
    { path: '/', tls: false },
    { path: '/@checkout/', tls: false },
    { path: '/', tls: true },
  ])('is taken from the address, and removed there, at $path with tls $tls', async ({ path, tls }) => {
    const { page, origin, open } = await start({ controlToken: 'a+b/c=%23', tls })
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await open(`${path}#token=${encodeURIComponent('a+b/c=%23')}`)
    await expect(connectionOf(page)).toHaveText('Live')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Traffic')
    await expect(dialogOf(page)).toBeHidden()
    await expect(page).toHaveURL(`${origin}${path}`)
    await page.reload()
    await expect(connectionOf(page)).toHaveText('Live')
    expect(asked.filter((url) => url.includes('token=') || url.includes('a+b'))).toEqual([])
  })

  it('is taken from the address in a tab that is open, too', async () => {
    const { page, origin } = await start({ at: '#token=another-token', controlToken })
    await expect(dialogOf(page)).toBeVisible()
    await page.evaluate((token) => location.assign(`#token=${token}`), controlToken)
    await expect(connectionOf(page)).toHaveText('Live')
    await expect(dialogOf(page)).toBeHidden()
    await expect(page).toHaveURL(`${origin}/`)
  })

  it.each(['%', 'another-token', encodeURIComponent('schlüssel')])(
    'is kept where an address has a wrong one (%s), which the page says',
    async (wrong) => {
      const { page, origin, open } = await start({ at: `#token=${controlToken}`, controlToken })
      await expect(connectionOf(page)).toHaveText('Live')
      await page.evaluate((token) => location.assign(`#token=${token}`), wrong)
      await expect(page).toHaveURL(`${origin}/`)
      await expect(messagesOf(page)).toContainText('The token of the address was not taken.')
      await settled(page)
      await expect(dialogOf(page)).toBeHidden()
      // In a tab that loads it, too.
      await open('#/keys')
      await page.evaluate((token) => history.replaceState(null, '', `#token=${token}`), wrong)
      await page.reload()
      await expect(messagesOf(page)).toContainText('The token of the address was not taken.')
      await expect(connectionOf(page)).toHaveText('Live')
      await expect(dialogOf(page)).toBeHidden()
    },
  )

  it('is replaced by a right one of an address', async () => {
    const { fake, page, origin, allow } = await start({ at: `#token=${controlToken}`, controlToken })
    allow(/net::ERR_/)
    await expect(connectionOf(page)).toHaveText('Live')
    await fake.close()
    const next = await startFake({ clock: 'frozen', controlToken: 'new-token', port: Number(new URL(origin).port) })
    onTestFinished(async () => await next.close())
    await expect(dialogOf(page)).toBeVisible()
    await page.evaluate(() => location.assign('#token=new-token'))
    await expect(connectionOf(page)).toHaveText('Live')
    await expect(dialogOf(page)).toBeHidden()
    await page.reload()
    await expect(connectionOf(page)).toHaveText('Live')
  })

  it('is not asked for again by a late refusal of a request without one', async () => {
    const { page, open } = await start({ controlToken })
    const held: (() => Promise<void>)[] = []
    await page.route('**/_control/sandboxes', (route) => void held.push(() => route.continue()))
    await open('#/keys')
    await expect(dialogOf(page)).toBeVisible()
    await page.evaluate((token) => location.assign(`#token=${token}`), controlToken)
    await expect(connectionOf(page)).toHaveText('Live')
    const refused = page.waitForResponse((response) => response.status() === 401)
    await held[0]?.()
    await refused
    await settled(page)
    await expect(dialogOf(page)).toBeHidden()
  })
})
