import type { Page } from '@playwright/test'
import { it } from 'vitest'

import type { Fake } from '../../src/index.ts'
import { jobBody } from '../support/answers.ts'
import { sendJob } from '../support/send-job.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { pressOn } from './support/keyboard.ts'
import { detailsOf, violationsOf } from './support/views.ts'

const rowsOf = (page: Page) =>
  page.getByRole('table', { name: 'Verdicts, worst first' }).locator('tbody').getByRole('row')
const rowOf = (page: Page, id: string) => rowsOf(page).filter({ hasText: id })

const get = ({ baseUrl, apiKey, fetch }: Fake, path: string) =>
  fetch(baseUrl + path, { headers: { Authorization: `Bearer ${apiKey}` } })

/** Retries too early, and asks for a path that no operation has. */
async function misbehave(fake: Fake): Promise<void> {
  await get(fake, '/cloud/resource')
  const effect = { error: 'service_unavailable', headers: { 'Retry-After': '30' } } as const
  await fake.scenarios.define({ name: 'busy', rules: [{ count: { first: 1 }, then: effect }] })
  await get(fake, '/cloud/resources')
  // In process, only a pause tells a reaction from requests that were sent at once.
  await fake.clock.advance('1s')
  await get(fake, '/cloud/resources')
}

describeDashboard('the view Conduct', (start) => {
  it('lists the verdicts, worst first, and leads to the requests of each occurrence', async () => {
    const { fake, page, open } = await start()
    await misbehave(fake)
    await open('#/conduct')
    const { items } = await fake.conduct()
    expect(items.length).toBeGreaterThan(1)
    await expect(rowsOf(page)).toContainText(items.map(({ id }) => id))
    await expect(rowsOf(page)).toContainText(items.map(({ severity }) => severity))
    await expect(rowsOf(page)).toContainText(items.map(({ advice }) => advice))
    await expect(rowsOf(page).nth(0)).toContainText('retried-too-early')
    await expect(page.getByText('By 3 requests.')).toBeVisible()

    await pressOn(page, rowOf(page, 'retried-too-early').getByRole('button'))
    await expect(page).toHaveURL(/#\/conduct\/retried-too-early$/)
    const { advice, occurrences: [occurrence] = [] } = items[0] ?? {}
    await expect(detailsOf(page)).toContainText(advice ?? 'no advice')
    const shown = detailsOf(page).getByRole('region', { name: 'Occurrences' })
    await expect(shown.getByRole('heading')).toHaveText('1 occurrence')
    await expect(shown).toContainText(occurrence?.detail ?? 'no detail')
    await expect(shown.getByRole('link')).toHaveText([/^503.*\/cloud\/resources$/, /^200.*\/cloud\/resources$/])
    await shown.getByRole('link').nth(1).click()
    await expect(page).toHaveURL(/#\/traffic\/default%3A0-3$/)
  })

  it('says what was looked at where there is no verdict', async () => {
    const { fake, page, open } = await start({ at: '#/conduct' })
    await expect(page.getByRole('heading', { name: 'No request came yet' })).toBeVisible()
    for (let sent = 0; sent < 2; sent += 1) await get(fake, '/cloud/resources')
    const { items } = await fake.conduct()
    await open(`#/conduct?allow=${items.map(({ id }) => id).join(',')}`)
    await expect(page.getByRole('heading', { name: /^2 requests, no (other )?verdict$/ })).toBeVisible()
    await expect(page.getByText('a sandbox of its own in each test')).toBeVisible()
    await open('#/conduct/gave-up')
    await expect(page.getByText('The requests show no verdict gave-up.')).toBeVisible()
  })

  it('allows a verdict, as its address says, until it is allowed no longer', async () => {
    const { fake, page, open } = await start()
    await misbehave(fake)
    await open('#/conduct/matched-no-operation')
    await detailsOf(page).getByRole('button', { name: 'Allow' }).click()
    await expect(page).toHaveURL(/#\/conduct\?allow=matched-no-operation$/)
    await expect(detailsOf(page)).toHaveCount(0)
    await expect(rowOf(page, 'retried-too-early')).toHaveCount(1)
    await expect(rowOf(page, 'matched-no-operation')).toHaveCount(0)
    await page.reload()
    await expect(rowOf(page, 'retried-too-early')).toHaveCount(1)
    await expect(rowOf(page, 'matched-no-operation')).toHaveCount(0)
    await page.getByRole('button', { name: 'Allow matched-no-operation no longer' }).click()
    await expect(rowOf(page, 'matched-no-operation')).toHaveCount(1)
    await expect(page).toHaveURL(/#\/conduct$/)

    await open('#/conduct?allow=nonsense')
    await expect(page.getByRole('alert')).toContainText('allow: "nonsense" is not one of')
    await page.getByRole('button', { name: 'Allow nonsense no longer' }).click()
    await expect(rowOf(page, 'matched-no-operation')).toHaveCount(1)
  })

  it('takes the rate at which a client may poll', async () => {
    const { fake, page, open } = await start()
    const sent: { data: { id: string } } = await (await sendJob(fake, jobBody)).json()
    for (let read = 0; read < 4; read += 1) {
      await get(fake, `/data/analysis/jobs/${sent.data.id}`)
      await fake.clock.advance('100ms')
    }
    await open('#/conduct')
    await expect(rowOf(page, 'polled-too-often')).toHaveCount(1)
    const every = page.getByLabel('A client may poll every')
    await every.fill('often')
    await every.press('Enter')
    await expect(every).toHaveAccessibleDescription(/^pollEvery: "often" is not a duration/)
    await every.fill('50ms')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/#\/conduct\?pollEvery=50ms$/)
    await expect(page.getByText('By 5 requests.').or(page.getByText('5 requests, no verdict'))).toBeVisible()
    await expect(rowOf(page, 'polled-too-often')).toHaveCount(0)
    await page.reload()
    await expect(every).toHaveValue('50ms')
    await every.fill('')
    await every.press('Enter')
    await expect(rowOf(page, 'polled-too-often')).toHaveCount(1)
  })

  it('has good looks with a verdict that is open', async () => {
    const { fake, page, open } = await start()
    await misbehave(fake)
    await open('#/conduct/retried-too-early?allow=gave-up&pollEvery=2s')
    await expect(detailsOf(page)).toBeVisible()
    expect(await violationsOf(page, 360, 1280)).toEqual([])
  })
})
