import type { Locator, Page } from '@playwright/test'
import { assert, it } from 'vitest'

import { assessmentBody, jobBody } from '../../test/support/answers.ts'
import { axe } from './support/axe.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { tabTo } from './support/keyboard.ts'
import { ask } from './support/traffic.ts'
import { detailsOf, filterBy, messagesOf, settled } from './support/views.ts'

const listOf = (page: Page, area: string) => page.getByRole('grid', { name: area })
const rowsOf = (page: Page, area: string) => listOf(page, area).locator('[data-key]')
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const areaOf = (page: Page, name: string) => page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name })

/** The part of a text field that is selected. */
const selectedIn = (field: Locator) =>
  field.evaluate((element: HTMLTextAreaElement) => element.value.slice(element.selectionStart, element.selectionEnd))

describeDashboard('the view Data', (start) => {
  it('creates an assessment through the API, which the clock completes', async () => {
    const { fake, page, open } = await start()
    await open()
    await page.getByRole('link', { name: 'Data', exact: true }).click()
    await areaOf(page, 'assessments').click()
    await click(page, 'Create a record')
    await click(page, 'Create record')
    await expect(detailsOf(page).locator('.body > p')).toContainText('pending')
    await expect(detailsOf(page).getByRole('list', { name: 'What the clock brings' })).toContainText('in 5 s')
    await expect(rowsOf(page, 'assessments').first()).toContainText('pending → completed')
    await expect(areaOf(page, 'assessments')).toContainText('49')
    const { items } = await fake.assessments.list({ limit: 1 })
    await expect(page).toHaveURL(new RegExp(`#/data/assessments/${String(items[0]?.['id'])}$`))

    await click(page, 'Advance to completed')
    await expect(messagesOf(page)).toContainText(
      'It is 2026-07-01 00:00:05. Came due: assessments in_progress, assessments completed.',
    )
    await expect(detailsOf(page).locator('.body > p')).toContainText('completed')
    await expect(detailsOf(page).getByRole('list', { name: 'What the clock brings' })).toBeHidden()
    await expect(rowsOf(page, 'assessments').first()).toContainText('completed')
  })

  it('shows the future of a record that is not among the soonest', async () => {
    const { fake, page, open } = await start({ quota: 1000 })
    for (let made = 0; made < 100; made += 1) await ask(fake, '/security/assessments', { body: assessmentBody })
    await fake.clock.advance('10ms')
    await ask(fake, '/data/analysis/jobs', { body: jobBody })
    await open('#/data/jobs')
    await expect(rowsOf(page, 'jobs').first()).toContainText('pending → completed')
    await rowsOf(page, 'jobs').first().click()
    await click(page, 'Advance to completed')
    await expect(messagesOf(page)).toContainText('It is 2026-07-01 00:00:05. Came due: at least 100 changes.')
    await expect(detailsOf(page).locator('.body > p')).toContainText('completed')
  })

  it('sends a form once, and leaves it at Cancel', async () => {
    const { fake, page } = await start({ at: '#/data/jobs' })
    const goOn: (() => void)[] = []
    await page.route('**/*/jobs', async (route) => {
      if (route.request().method() === 'POST') await new Promise<void>((resolve) => void goOn.push(resolve))
      await route.continue().catch(() => {})
    })
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create record' })
    for (const way of [/^Through the API/, /^As it stands/]) {
      await click(page, 'Create a record')
      await page.getByRole('radio', { name: way }).check()
      await create.dblclick()
      await expect(create).toHaveAttribute('aria-disabled', 'true')
      await expect.poll(() => goOn.length).toBe(1)
      const given = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await given
      for (const answer of goOn.splice(0)) answer()
      await settled(page)
      await expect(page).toHaveURL(/#\/data\/jobs$/)
    }
    await click(page, 'Create a record')
    await create.dblclick()
    await expect.poll(() => goOn.length).toBe(1)
    for (const answer of goOn.splice(0)) answer()
    await expect(detailsOf(page)).toBeVisible()
    expect((await fake.jobs.list()).total).toBe(26)
  })

  it('keeps the filters and the page in the address', async () => {
    const { page, open } = await start({ at: '#/data/resources' })
    const status = page.getByRole('main').getByRole('status')
    await click(page, 'Older')
    await expect(status).toHaveText('51–60 of 60')
    await rowsOf(page, 'resources').first().click()
    await expect(detailsOf(page)).toBeVisible()
    await expect(page).toHaveURL(/#\/data\/resources\/[^?]+\?offset=50$/)
    await page.reload()
    await expect(status).toHaveText('51–60 of 60')
    await expect(detailsOf(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/#\/data\/resources\?offset=50$/)

    await filterBy(page, 'Type', 'database', 'cache')
    await expect(page).toHaveURL(/#\/data\/resources\?type=cache$/)
    await areaOf(page, 'jobs').click()
    await expect(page).toHaveURL(/#\/data\/jobs$/)
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Remove filter Type: cache' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove filter Type: cache' }).click()
    await expect(status).toHaveText('1–50 of 60')
    await open('#/data/resources?offset=999')
    await page.getByRole('link', { name: 'Show all resources' }).click()
    await expect(status).toHaveText('1–50 of 60')
    await open('#/data/resources?offset=-3&type=')
    await expect(status).toHaveText('1–50 of 60')
  })

  it('shows why the API refuses to create', async () => {
    const { fake, page } = await start({ at: '#/data/jobs', scenario: ['rate-limit-exceeded'] })
    await click(page, 'Create a record')
    const dialog = page.getByRole('dialog', { name: 'Create a record in jobs' })
    await dialog.getByRole('button', { name: 'Create record' }).click()
    const body = dialog.getByRole('textbox', { name: 'JSON' })
    await expect(body).toHaveAccessibleDescription(/429 rate_limit_exceeded/)
    await expect(dialog.getByRole('link', { name: 'See why in Traffic' })).toHaveAttribute(
      'href',
      /^#\/traffic\/default/,
    )
    await fake.scenarios.off()
    await body.fill('{"name": "x", "analysis_type": 7}')
    await dialog.getByRole('button', { name: 'Create record' }).click()
    await expect(body).toHaveAccessibleDescription(
      /data_source: required, but missing.*output_format: required, but missing/,
    )
    await body.fill('{"name": "x",, "a": 1}')
    await dialog.getByRole('button', { name: 'Create record' }).click()
    await expect(body).toHaveAccessibleDescription(/position 13/)
    await expect.poll(() => selectedIn(body)).toBe(',')
    await body.fill('[]')
    await dialog.getByRole('button', { name: 'Create record' }).click()
    await expect(body).toHaveAccessibleDescription(/Expected an object/)
    await body.fill('{"name":"x"}')
    await dialog.getByRole('button', { name: 'Format' }).click()
    await expect(body).toHaveValue('{\n  "name": "x"\n}')
    expect((await fake.jobs.list()).total).toBe(25)
  })

  it('lists the records of each area in pages, by the filters of the API', async () => {
    const { fake, page } = await start({ at: '#/data' })
    for (const [area, { total }] of Object.entries({
      resources: await fake.resources.list(),
      assessments: await fake.assessments.list(),
      jobs: await fake.jobs.list(),
    })) {
      await expect(areaOf(page, area)).toHaveText(`${area}${total}`)
    }
    const status = page.getByRole('main').getByRole('status')
    await expect(status).toHaveText('1–50 of 60')
    const { items } = await fake.resources.list({ limit: 60 })
    await expect(rowsOf(page, 'resources').first()).toContainText(String(items[0]?.['name']))
    await click(page, 'Older')
    await expect(status).toHaveText('51–60 of 60')
    await expect(rowsOf(page, 'resources').first()).toContainText(String(items[50]?.['name']))

    await filterBy(page, 'Type', 'database')
    await filterBy(page, 'Provider', 'aws')
    const { total } = await fake.resources.list({ type: 'database', provider: 'aws' })
    await expect(status).toHaveText(`1–${total} of ${total}`)
    await expect(rowsOf(page, 'resources')).toHaveCount(total)
    await click(page, 'Clear filters')

    await click(page, '+ Filter')
    const tag = page.getByRole('dialog', { name: 'Filters' }).getByLabel('Tag')
    await tag.fill('production')
    await expect(tag).toHaveAccessibleDescription('tag: expected key:value, got "production"')
    await expect(page.getByRole('main')).toContainText('A filter cannot be used.')
    await tag.fill('environment:production, team:platform')
    const tagged = await fake.resources.list({ tag: ['environment:production', 'team:platform'] })
    await expect(status).toHaveText(`1–${Math.min(50, tagged.total)} of ${tagged.total}`)
    await tag.fill('environment:none')
    await expect(page.getByText('No record matches.')).toBeVisible()
  })

  it('shows the columns that have room, the most telling first', async () => {
    const { page } = await start({ at: '#/data/assessments' })
    const titles = page.getByRole('columnheader')
    const telling = ['Id', 'Status', 'Resource type', 'Score']
    await expect(titles).toHaveText([...telling, 'Created', 'Resource', 'Estimated completion', 'Completed'])
    await rowsOf(page, 'assessments').first().click()
    await expect(titles).toHaveText(telling)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(titles).toHaveText(telling.slice(0, 2))
  })

  it('leads from a row to "Edit" in at most four presses of a key', async () => {
    const { fake, page } = await start({ at: '#/data/resources' })
    const { items } = await fake.resources.list({ limit: 2 })
    // A row that is open already, and the next one.
    const heading = detailsOf(page).getByRole('heading')
    await rowsOf(page, 'resources').first().click()
    await expect(heading).toHaveText(String(items[0]?.['name']))
    await listOf(page, 'resources').focus()
    await page.keyboard.press('ArrowDown')
    await expect(heading).toHaveText(String(items[1]?.['name']))
    await page.keyboard.press('Enter')
    await expect(heading).toBeFocused()
    await tabTo(page, detailsOf(page).getByRole('button', { name: 'Edit' }), { most: 3 })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Edit the record' })).toBeVisible()
  })

  it('keeps the draft of a record that others change and delete', async () => {
    const { fake, page, open } = await start()
    const { id } = await fake.jobs.create({ name: 'Nightly', status: 'running' })
    await open(`#/data/jobs/${id}`)
    await click(page, 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit the record' })
    const text = dialog.getByRole('textbox', { name: 'JSON' })
    const draft = (await text.inputValue()).replace('Nightly', 'Mine')
    await text.fill(draft)
    await page.keyboard.press('Escape')
    await fake.jobs.update(id, { description: 'Theirs' })
    await expect(dialog).toContainText('Others changed this record meanwhile (description).')
    await expect(text).toHaveValue(draft)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    expect(await fake.jobs.get(id)).toMatchObject({ name: 'Mine', description: 'Theirs' })

    await click(page, 'Edit')
    await text.fill('{ "name": "Kept" }')
    await fake.jobs.remove(id)
    await expect.poll(async () => (await fake.summary()).counts['jobs']).toBe(25)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(text).toHaveAccessibleDescription(new RegExp(id))
    await expect(text).toHaveValue('{ "name": "Kept" }')
  })

  it('opens one record whole, at its own address', async () => {
    const { fake, page, open } = await start()
    const { items } = await fake.jobs.list({ limit: 1 })
    const [{ id, name } = assert.fail('no job')] = items
    await open('#/data/jobs')
    await rowsOf(page, 'jobs').first().click()
    await expect(page).toHaveURL(new RegExp(`#/data/jobs/${id}$`))
    await page.reload()
    await expect(detailsOf(page).getByRole('heading')).toHaveText(name)
    await expect(detailsOf(page).getByRole('group', { name: 'Record', exact: true })).toContainText('"data_source": {')
    await page.keyboard.press('Escape')
    await expect(detailsOf(page)).toBeHidden()
    await expect(page).toHaveURL(/#\/data\/jobs$/)
  })

  it('opens records with ids of one’s own, and links to them', async () => {
    const { fake, page, open } = await start({ assume: { resourceIdFormat: 'any' } })
    const id = 'arn:aws:ec2:eu-west-1:1234:instance/i-0abc'
    await fake.resources.create({ id, name: 'mine' })
    const { id: assessment } = await fake.assessments.create({ resource_id: id })
    await open(`#/data/assessments/${assessment}`)
    await detailsOf(page).getByRole('link', { name: id }).click()
    await expect(detailsOf(page).getByRole('heading')).toHaveText('mine')
    await page.reload()
    await expect(detailsOf(page)).toContainText(id)
    await click(page, 'Delete')
    await click(page, 'Delete record')
    await expect(detailsOf(page)).toBeHidden()
    expect(await fake.resources.get(id)).toBeUndefined()
  })

  it('creates a record as it stands, in a state', async () => {
    const { fake, page } = await start({ at: '#/data/assessments' })
    await click(page, 'Create a record')
    const dialog = page.getByRole('dialog', { name: 'Create a record in assessments' })
    await dialog.getByRole('radio', { name: /^As it stands/ }).check()
    await expect(dialog).toContainText('its status: pending, in_progress, failed, completed.')
    const fields = dialog.getByRole('textbox', { name: 'JSON' })
    await expect(fields).toHaveValue('{\n  "status": "pending"\n}')
    await fields.fill('{ "status": "in_progress", "score": 900 }')
    await dialog.getByRole('button', { name: 'Create record' }).click()
    await expect(fields).toHaveAccessibleDescription(/score: known only where status is completed/)
    await expect.poll(() => selectedIn(fields)).toBe('900')
    expect(await axe(page)).toEqual([])
    await fields.fill('{ "status": "in_progress", "resource_type": "toaster" }')
    await dialog.getByRole('button', { name: 'Create record' }).click()
    await expect(detailsOf(page).locator('.facts')).toContainText('toaster')
    const { items } = await fake.assessments.list({ limit: 1 })
    expect(items[0]).toMatchObject({ status: 'in_progress', resource_type: 'toaster' })
  })

  it('moves, edits and deletes a record', async () => {
    const { fake, page, open } = await start()
    const { id } = await fake.jobs.create({ name: 'Nightly', status: 'running', description: 'Gone soon' })
    const job = () => fake.jobs.get(id)
    await open(`#/data/jobs/${id}`)
    await detailsOf(page).getByText('Move to a state').click()
    const failed = detailsOf(page).getByRole('button', { name: 'failed' })
    await failed.click()
    await expect(failed).toHaveAttribute('aria-pressed', 'true')
    expect(await job()).toMatchObject({ status: 'failed' })
    await expect(detailsOf(page).locator('.body > p')).toContainText('failed')

    await click(page, 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit the record' })
    const whole = dialog.getByRole('textbox', { name: 'JSON' })
    const { description: _, ...rest } = (await job()) ?? {}
    await whole.fill(JSON.stringify({ ...rest, name: 'Weekly', output_format: 7 }))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(whole).toHaveAccessibleDescription(/output_format: expected .*7/)
    await expect.poll(() => selectedIn(whole)).toBe('7')
    expect(await job()).toMatchObject({ name: 'Nightly' })
    await whole.fill(JSON.stringify({ ...rest, name: 'Weekly' }))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(detailsOf(page).getByRole('heading')).toHaveText('Weekly')
    expect(await job()).toEqual({ ...rest, name: 'Weekly' })

    await click(page, 'Edit')
    await whole.fill(JSON.stringify({ ...rest, name: 'Weekly', extra: { account_id: '1', type: 'beyond' } }))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(whole).toHaveAccessibleDescription(/extra\.type: expected only fields that the document lacks/)
    await expect.poll(() => selectedIn(whole)).toBe('"beyond"')
    await whole.fill(JSON.stringify({ ...rest, name: 'Weekly', extra: { account_id: '1' }, inList: ['account_id'] }))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(detailsOf(page)).toContainText('account_id')
    await click(page, 'Edit')
    await whole.fill(JSON.stringify({ ...rest, name: 'Weekly' }))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    expect(await job()).toEqual({ ...rest, name: 'Weekly' })

    await click(page, 'Delete')
    await click(page, 'Cancel')
    expect(await job()).toMatchObject({ name: 'Weekly' })
    await click(page, 'Delete')
    await click(page, 'Delete record')
    await expect(page).toHaveURL(/#\/data\/jobs$/)
    expect(await job()).toBeUndefined()
  })
})
