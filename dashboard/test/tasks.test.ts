import type { Locator, Page } from '@playwright/test'
import { it } from 'vitest'

import { serveListener } from '../../test/support/other-server.ts'
import { sendJob } from '../../test/support/send-job.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { pressOn, tabTo } from './support/keyboard.ts'
import { detailsOf, linkTo } from './support/views.ts'

/** Clicks, and counts them. */
function counter(page: Page) {
  let clicks = 0
  const click = async (target: Locator): Promise<void> => {
    clicks += 1
    await target.click()
  }
  return {
    click,
    view: (name: string) => click(linkTo(page, name)),
    button: (name: string | RegExp) => click(page.getByRole('button', { name }).first()),
    count: () => clicks,
  }
}

const rowOf = (page: Page, name: string | RegExp) => page.getByRole('grid').getByRole('row', { name }).first()

describeDashboard('what people come for, by the page alone', (start) => {
  it('a key, in 4 clicks', async () => {
    const { fake, page, open } = await start()
    await open()
    const { view, button, click, count } = counter(page)
    await view('API keys')
    await button('Create a key')
    await page.getByLabel('Name').fill('checkout')
    await click(page.getByRole('dialog').getByRole('button', { name: 'Create key' }))
    await expect(page.getByLabel('Secret')).toHaveText(/^csf_/)
    await button('Copy secret')
    expect((await fake.keys.list()).some(({ name }) => name === 'checkout')).toBe(true)
    expect(count()).toBe(4)
  })

  it('an assessment that is pending, in 4 clicks, and completed by one more', async () => {
    const { page, open } = await start()
    await open()
    const { view, button, click, count } = counter(page)
    await view('Data')
    await click(page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'assessments' }))
    await button('Create a record')
    await button('Create record')
    await expect(detailsOf(page)).toContainText('pending')
    expect(count()).toBe(4)
    await button('Advance to completed')
    await expect(detailsOf(page).locator('.body > p').first()).toContainText('completed')
    expect(count()).toBe(5)
  })

  it('an exhausted quota, found by its status, in 2 clicks; its 429 and why, switched off, in 5', async () => {
    const { fake, page, open } = await start()
    await open()
    const on = counter(page)
    await on.view('Scenarios')
    await page.getByRole('searchbox', { name: 'Search scenarios' }).fill('429')
    await on.click(page.getByRole('switch', { name: 'Scenario rate-limit-exhausted' }))
    await expect.poll(async () => (await fake.summary()).scenarios).toEqual(['rate-limit-exhausted'])
    expect(on.count()).toBe(2)

    const why = counter(page)
    await why.view('Traffic')
    await why.button('Send a request')
    await why.click(page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }))
    await expect(page.getByRole('dialog')).toContainText('429')
    await why.click(page.getByRole('link', { name: 'See why' }))
    await expect(detailsOf(page)).toContainText('has used up its requests of this hour')
    await why.button('Switch rate-limit-exhausted off')
    await expect.poll(async () => (await fake.summary()).scenarios).toEqual([])
    expect(why.count()).toBe(5)
  })

  it('why a 404, in 2 clicks', async () => {
    const { fake, page, open } = await start()
    await fake.fetch(`${fake.baseUrl}/cloud/resource`, { headers: { Authorization: `Bearer ${fake.apiKey}` } })
    await open('#/keys')
    const { view, click, count } = counter(page)
    await view('Traffic')
    await click(rowOf(page, /404/))
    await expect(detailsOf(page)).toContainText('No operation has this method and path.')
    await expect(detailsOf(page)).toContainText('GET /v1/cloud/resources')
    expect(count()).toBe(2)
  })

  it('a scenario of one’s own, in 3 clicks', async () => {
    const { fake, page, open } = await start()
    await open()
    const { view, button, count } = counter(page)
    await view('Scenarios')
    await button('Create a scenario')
    await expect(page.getByRole('textbox', { name: 'Scenario as JSON' })).toBeVisible()
    await button('Save and switch on')
    await expect.poll(async () => (await fake.summary()).scenarios).toEqual(['my-scenario'])
    expect(count()).toBe(3)
  })

  it('why a webhook failed, in 2 clicks', async () => {
    const { fake, page, open } = await start({ allowWebhookHost: ['127.0.0.1'] })
    const origin = await serveListener((_, response) => response.writeHead(500).end('No disk is left.'))
    await sendJob(fake, { notification: { webhook_url: `${origin}/hook` } })
    await fake.clock.advance('5s')
    await open()
    const { view, click, count } = counter(page)
    await view('Outbox')
    await expect(rowOf(page, /retrying · 500/)).toBeVisible()
    await click(rowOf(page, /retrying · 500/))
    await expect(detailsOf(page)).toContainText('No disk is left.')
    expect(count()).toBe(2)
  })

  it('a job that failed, in 5 clicks', async () => {
    const { fake, page, open } = await start()
    await sendJob(fake, { name: 'Nightly' })
    await open()
    const { view, click, button, count } = counter(page)
    await view('Data')
    await click(page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'jobs' }))
    await click(rowOf(page, /Nightly/))
    await click(detailsOf(page).getByText('Move to a state'))
    await button('failed')
    await expect(detailsOf(page).locator('.body > p').first()).toContainText('failed')
    expect(count()).toBe(5)
  })

  it('two sandboxes compared, in 2 clicks', async () => {
    const { fake, page, open } = await start()
    await fake.sandbox('nightly').scenarios.on('service-unavailable')
    await open()
    const { view, button, count } = counter(page)
    await view('Sandboxes')
    await button('Compare two')
    await expect(detailsOf(page)).toContainText('service-unavailable')
    expect(count()).toBe(2)
  })

  it('another option of an assumption for a request, and both answers, in 3 clicks', async () => {
    const { fake, page, open } = await start()
    await fake.fetch(`${fake.baseUrl}/cloud/resources?limit=500`, {
      headers: { Authorization: `Bearer ${fake.apiKey}` },
    })
    await open('#/keys')
    const { view, click, count } = counter(page)
    await view('Traffic')
    await click(rowOf(page, /limit=500/))
    await expect(detailsOf(page)).toContainText('Decided this answer')
    await click(detailsOf(page).getByRole('button', { name: /Switch and send again, with clamp/ }))
    await expect(page.getByRole('dialog')).toContainText('400 → 200')
    expect(count()).toBe(3)
  })

  it('five of them by the keyboard alone', async () => {
    const { fake, page, open } = await start()
    const headers = { Authorization: `Bearer ${fake.apiKey}` }
    await fake.fetch(`${fake.baseUrl}/cloud/resource`, { headers })
    await open()
    const go = (name: string) => pressOn(page, linkTo(page, name))
    const fromStart = (): Promise<void> => page.locator(':focus').blur()

    await go('Traffic')
    await pressOn(page, page.getByRole('grid', { name: 'Requests' }))
    await expect(detailsOf(page).getByRole('heading').first()).toBeFocused()
    await expect(detailsOf(page)).toContainText('No operation has this method and path.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('grid', { name: 'Requests' })).toBeFocused()

    await go('Scenarios')
    await tabTo(page, page.getByRole('searchbox', { name: 'Search scenarios' }))
    await page.keyboard.type('down')
    await pressOn(page, page.getByRole('grid'), ' ')
    await expect.poll(async () => (await fake.summary()).scenarios.length).toBe(1)
    await expect(page.getByRole('switch').first()).toBeChecked()
    await page.keyboard.press(' ')
    await expect.poll(async () => (await fake.summary()).scenarios.length).toBe(0)

    await fromStart()
    await go('API keys')
    await pressOn(page, page.getByRole('button', { name: 'Create a key' }))
    await page.keyboard.type('Typed')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status', { name: 'Secret' })).toBeVisible()
    await pressOn(page, page.getByRole('button', { name: 'Done' }))

    await fromStart()
    await go('Time')
    const { now } = await fake.clock.show()
    await pressOn(page, page.getByRole('button', { name: '+1 h' }))
    await expect.poll(async () => (await fake.clock.show()).now > now).toBe(true)

    await fromStart()
    await go('Data')
    await pressOn(page, page.getByRole('grid'))
    await expect(detailsOf(page).getByRole('heading').first()).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(detailsOf(page).getByRole('button', { name: 'Edit' })).toBeFocused()
  })
})
