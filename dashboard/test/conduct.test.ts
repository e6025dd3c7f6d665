import type { Page } from '@playwright/test'
import { it } from 'vitest'

import type { Fake } from '../../src/index.ts'
import { jobBody } from '../../test/support/answers.ts'
import { sendJob } from '../../test/support/send-job.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { pressOn } from './support/keyboard.ts'
import { ask } from './support/traffic.ts'
import { detailsOf, filterBy } from './support/views.ts'

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Verdicts, worst first' })
const rowsOf = (page: Page) => gridOf(page).locator('[data-key]')
const rowOf = (page: Page, id: string) => gridOf(page).locator(`[data-key="${id}"]`)

/** Retries too early, and asks for a path that no operation has. */
async function misbehave(fake: Fake): Promise<void> {
  await ask(fake, '/cloud/resource')
  const effect = { error: 'service_unavailable', headers: { 'Retry-After': '30' } } as const
  await fake.scenarios.define({ name: 'busy', rules: [{ count: { first: 1 }, then: effect }] })
  await ask(fake, '/cloud/resources')
  // In process, only a pause tells a reaction from requests that were sent at once.
  await fake.clock.advance('1s')
  await ask(fake, '/cloud/resources')
}

describeDashboard('the view Conduct', (start) => {
  it('lists the verdicts, worst first, and leads to the requests of each occurrence', async () => {
    const { fake, page, open } = await start()
    await misbehave(fake)
    await open('#/conduct')
    const { items } = await fake.conduct()
    expect(items.length).toBeGreaterThan(1)
    const lines = items.map(({ title, occurrences: [first], severity, count }) => [
      title,
      first?.detail,
      severity,
      count,
    ])
    await expect(rowsOf(page)).toHaveText(lines.map((line) => line.join('')))
    await expect(rowsOf(page).nth(0)).toHaveAttribute('data-key', 'retried-too-early')
    await expect(page.getByRole('search').getByText('3 requests')).toBeVisible()

    await pressOn(page, gridOf(page))
    await expect(page).toHaveURL(/#\/conduct\/retried-too-early$/)
    const { advice, occurrences: [occurrence] = [] } = items[0] ?? {}
    await expect(detailsOf(page)).toContainText(advice ?? 'no advice')
    await expect(detailsOf(page).getByRole('heading', { name: '1 occurrence' })).toBeVisible()
    const shown = detailsOf(page).getByRole('list', { name: 'Occurrences' })
    await expect(shown).toContainText(occurrence?.detail ?? 'no detail')
    await expect(shown.getByRole('link')).toHaveText([/^503.*\/cloud\/resources$/, /^200.*\/cloud\/resources$/])
    await shown.getByRole('link').nth(1).click()
    await expect(page).toHaveURL(/#\/traffic\/default%3A0-3$/)
  })

  it('says what was looked at where there is no verdict', async () => {
    const { fake, page, open } = await start({ at: '#/conduct' })
    await expect(page.getByRole('heading', { name: 'No request came yet' })).toBeVisible()
    for (let sent = 0; sent < 2; sent += 1) await ask(fake, '/cloud/resources')
    const { items } = await fake.conduct()
    await open(`#/conduct?allow=${items.map(({ id }) => id).join(',')}`)
    await expect(page.getByRole('heading', { name: 'Nothing to blame in 2 requests' })).toBeVisible()
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
    await page.getByRole('button', { name: 'Remove filter Allowed: matched-no-operation' }).click()
    await expect(rowOf(page, 'matched-no-operation')).toHaveCount(1)
    await expect(page).toHaveURL(/#\/conduct$/)

    await filterBy(page, 'Allowed', 'retried-too-early')
    await expect(rowOf(page, 'retried-too-early')).toHaveCount(0)
    await open('#/conduct?allow=nonsense')
    await expect(page.getByRole('alert')).toContainText('allow: "nonsense" is not one of')
    await page.getByRole('button', { name: 'Remove filter Allowed: nonsense' }).click()
    await expect(rowOf(page, 'matched-no-operation')).toHaveCount(1)
  })

  it('takes the rate at which a client may poll', async () => {
    const { fake, page, open } = await start()
    const sent: { data: { id: string } } = await (await sendJob(fake, jobBody)).json()
    for (let read = 0; read < 4; read += 1) {
      await ask(fake, `/data/analysis/jobs/${sent.data.id}`)
      await fake.clock.advance('100ms')
    }
    await open('#/conduct')
    await expect(rowOf(page, 'polled-too-often')).toHaveCount(1)
    await page.getByRole('button', { name: '+ Filter' }).click()
    const every = page.getByRole('textbox', { name: 'A client may poll every' })
    await every.fill('often')
    await expect(every).toHaveAccessibleDescription(/^pollEvery: "often" is not a duration/)
    await every.fill('50ms')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/#\/conduct\?pollEvery=50ms$/)
    await expect(page.getByRole('search').getByText('5 requests')).toBeVisible()
    await expect(rowOf(page, 'polled-too-often')).toHaveCount(0)
    await page.reload()
    await page.getByRole('button', { name: 'Remove filter A client may poll every: 50ms' }).click()
    await expect(rowOf(page, 'polled-too-often')).toHaveCount(1)
  })
})
