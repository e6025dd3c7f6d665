import { startFake } from 'cloudsec-fake'
import { it, onTestFinished } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { seedTraffic } from './support/traffic.ts'
import { connectionOf, settled } from './support/views.ts'

describeDashboard('the connection', (start) => {
  it('is lost with the fake, and comes back with a new one that has other contents', async () => {
    const { fake, page, origin, open, allow } = await start()
    allow(/net::ERR_/)
    await seedTraffic(fake, 3)
    await open('#/traffic')
    await settled(page)
    const requests = page.getByRole('grid', { name: 'Requests' })
    await expect(requests).toContainText('/v1/security/assessments')

    await fake.close()
    await expect(connectionOf(page)).toHaveText('Reconnecting')
    await expect(page.getByRole('alert')).toContainText('does not answer')

    const next = await startFake({ clock: 'frozen', port: Number(new URL(origin).port) })
    onTestFinished(async () => await next.close())
    await next.scenarios.on('slow')
    await next.fetch(`${next.baseUrl}/cloud/never-heard-of`)
    await expect(connectionOf(page)).toHaveText('Live')
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(requests).toContainText('/v1/cloud/never-heard-of')
    await expect(requests).not.toContainText('/v1/security/assessments')
    await expect(page.getByRole('banner').getByRole('link', { name: 'slow' })).toBeVisible()
  })

  it('survives a reset, which empties the list', async () => {
    const { fake, page, open } = await start()
    await seedTraffic(fake, 3)
    await open('#/traffic')
    await settled(page)
    const requests = page.getByRole('grid', { name: 'Requests' })
    await fake.reset()
    await fake.fetch(`${fake.baseUrl}/cloud/never-heard-of`)
    await expect(requests).toContainText('/v1/cloud/never-heard-of')
    await expect(requests).not.toContainText('/v1/security/assessments')
    await expect(connectionOf(page)).toHaveText('Live')
  })

  it('shows a request as soon as it came', async () => {
    const { fake, page } = await start({ at: '#/traffic' })
    await settled(page)
    await seedTraffic(fake, 1)
    await expect(page.getByRole('grid', { name: 'Requests' })).toContainText('/v1/security/assessments')
    await expect(connectionOf(page)).toHaveText('Live')
  })
})
