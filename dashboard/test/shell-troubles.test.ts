import { it } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { editorOf } from './support/editor.ts'
import { seedTraffic } from './support/traffic.ts'
import { connectionOf, linkTo, settled } from './support/views.ts'

describeDashboard('the shell in trouble', (start) => {
  it('keeps a text that is written while the fake refuses', async () => {
    const { page } = await start({ at: '#/scenarios/new.' })
    await settled(page)
    const main = page.getByRole('main')
    const text = editorOf(page)
    await text.fill('{ "name": "unsaved-text"')
    const problem = { status: 403, contentType: 'application/problem+json', body: '{"detail":"No stranger."}' }
    await page.route('**/_control/scenarios', (route) => route.fulfill(problem))
    await expect(main.getByRole('alert').filter({ hasText: 'No stranger.' })).toBeVisible()
    await expect(text).toContainText('unsaved-text')
    await page.unroute('**/_control/scenarios')
    await expect(main.getByRole('alert').filter({ hasText: 'No stranger.' })).toBeHidden()
    await expect(text).toContainText('unsaved-text')
  })

  it('says that a fake hangs, without more and more requests, and comes back with it', async () => {
    const { page } = await start({ at: '#/keys' })
    await settled(page)
    await expect(connectionOf(page)).toHaveText('Live')
    let hanging = 0
    await page.route(/_control/, () => {
      hanging += 1
    })
    await expect(connectionOf(page)).toHaveText('Reconnecting')
    // The summary, the sandboxes, and two lists of the keys. At first each may be asked twice: with the connection.
    expect(hanging).toBeLessThan(12)
    await page.unroute(/_control/)
    await expect(connectionOf(page)).toHaveText('Live')
  })

  it('forgets requests that were removed elsewhere', async () => {
    const { fake, page, open } = await start()
    await seedTraffic(fake, 3)
    await open('#/traffic')
    await settled(page)
    await expect(page.getByRole('grid', { name: 'Requests' })).toContainText('/v1/security/assessments')
    await fake.requests.clear()
    await expect(page.getByRole('row').filter({ hasText: '/v1/security/assessments' })).toHaveCount(0)
  })

  it('shows a view for an address that is malformed', async () => {
    const { page } = await start({ at: '#/data/%' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data')
  })

  it('keeps the rest of the page where a view throws', async () => {
    const { page, open, allow } = await start()
    allow(/uncaught/)
    await page.route('**/_control/keys', (route) => route.fulfill({ json: { items: [{ id: 'k', name: 'k' }] } }))
    await open('#/keys')
    await expect(page.getByRole('alert')).toContainText('This view failed.')
    await linkTo(page, 'Time').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Time')
  })
})
