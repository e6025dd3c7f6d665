import type { Page, Route } from '@playwright/test'
import { it } from 'vitest'

import type { Fake } from '../../src/index.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { ask, seedTraffic } from './support/traffic.ts'
import { detailsOf, filterBy, messagesOf, violationsOf } from './support/views.ts'

const listOf = (page: Page) => page.getByRole('grid', { name: 'Assumptions' })
const rowOf = (page: Page, question: string) => listOf(page).getByRole('row').filter({ hasText: question })

/** The questions of the register that the page shows. */
const questionsOf = (page: Page) => listOf(page).getByRole('rowheader')

/** The status of a list with a limit that the document does not allow. */
const statusAboveLimit = async (fake: Fake): Promise<number> => (await ask(fake, '/cloud/resources?limit=500')).status

async function choiceOf(fake: Fake, id: string): Promise<string | number | undefined> {
  return (await fake.assumptions.list()).find((row) => row.id === id)?.choice
}

describeDashboard('assumptions', (start) => {
  it('lists the register by section, and finds by search, by change and by use', async () => {
    const { fake, page, open } = await start()
    await fake.assumptions.set({ retryAfter: 'present', tagRepeat: 'any' })
    await seedTraffic(fake, 1)
    await open('#/assumptions')
    const rows = await fake.assumptions.list()
    await page.setViewportSize({ width: 1280, height: 4000 })
    await expect(questionsOf(page)).toHaveCount(rows.length)
    const titles = await listOf(page).locator('.group').allTextContents()
    expect(titles).toContain('States (§3)')
    const sections = titles.map((title) => title.replaceAll(/^.*§|\)$/g, ''))
    expect(sections).toEqual(sections.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })))

    const search = page.getByRole('searchbox', { name: 'Search assumptions' })
    await search.fill('tagrepeat')
    await expect(questionsOf(page)).toHaveText([/Which resources do several tag filters select\?/])
    await search.fill('SECONDS created_after')
    await expect(questionsOf(page)).toHaveText([/Which form does created_after have\?/])
    await search.fill('no such words')
    await expect(page.getByRole('main')).toContainText('No assumption fits')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(questionsOf(page)).toHaveCount(rows.length)

    await filterBy(page, 'Only', 'changed')
    await expect(questionsOf(page)).toHaveText([/several tag filters/, /Retry-After header/])
    await questionsOf(page).first().click()
    await expect(page).toHaveURL(/#\/assumptions\/tagRepeat\?only=changed$/)
    await page.reload()
    await expect(questionsOf(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Close details' }).click()
    await page.getByRole('button', { name: 'Remove filter Only: changed' }).click()
    const [sent] = await fake.requests.list()
    await filterBy(page, 'Only', 'met by a request')
    await expect(questionsOf(page)).toHaveCount(sent?.assumptions.length ?? 0)
    expect(await violationsOf(page, 1280)).toEqual([])
  })

  it('switches an option, which the next answer follows, and sets all back', async () => {
    const { fake, page, open } = await start()
    expect(await statusAboveLimit(fake)).toBe(400)
    await open('#/assumptions')
    await page.getByRole('searchbox').fill('limitAboveMax')
    await rowOf(page, 'How is a limit above 100 handled?').click()
    await expect(page).toHaveURL(/#\/assumptions\/limitAboveMax\?text=limitAboveMax$/)
    await expect(detailsOf(page).getByRole('radio', { name: 'reject' })).toBeChecked()
    await expect(detailsOf(page)).toContainText('it counts as 100')
    await detailsOf(page).getByRole('radio', { name: 'clamp' }).check()
    await expect(rowOf(page, 'How is a limit above 100 handled?')).toContainText('it counts as 100')
    expect(await statusAboveLimit(fake)).toBe(200)
    await expect(page.getByRole('banner').getByRole('link', { name: '1 assumption changed' })).toBeVisible()
    // The change is in sight.
    await expect(messagesOf(page)).toBeEmpty()

    await page.getByRole('button', { name: 'Set back to defaults' }).click()
    const question = page.getByRole('dialog', { name: 'Set 1 assumption back?' })
    await expect(question).toContainText('limitAboveMax')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await statusAboveLimit(fake)).toBe(200)
    await page.getByRole('button', { name: 'Set back to defaults' }).click()
    await question.getByRole('button', { name: 'Set back to defaults' }).click()
    await expect(detailsOf(page).getByRole('radio', { name: 'reject' })).toBeChecked()
    await expect(page.getByRole('button', { name: 'Set back to defaults' })).toHaveCount(0)
    expect(await statusAboveLimit(fake)).toBe(400)
  })

  it('says at the field why a number is refused', async () => {
    const { fake, page } = await start({ at: '#/assumptions/rateQuota' })
    const number = detailsOf(page).getByRole('textbox', { name: 'A whole number' })
    for (const text of ['many', '0', '1.5', '']) {
      await number.fill(text)
      await number.press('Enter')
      await expect(number).toHaveAccessibleDescription(/expected a whole number of at least 1/)
      await expect(number).toHaveAttribute('aria-invalid', 'true')
    }
    expect(await choiceOf(fake, 'rateQuota')).toBe(5000)
    await number.fill('12')
    await detailsOf(page).getByRole('button', { name: 'Switch' }).click()
    await expect(number).toHaveAccessibleDescription('It is 12 now; the default is 5000.')
    expect(await fake.quota.show('full-access')).toMatchObject({ limit: 12 })
  })

  it('keeps what is chosen in the address, without a step back for each key', async () => {
    const { page, origin, open } = await start({ at: '#/keys' })
    await open('#/assumptions')
    const search = page.getByRole('searchbox', { name: 'Search assumptions' })
    await search.pressSequentially('limit ü&=')
    await expect(search).toHaveValue('limit ü&=')
    await search.fill('limitAboveMax')
    await questionsOf(page).click()
    await expect(page).toHaveURL(`${origin}/#/assumptions/limitAboveMax?text=limitAboveMax`)
    await page.reload()
    await expect(detailsOf(page)).toBeVisible()
    await expect(search).toHaveValue('limitAboveMax')
    await page.goBack()
    await expect(page).toHaveURL(`${origin}/#/assumptions?text=limitAboveMax`)
    await page.goBack()
    await expect(page).toHaveURL(`${origin}/#/keys`)
  })

  it('counts the requests that depended on a point, and leads to them', async () => {
    const { fake, page, open } = await start()
    await seedTraffic(fake, 28)
    await fake.fetch(`${fake.sandbox('other').baseUrl}/cloud/never-heard-of`)
    await open('#/assumptions/errorStatus')
    const dependents = (await fake.requests.list()).filter(({ assumptions }) => assumptions.includes('errorStatus'))
    const count = dependents.length
    expect(count).toBeGreaterThan(8)
    await expect(rowOf(page, 'Which HTTP status does each error code have?')).toContainText(`${count} requests`)
    const listed = detailsOf(page).getByRole('region', { name: 'Requests that met it' })
    await expect(listed).toContainText(`the newest 8 of ${count}`)
    await expect(listed.getByRole('link')).toHaveCount(8)

    await fake.fetch(`${fake.baseUrl}/cloud/never-heard-of`)
    await expect(listed).toContainText(`the newest 8 of ${count + 1}`)
    const newest = (await fake.requests.list()).at(-1)
    await listed.getByRole('link').first().click()
    await expect(page).toHaveURL(new RegExp(`#/traffic/default(:|%3A)${newest?.id}$`))
    await expect(page.getByRole('complementary')).toContainText('/v1/cloud/never-heard-of')
  })

  it('shows what was clicked until the answer, the choice that holds where it fails, and the choices of others', async () => {
    const { fake, page, open, allow } = await start()
    allow(/status of 503/)
    await open('#/assumptions/limitAboveMax')
    const options = detailsOf(page)
    const held: Route[] = []
    await page.route('**/_control/assumptions', async (route) => {
      if (route.request().method() === 'PATCH') held.push(route)
      else await route.continue()
    })
    await options.getByRole('radio', { name: 'clamp' }).check()
    await seedTraffic(fake, 1)
    await expect(listOf(page).getByText('1 request').first()).toBeVisible()
    await expect(options.getByRole('radio', { name: 'clamp' })).toBeChecked()
    await held[0]?.fulfill({ status: 503, json: { detail: 'Not now.' } })
    await expect(messagesOf(page)).toContainText('Not now.')
    await expect(options.getByRole('radio', { name: 'reject' })).toBeChecked()
    await fake.assumptions.set({ limitAboveMax: 'clamp' })
    await expect(options.getByRole('radio', { name: 'clamp' })).toBeChecked()
  })

  it('says where a scenario decides, and shows its choice', async () => {
    const { fake, page, open } = await start()
    await fake.assumptions.set({ assessmentCreateStatus: '202' })
    await fake.scenarios.define({ name: 'two-hundred', assume: { assessmentCreateStatus: '200' } })
    await open('#/assumptions/assessmentCreateStatus')
    const options = detailsOf(page)
    const refusal = 'A scenario that is on chooses 200 for assessmentCreateStatus, whatever you choose.'
    await expect(options.getByRole('radio', { name: '200' })).toBeChecked()
    await options.getByText('201', { exact: true }).click()
    await expect(messagesOf(page)).toContainText(refusal)
    await expect(options.getByRole('radio', { name: '200' })).toBeChecked()
    await page.getByRole('button', { name: 'Set back to defaults' }).click()
    const question = page.getByRole('dialog', { name: 'Set 1 assumption back?' })
    await question.getByRole('button', { name: 'Set back to defaults' }).click()
    await expect(question).toContainText(refusal)
    await expect(page.getByText(/is now 201|have their defaults/)).toHaveCount(0)
  })
})
