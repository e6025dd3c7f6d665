import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { it } from 'vitest'

import { freeOrigin, readBody, serveOther } from '../support/other-server.ts'
import { sendJob } from '../support/send-job.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { pressOn } from './support/keyboard.ts'
import { detailsOf, messagesOf, settled } from './support/views.ts'

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Deliveries' }).locator('tbody').getByRole('row')

/** A receiver of webhooks, which answers 204 until its reply is set. */
async function startReceiver() {
  const received: { readonly headers: Record<string, string>; readonly body: string }[] = []
  const reply = { status: 204, body: '' }
  const origin = await serveOther(async (request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    received.push({ headers: Object.fromEntries(headers), body: await readBody(request) })
    response.writeHead(reply.status).end(reply.body)
  })
  return { url: `${origin}/hook`, received, reply }
}

describeDashboard('the outbox', (start) => {
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
    await expect(rowsOf(page)).toContainText(['pending'])
    await rowsOf(page).getByRole('button').click()

    const details = detailsOf(page)
    await expect(details.getByRole('group', { name: 'Payload' })).toContainText('"name": "Late"')
    await details.getByRole('tab', { name: 'Headers' }).click()
    const [sent] = receiver.received
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      await expect(details).toContainText(`${name}${sent?.headers[name]}`)
    }
    await expect(details).toContainText('by the signing secret of this sandbox')
    const verifier = new Webhook(await fake.outbox.signingSecret())
    expect(verifier.verify(sent?.body ?? '', sent?.headers ?? {})).toMatchObject({ data: { name: 'Late' } })
    await details.getByRole('tab', { name: 'Attempts (1)' }).click()
    const attempts = details.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
    await expect(attempts).toHaveText([/00:00:05.*503.*ms.*Come back later\./])
    await expect(details).toContainText('Next attempt2026-07-01 00:00:10')

    await fake.clock.advance('5s')
    await expect(attempts).toHaveText([/00:00:05/, /00:00:10.*503/])
    Object.assign(receiver.reply, { status: 204, body: '' })
    await details.getByRole('button', { name: 'Redeliver' }).click()
    await expect(messagesOf(page)).toContainText('The receiver answered 204.')
    await expect(attempts).toHaveText([/503/, /503/, /204.*The answer has no body\./])
    await expect(details).toContainText('Statedelivered')
    await expect(rowsOf(page)).toContainText(['delivered'])
    expect(receiver.received).toHaveLength(3)
    await page.goBack()
    await expect(details).toBeHidden()
  })

  it('says why an attempt got no answer', async () => {
    const { fake, page, open } = await start({ allowWebhookHost: ['127.0.0.1'] })
    await sendJob(fake, { notification: { webhook_url: `${await freeOrigin()}/hook` } })
    await fake.clock.advance('5s')
    const [delivery] = await fake.outbox.list()
    await open(`#/outbox/${delivery?.id}`)
    await detailsOf(page).getByRole('tab', { name: 'Attempts (1)' }).click()
    await expect(detailsOf(page).getByRole('listitem')).toContainText(['no answer'])
    await expect(detailsOf(page).getByRole('listitem')).toContainText(['ECONNREFUSED'])
    await detailsOf(page).getByRole('button', { name: 'Redeliver' }).click()
    await expect(messagesOf(page)).toContainText('No answer: ')
    await messagesOf(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(messagesOf(page)).toBeEmpty()
  })

  it('shows an e-mail as it is read, beside its source', async () => {
    const { fake, page, open } = await start()
    await sendJob(fake, { name: 'Größe <b>bold</b>', notification: { email: 'ops@example.com' } })
    await fake.clock.advance('5s')
    await page.setViewportSize({ width: 1920, height: 900 })
    await open('#/outbox')
    await rowsOf(page).getByRole('button').click()
    const details = detailsOf(page)
    await expect(details).toContainText('Analysis job Größe <b>bold</b>: completed')
    const text = details.locator('.mail > pre')
    await expect(text).toContainText('The analysis job Größe <b>bold</b> is completed.')
    expect(await text.innerText()).toMatch(/completed\.\n\nJob: +[\w-]+\nType: +security_event_correlation\n/)
    const source = details.getByRole('group', { name: 'Source' })
    await expect(source).toContainText('Content-Type: text/plain')
    const [left, right] = [await text.boundingBox(), await source.boundingBox()]
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0))
    await expect(details).toContainText('The fake sends no e-mails')
  })

  it('selects by kind and by state', async () => {
    const { fake, page, open } = await start({ allowWebhookHost: ['127.0.0.1'] })
    const receiver = await startReceiver()
    await open('#/outbox')
    await expect(page.getByRole('main')).toContainText('Nothing was sent yet')
    await sendJob(fake, { notification: { webhook_url: receiver.url, email: 'ops@example.com' } })
    await fake.clock.advance('5s')
    await expect(rowsOf(page)).toHaveCount(2)
    await page.getByLabel('Kind').selectOption('email')
    await expect(rowsOf(page)).toHaveText([/ops@example\.com.*kept/])
    await page.getByLabel('Kind').selectOption('webhook')
    await expect(rowsOf(page)).toHaveText([/127\.0\.0\.1.*delivered/])
    await page.getByLabel('State').selectOption('failed')
    await expect(page.getByRole('main')).toContainText('No delivery fits')
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(rowsOf(page)).toHaveCount(2)
    await expect(page.getByLabel('Kind')).toHaveValue('')
  })

  it('is used by the keyboard alone', async () => {
    const { fake, page, open } = await start({ allowWebhookHost: ['127.0.0.1'] })
    const receiver = await startReceiver()
    await sendJob(fake, { notification: { webhook_url: receiver.url } })
    await fake.clock.advance('5s')
    await open('#/outbox')
    await settled(page)
    const opener = rowsOf(page).getByRole('button')
    await pressOn(page, opener)
    await pressOn(page, detailsOf(page).getByRole('tab', { name: 'Payload' }), 'ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(detailsOf(page).getByRole('tab', { name: 'Attempts (1)' })).toBeFocused()
    await pressOn(page, detailsOf(page).getByRole('button', { name: 'Redeliver' }))
    await expect(detailsOf(page).getByRole('tab', { name: 'Attempts (2)' })).toBeVisible()
    await expect(detailsOf(page).getByRole('button', { name: 'Redeliver' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  })

  it('says where an address leads to no delivery', async () => {
    const { page } = await start({ at: '#/outbox/never-sent' })
    await expect(detailsOf(page)).toContainText('never-sent')
    await expect(detailsOf(page).getByRole('alert')).toBeVisible()
    await detailsOf(page).getByRole('button', { name: 'Close details' }).click()
    await expect(page).toHaveURL(/#\/outbox$/)
  })
})
