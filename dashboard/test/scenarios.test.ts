import type { Page } from '@playwright/test'
import { it } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { ask } from './support/traffic.ts'
import { detailsOf, messagesOf, violationsOf } from './support/views.ts'

const listOf = (page: Page) => page.getByRole('grid', { name: 'Scenarios' })
const rowOf = (page: Page, name: string) => listOf(page).getByRole('row').filter({ hasText: name })
const switchOf = (page: Page, name: string) =>
  listOf(page).getByRole('switch', { name: `Scenario ${name}`, exact: true })
const searchOf = (page: Page) => page.getByRole('searchbox', { name: 'Search scenarios' })

/** What the list shows: the names of scenarios, and the titles of their groups. */
const linesOf = (page: Page): Promise<readonly string[]> =>
  listOf(page)
    .locator('.group, [role=rowheader]')
    .evaluateAll((lines) => lines.map(({ textContent }) => textContent))

describeDashboard('the view Scenarios', (start) => {
  it('switches scenarios on by one click each, counts how often each fired, and switches all off', async () => {
    const { fake, page, open } = await start()
    await open('#/scenarios')
    await switchOf(page, 'key-revoked-midway').click()
    await switchOf(page, 'outage-then-recovery').click()
    await expect(switchOf(page, 'outage-then-recovery')).toBeChecked()
    expect((await linesOf(page)).slice(0, 4)).toEqual([
      'On now',
      'key-revoked-midway',
      'outage-then-recovery',
      'Errors',
    ])
    // The change is in sight.
    await expect(messagesOf(page)).toBeEmpty()
    await expect(rowOf(page, 'outage-then-recovery')).toContainText('503 × 3')
    await expect(rowOf(page, 'outage-then-recovery')).toContainText('not fired yet')
    expect((await ask(fake, '/cloud/resources')).status).toBe(503)
    await expect(rowOf(page, 'outage-then-recovery')).toContainText('fired 1 time')

    await rowOf(page, 'outage-then-recovery').click()
    await expect(detailsOf(page)).toContainText('fired 1 time')
    await expect(detailsOf(page).getByRole('link', { name: 'Show its requests' })).toHaveAttribute(
      'href',
      '#/traffic?scenario=outage-then-recovery',
    )
    await detailsOf(page).getByRole('button', { name: 'Count from 0' }).click()
    await expect(detailsOf(page)).toContainText('not fired yet')
    await detailsOf(page).getByRole('switch', { name: 'Scenario outage-then-recovery' }).click()
    await expect(switchOf(page, 'outage-then-recovery')).not.toBeChecked()
    await expect.poll(async () => (await fake.summary()).scenarios).toEqual(['key-revoked-midway'])
    await page.getByRole('button', { name: 'Switch all off' }).click()
    await expect(page.getByRole('button', { name: 'Switch all off' })).toHaveCount(0)
    expect((await fake.summary()).scenarios).toEqual([])
  })

  it('switches one on for a time, and says until when', async () => {
    const { fake, page, open } = await start({ clock: '2026-07-01T12:00:00Z' })
    await open('#/scenarios/slow')
    await detailsOf(page).getByRole('button', { name: 'Switch on for 5 minutes' }).click()
    await expect(detailsOf(page)).toContainText(/Until.*12:05:00/)
    expect((await fake.scenarios.show('slow')).until).toBe('2026-07-01T12:05:00Z')
    await fake.clock.advance('5m')
    await page.reload()
    await expect(switchOf(page, 'slow')).not.toBeChecked()
    await expect(detailsOf(page)).not.toContainText('Until')
  })

  it('shows them in groups, what is on and the own ones first', async () => {
    const { fake, page } = await start({ at: '#/scenarios' })
    await page.setViewportSize({ width: 1280, height: 2000 })
    const titles = listOf(page).locator('.group')
    await expect(titles).toHaveText(['Errors', 'Quota', 'Time', 'Network', 'Webhooks', 'Data'])
    await fake.scenarios.define({ name: 'mine', group: 'data', rules: [{ then: { delay: '1ms' } }] })
    await expect.poll(async () => (await linesOf(page)).slice(0, 3)).toEqual(['On now', 'mine', 'Errors'])
    await fake.scenarios.off('mine')
    await expect.poll(async () => (await linesOf(page)).slice(0, 3)).toEqual(['Yours', 'mine', 'Errors'])
  })

  it('finds them by name, description, status and symptom, and has the search in the address', async () => {
    const { page, open } = await start({ at: '#/scenarios' })
    for (const [text, ...found] of [
      ['over five', 'slow-body'],
      ['SLOW-b', 'slow-body'],
      ['404', 'resource-not-found'],
      ['429', 'rate-limit-exceeded', 'rate-limit-exhausted'],
      ['timeout', 'no-answer', 'slow', 'jobs-never-complete'],
      ['down', 'service-unavailable', 'connection-reset'],
      ['503 recover', 'outage-then-recovery'],
    ] as const) {
      await searchOf(page).fill(text)
      await expect.poll(() => linesOf(page), text).toEqual(expect.arrayContaining(found))
    }
    expect(await linesOf(page)).toHaveLength(2)
    await rowOf(page, 'outage-then-recovery').click()
    await expect(page).toHaveURL(/#\/scenarios\/outage-then-recovery\?text=503\+recover$/)
    await page.reload()
    await expect(detailsOf(page)).toContainText('every request, at most 3: answers service_unavailable')
    await page.getByRole('button', { name: 'Close details' }).click()
    await expect(searchOf(page)).toHaveValue('503 recover')
    await searchOf(page).fill('no such thing')
    await expect(page.getByText('No scenario fits “no such thing”')).toBeVisible()
    await page.getByRole('link', { name: 'Time', exact: true }).click()
    await open('#/scenarios')
    await expect(searchOf(page)).toHaveValue('')
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
    await open('#/scenarios/mine')
    const detail = detailsOf(page)
    await expect(detail).toContainText('written in this sandbox')
    await expect(detail).toContainText(
      'createJob or getJob, from 5m after it is switched on, for 30m, after 2, 25 % by chance:',
    )
    await expect(detail).toContainText('answers internal_error, waits 1ms to 2ms, once it is done')
    await expect(detail.getByText('not fired yet')).toHaveCount(2)
    await expect(detail).toContainText('rules[1].when.path: no operation has "/v1/nowhere"')
    await expect(detail).toContainText('completeAfter 30s')
    await expect(detail.getByRole('link', { name: 'limitAboveMax' })).toHaveAttribute(
      'href',
      '#/assumptions/limitAboveMax',
    )
    await expect(detail.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
    const json = detail.getByRole('group', { name: 'Scenario', exact: true })
    await expect(json).toBeHidden()
    await detail.getByText('As JSON').click()
    await expect(json).toContainText('"path": "/v1/nowhere"')
    expect(await violationsOf(page, 1280)).toEqual([])

    await open('#/scenarios/flaky')
    await expect(detail).toContainText('built in')
    await expect(detail.getByRole('button', { name: /^Edit/ })).toHaveText(['Edit a copy'])
  })
})
