import type { Page } from '@playwright/test'
import { it } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { detailsOf, messagesOf, settled } from './support/views.ts'

const groupOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const onNowOf = (page: Page) => page.getByRole('list', { name: 'Scenarios that are on' })
const switchOf = (page: Page, name: string) => page.getByRole('switch', { name: `Scenario ${name}`, exact: true })

describeDashboard('the view Scenarios', (start) => {
  it('switches scenarios on by one click each, counts how often each rule fired, and switches all off', async () => {
    const { fake, page, open } = await start()
    const ask = () =>
      fake.fetch(`${fake.baseUrl}/cloud/resources`, { headers: { Authorization: `Bearer ${fake.apiKey}` } })
    await open('#/scenarios')
    await switchOf(page, 'rate-limit-nearly-exhausted').click()
    await expect(onNowOf(page).getByRole('link')).toHaveText(['rate-limit-nearly-exhausted'])
    await switchOf(page, 'outage-then-recovery').click()
    const onNow = onNowOf(page)
    await expect(onNow.getByRole('link')).toHaveText(['outage-then-recovery', 'rate-limit-nearly-exhausted'])
    await expect(onNow).toContainText('every request, at most 3 answers service_unavailablenot fired')
    await expect(onNow).toContainText('quota remaining 2')
    expect(await ask().then(({ status }) => status)).toBe(503)
    await expect(onNow).toContainText('fired 1 time')
    await expect(groupOf(page, 'Errors')).toContainText('fired 1 time')
    await onNow.getByRole('link', { name: 'outage-then-recovery' }).click()
    await detailsOf(page).getByRole('button', { name: 'Show its requests' }).click()
    await expect(page.getByText('Scenario: outage-then-recovery')).toBeVisible()
    await page.getByRole('link', { name: 'Scenarios', exact: true }).click()

    await onNow.getByRole('switch', { name: 'Scenario outage-then-recovery, on now' }).click()
    await expect(onNow.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Switch all off' }).click()
    await expect(onNow).toHaveCount(0)
    await expect(messagesOf(page)).toBeEmpty()
    expect((await fake.summary()).scenarios).toEqual([])
  })

  it('shows them in groups, the own ones first, and finds them by name and description', async () => {
    const { fake, page } = await start({ at: '#/scenarios' })
    const titles = page.getByRole('heading', { level: 2 })
    await expect(titles).toHaveText(['Yours', 'Errors', 'Quota', 'Time', 'Network', 'Webhooks', 'Data'])
    await expect(groupOf(page, 'Yours')).toContainText('None yet.')
    await fake.scenarios.define({ name: 'mine', group: 'data', rules: [{ then: { delay: '1ms' } }] })
    await expect(groupOf(page, 'Yours').getByRole('link', { name: 'mine' })).toBeVisible()

    const search = page.getByRole('searchbox', { name: 'Search scenarios' })
    await search.fill('drips')
    await expect(titles).toHaveText(['On now', 'Network'])
    await expect(groupOf(page, 'Network').getByRole('link')).toHaveText(['slow-body'])
    await search.fill('SLOW-b')
    await expect(groupOf(page, 'Network').getByRole('link')).toHaveText(['slow-body'])
    await search.fill('no such thing')
    await expect(page.getByText('No scenario has “no such thing” in its name or description.')).toBeVisible()
  })

  it('opens one: its rules in words and as JSON, its settings and warnings', async () => {
    const { fake, page, open } = await start()
    await fake.scenarios.define({
      name: 'mine',
      description: 'For a try.',
      rules: [
        {
          when: { operation: ['createJob', 'getJob'], from: '5m', for: '30m' },
          count: { after: 2, chance: 0.25 },
          phase: 'after',
          then: { error: 'internal_error', delay: { min: '1ms', max: '2ms' } },
        },
        { when: { path: '/v1/nowhere' }, then: { replace: { status: 'odd' } } },
      ],
      assume: { limitAboveMax: 'clamp' },
      jobs: { completeAfter: '30s' },
    })
    await open('#/scenarios')
    await groupOf(page, 'Yours').getByRole('link', { name: 'mine' }).click()
    await expect(page).toHaveURL(/#\/scenarios\/mine$/)
    const detail = detailsOf(page)
    await expect(detail).toContainText('written in this sandbox')
    await expect(detail).toContainText(
      'createJob or getJob, from 5m after it is switched on, for 30m, after 2, 25 % by chance',
    )
    await expect(detail).toContainText('answers internal_error, waits 1ms to 2ms, once it is done')
    await expect(detail).toContainText('not fired, 0 matches')
    await expect(detail.getByRole('group', { name: 'Rule 2 as JSON' })).toContainText('"path": "/v1/nowhere"')
    await expect(detail).toContainText('rules[1].when.path: no operation has "/v1/nowhere"')
    await expect(detail).toContainText('completeAfter 30s')
    await expect(detail.getByRole('link', { name: 'limitAboveMax' })).toHaveAttribute(
      'href',
      '#/assumptions/limitAboveMax',
    )
    await expect(detail.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()

    await detail.getByRole('switch', { name: 'Switch mine' }).click()
    await expect(detail.getByRole('switch', { name: 'Switch mine' })).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(detail).toHaveCount(0)

    await open('#/scenarios/flaky')
    await expect(detail).toContainText('built in')
    await expect(detail.getByRole('button', { name: /^Edit/ })).toHaveText(['Edit a copy'])
    await open('#/scenarios/no-such')
    await settled(page)
    await expect(page.getByText('No scenario has the name no-such.')).toBeVisible()
  })
})
