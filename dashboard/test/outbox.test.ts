import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { it } from 'vitest'

import { freeOrigin, readBody, serveListener } from '../../test/support/other-server.ts'
import { sendJob } from '../../test/support/send-job.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { detailsOf, filterBy, messagesOf, violationsOf } from './support/views.ts'

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Deliveries' })
const rowsOf = (page: Page) => gridOf(page).locator('[data-key]')

/** A receiver of webhooks, which answers 204 until its reply is set. */
async function startReceiver() {
  const received: { readonly headers: Record<string, string>; readonly body: string }[] = []
  const reply = { status: 204, body: '' }
  const origin = await serveListener(async (request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    received.push({ headers: Object.fromEntries(headers), body: await readBody(request) })
    response.writeHead(reply.status).end(reply.body)
  })
  return { url: `${origin}/hook`, received, reply }
}

describeDashboard('the outbox', (start) => {
  it('sends a webhook by hand, and says what is wrong in its form', async () => {
    const { fake, page, open } = await start({ allowWebhookHost: ['127.0.0.1'] })
    const receiver = await startReceiver()
    await open('#/outbox')
    await page.getByRole('button', { name: 'Send a webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To').fill(receiver.url)
    await dialog.getByLabel('Event').fill('analysis_job.compleded')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog).toContainText('Did you mean analysis_job.completed')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByLabel('Event').fill('analysis_job.completed')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(detailsOf(page)).toContainText('delivered')
    const { headers, body } = receiver.received[0] ?? { headers: {}, body: '' }
    const verifier = new Webhook(await fake.outbox.signingSecret())
    expect(() => verifier.verify(body, headers)).not.toThrow()
  })

  it('shows a webhook with payload, signature and every attempt, and delivers it again', async () => {
    const { fake, page, open } = await start({ allowWebhookHost: ['127.0.0.1'] })
    const receiver = await startReceiver()
    Object.assign(receiver.reply, { status: 503, body: 'Come back later.' })
    await sendJob(fake, { name: 'Late', notification: { webhook_url: receiver.url } })
    await fake.clock.advance('5s')
    await open('#/outbox')
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(rowsOf(page)).toContainText(['analysis_job.completed'])
    await expect(rowsOf(page)).toContainText([receiver.url])
    await expect(rowsOf(page).locator('.badge')).toHaveText('retrying · 503')
    await expect(rowsOf(page).locator('.badge')).toHaveClass(/warn/)
    await expect(rowsOf(page)).toContainText('in 5 s')
    await rowsOf(page).click()

    const details = detailsOf(page)
    await expect(details).toContainText('retrying · 503next attempt in 5 s')
    // What failed is in the first tab.
    const tabs = details.getByRole('tab')
    await expect(tabs).toHaveText(['Attempts (1)', 'Payload', 'Headers'])
    const attempts = details.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
    await expect(attempts).toHaveText([/^503.*00:00:05.*ms.*Come back later\./])
    await tabs.nth(1).click()
    await expect(page).toHaveURL(/\?tab=payload$/)
    await expect(details.getByRole('group', { name: 'Payload' })).toContainText('"name": "Late"')
    await tabs.nth(2).click()
    const [sent] = receiver.received
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      await expect(details).toContainText(`${name}${sent?.headers[name]}`)
    }
    await expect(details).toContainText('by the signing secret of this sandbox')
    const verifier = new Webhook(await fake.outbox.signingSecret())
    expect(verifier.verify(sent?.body ?? '', sent?.headers ?? {})).toMatchObject({ data: { name: 'Late' } })

    await fake.clock.advance('5s')
    Object.assign(receiver.reply, { status: 204, body: '' })
    await details.getByRole('button', { name: 'Send again' }).click()
    // The tab of the attempts shows the outcome, the newest first: no message has to.
    await expect(attempts).toHaveText([/^204.*The answer has no body\./, /^503.*00:00:10/, /^503.*00:00:05/])
    await expect(messagesOf(page)).toBeEmpty()
    await expect(details.locator('.badge').first()).toHaveText('delivered')
    await expect(rowsOf(page)).toContainText(['delivered'])
    expect(receiver.received).toHaveLength(3)
    await details.getByText(receiver.url).first().click()
    await expect(details).toContainText('Created2026-07-01 00:00:05')
    await page.goBack()
    await expect(details).toBeHidden()
  })

  it('says why an attempt got no answer', async () => {
    const { fake, page, open } = await start({ allowWebhookHost: ['127.0.0.1'] })
    await sendJob(fake, { notification: { webhook_url: `${await freeOrigin()}/hook` } })
    await fake.clock.advance('5s')
    const [delivery] = await fake.outbox.list()
    await open(`#/outbox/${delivery?.id}`)
    await expect(detailsOf(page)).toContainText('retrying · no answer')
    await expect(detailsOf(page).getByRole('listitem')).toContainText(['ECONNREFUSED'])
    await detailsOf(page).getByRole('button', { name: 'Send again' }).click()
    await expect(detailsOf(page).getByRole('listitem')).toHaveText([/^no answer/, /^no answer/])
  })

  it('shows an e-mail as it is read, and its source', async () => {
    const { fake, page, open } = await start()
    await sendJob(fake, { name: 'Größe <b>bold</b>', notification: { email: 'ops@example.com' } })
    await fake.clock.advance('5s')
    await open('#/outbox')
    await rowsOf(page).click()
    const details = detailsOf(page)
    await expect(details.getByRole('heading', { level: 2 })).toHaveText('Analysis job Größe <b>bold</b>: completed')
    const text = details.getByRole('group', { name: 'E-mail' })
    await expect(text).toContainText('The analysis job Größe <b>bold</b> is completed.')
    expect(await text.innerText()).toMatch(/completed\.\n\nJob: +[\w-]+\nType: +security_event_correlation\n/)
    await details.getByRole('tab', { name: 'Source' }).click()
    await expect(details.getByRole('group', { name: 'Source' })).toContainText('Content-Type: text/plain')
    await page.reload()
    await expect(details.getByRole('group', { name: 'Source' })).toBeVisible()
    await expect(details.getByRole('button', { name: 'Send again' })).toHaveCount(0)
  })

  it('selects by kind and by state', async () => {
    const { fake, page, open } = await start({ allowWebhookHost: ['127.0.0.1'] })
    const receiver = await startReceiver()
    await open('#/outbox')
    await expect(page.getByRole('main')).toContainText('Nothing was sent yet')
    await sendJob(fake, { notification: { webhook_url: receiver.url, email: 'ops@example.com' } })
    await fake.clock.advance('5s')
    await expect(rowsOf(page)).toHaveCount(2)
    await filterBy(page, 'Kind', 'email')
    await expect(rowsOf(page)).toHaveText([/kept.*ops@example\.com/])
    await expect(page).toHaveURL(/#\/outbox\?kind=email$/)
    await filterBy(page, 'Kind', 'webhook', 'email')
    await expect(rowsOf(page)).toHaveText([/delivered.*127\.0\.0\.1/])
    await filterBy(page, 'State', 'failed')
    await expect(page.getByRole('heading', { name: 'No delivery fits' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No delivery fits' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rowsOf(page)).toHaveCount(2)
    await page.getByRole('searchbox', { name: 'Search deliveries' }).fill('OPS@')
    await expect(rowsOf(page)).toHaveText([/ops@example\.com/])
    await rowsOf(page).click()
    await expect(page).toHaveURL(/#\/outbox\/[^/]+\?text=OPS%40$/)
  })
})
