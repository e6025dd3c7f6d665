import type { Page } from '@playwright/test'
import { it } from 'vitest'

import type { Fake } from '../../src/index.ts'
import { assessmentBody } from '../../test/support/answers.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { pressOn } from './support/keyboard.ts'
import { ask } from './support/traffic.ts'
import { messagesOf } from './support/views.ts'

const clockOf = (page: Page) => page.getByRole('timer', { name: 'Clock of the sandbox' })
const dueOf = (page: Page) => page.getByRole('grid', { name: 'What comes next' })
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Creates an assessment by the API. @returns its id */
async function createAssessment(fake: Fake): Promise<string> {
  await ask(fake, '/security/assessments', { body: assessmentBody })
  const { items } = await fake.assessments.list({ limit: 1 })
  return String(items[0]?.['id'])
}

const openMore = (page: Page) => page.getByText('Speed, set to an instant').click()

describeDashboard('the view Time', (start) => {
  it('stops the clock, and lets it run at a rate', async () => {
    const { fake, page } = await start({ at: '#/time' })
    await expect(clockOf(page)).toHaveText('00:00:00.000Wednesday, 1 July 2026, UTCFrozen')
    await click(page, 'Run')
    await expect(clockOf(page)).toHaveText(/^\d\d:\d\d:\d\dWednesday, 1 July 2026, UTCRunning$/)
    await openMore(page)
    await click(page, '1 s = 1 min')
    await expect(clockOf(page)).toContainText('Running1 s = 1 min')
    expect(await fake.clock.show()).toMatchObject({ mode: 'real', rate: 60 })
    // It runs on between two answers of the fake.
    await page.route('**/_control', () => {})
    const before = await clockOf(page).textContent()
    await expect(clockOf(page)).not.toHaveText(before ?? '')
    await page.unroute('**/_control')

    const rate = page.getByLabel('Seconds of the clock in 1 s')
    for (const [text, refusal] of [
      ['fast', /^rate: .*expected a number/],
      ['0', 'rate: expected a number above 0, at most 86400, got 0'],
    ] as const) {
      await rate.fill(text)
      await click(page, 'Set the clock')
      await expect(rate).toHaveAccessibleDescription(refusal)
    }
    expect(await fake.clock.show()).toMatchObject({ mode: 'real', rate: 60 })
    await rate.fill('90')
    await click(page, 'Set the clock')
    await expect(clockOf(page)).toContainText('1 s = 1 min 30 s')
    await expect(rate).toHaveValue('')

    await click(page, 'Freeze')
    await expect(clockOf(page)).toContainText('Frozen')
    await expect(messagesOf(page)).toBeEmpty()
    expect(await fake.clock.show()).toMatchObject({ mode: 'frozen', rate: 90 })
  })

  it('ticks at 10 Hz in front, slowly in a window behind, and not in a hidden tab', async () => {
    const { fake, page } = await start({ at: '#/time', clock: 'real' })
    await fake.clock.run(3600)
    await expect(clockOf(page)).toContainText('1 s = 1 h')
    const ticks = (): Promise<number> =>
      clockOf(page).evaluate(async (clock) => {
        let seen = 0
        new MutationObserver(() => (seen += 1)).observe(clock, { subtree: true, characterData: true, childList: true })
        await new Promise((resolve) => setTimeout(resolve, 1000))
        return seen
      })
    const front = await ticks()
    expect(front).toBeGreaterThan(4)
    expect(front).toBeLessThanOrEqual(13)
    await page.evaluate(() => {
      document.hasFocus = () => false
    })
    expect(await ticks()).toBeLessThanOrEqual(3)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    })
    expect(await ticks()).toBe(0)
  })

  it('is the same in the bar and in the view', async () => {
    const { page } = await start({ at: '#/time', clock: 'real' })
    await expect(clockOf(page)).toContainText('Running')
    await page.route('**/_control', () => {})
    const bar = page.getByRole('banner').getByRole('link', { name: 'Clock' })
    const times = async () =>
      await page.evaluate(
        ([big, small]) => [big, small].map((element) => /\d\d:\d\d:\d\d/.exec(element?.textContent ?? '')?.[0]),
        [await clockOf(page).elementHandle(), await bar.elementHandle()],
      )
    const [first] = await times()
    await expect.poll(async () => (await times())[0]).not.toBe(first)
    for (let checks = 0; checks < 10; checks += 1) {
      const [big, small] = (await times()).map((time) => Date.parse(`2026-07-01T${time}Z`))
      expect((big ?? NaN) - (small ?? NaN)).toBeLessThanOrEqual(1000)
      await page.waitForTimeout(150)
    }
  })

  it('moves the clock on, and sets it', async () => {
    const { fake, page } = await start({ at: '#/time' })
    for (const [button, shown] of [
      ['+5 s', '00:00:05.000'],
      ['+1 min', '00:01:05.000'],
      ['+1 h', '01:01:05.000'],
      ['+1 day', '01:01:05.000'],
    ] as const) {
      await click(page, button)
      await expect(clockOf(page)).toContainText(shown)
    }
    await expect(clockOf(page)).toContainText('Thursday, 2 July 2026')
    await expect(messagesOf(page)).toBeEmpty()

    await openMore(page)
    const instant = page.getByLabel('Set to')
    await instant.fill('tomorrow')
    await click(page, 'Set the clock')
    await expect(instant).toHaveAccessibleDescription(
      /^now: expected an ISO 8601 date-time, such as .*, got "tomorrow"$/,
    )
    expect(await fake.clock.show()).toMatchObject({ now: '2026-07-02T01:01:05.000Z' })
    await instant.fill('2031-05-06T07:08:09Z')
    await instant.press('Enter')
    await expect(clockOf(page)).toContainText('6 May 2031')
    await expect(clockOf(page)).toContainText('07:08:09.000')
    expect(await fake.clock.show()).toMatchObject({ now: '2031-05-06T07:08:09.000Z', mode: 'frozen' })
  })

  it('says what comes due, and goes there', async () => {
    const { fake, page, open } = await start()
    const id = await createAssessment(fake)
    await open('#/time')
    const rows = dueOf(page).locator('[data-key]')
    await expect(rows).toHaveText([
      /^in 1 sin_progressassessments/,
      /^in 5 scompletedassessments/,
      /^in 1 hresetquota full-access/,
    ])
    await expect(rows.nth(0).getByRole('link')).toHaveAttribute('href', `#/data/assessments/${id}`)
    await expect(rows.nth(2).getByRole('link')).toHaveAttribute('href', '#/keys/full-access')

    await pressOn(page, page.getByRole('button', { name: 'Go to the next event: assessments in_progress' }))
    const told = page.getByRole('main').getByRole('status')
    await expect(told).toHaveText('It is 2026-07-01 00:00:01. Came due: assessments in_progress.')
    await expect(rows).toHaveCount(2)
    expect(await fake.assessments.get(id)).toMatchObject({ status: 'in_progress' })

    await openMore(page)
    await page.getByLabel('Set to').fill('2026-07-01T00:00:05Z')
    await click(page, 'Set the clock')
    await expect(told).toHaveText('It is 2026-07-01 00:00:05. Came due: assessments completed.')
    await page.getByRole('button', { name: 'Go to it: quota reset' }).click()
    await expect(told).toHaveText('It is 2026-07-01 01:00:00. Came due: quota reset.')
    await expect(messagesOf(page)).toBeEmpty()
    await expect(page.getByRole('heading', { name: 'Nothing is due' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Data' }).click()
    await expect(page.getByRole('heading', { name: 'Data' })).toBeVisible()
  })

  it('goes by the keyboard to an event, and opens its record', async () => {
    const { fake, page, open } = await start()
    const id = await createAssessment(fake)
    await open('#/time')
    await pressOn(page, dueOf(page), ' ')
    await expect(page.getByRole('main').getByRole('status')).toContainText('Came due: assessments in_progress.')
    await expect(dueOf(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`#/data/assessments/${id}$`))
  })

  it('does not move the clock back', async () => {
    const { fake, page, open } = await start()
    await createAssessment(fake)
    await open('#/time')
    const advance = page.getByRole('button', { name: 'Go to it: assessments completed' })
    await expect(advance).toBeVisible()
    // The page still shows it as due: it does not hear of the change.
    await page.route('**/_control/clock/due*', () => {})
    await page.route('**/_control', () => {})
    await fake.clock.advance('1h')
    await advance.click()
    await expect(messagesOf(page)).toContainText('The clock has already passed 2026-07-01 00:00:05.')
    expect(await fake.clock.show()).toMatchObject({ now: '2026-07-01T01:00:00.000Z' })
  })
})
