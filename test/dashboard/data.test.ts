import type { Page } from '@playwright/test'
import { assert, it } from 'vitest'

import { assessmentBody, jobBody } from '../support/answers.ts'
import { axe } from './support/axe.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { pressOn } from './support/keyboard.ts'
import { detailsOf, messagesOf, settled, violationsOf } from './support/views.ts'

const rowsOf = (page: Page, area: string) => page.getByRole('table', { name: area }).locator('tbody').getByRole('row')
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const areaOf = (page: Page, name: string) => page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name })

describeDashboard('the view Data', (start) => {
  it('creates an assessment through the API, which the clock completes', async () => {
    const { fake, page, open } = await start()
    await open()
    await page.getByRole('link', { name: 'Data', exact: true }).click()
    await areaOf(page, 'assessments').click()
    await click(page, 'Create a record')
    await click(page, 'Create')
    await expect(messagesOf(page)).toContainText('Created: the API answered 201.')
    await expect(detailsOf(page).locator('.facts')).toContainText('pending')
    await expect(detailsOf(page).getByRole('list', { name: 'What the clock brings' })).toContainText('in 5 s')
    await expect(rowsOf(page, 'assessments').first()).toContainText('pending→ completed')
    await expect(areaOf(page, 'assessments')).toContainText('49')
    const { items } = await fake.assessments.list({ limit: 1 })
    await expect(page).toHaveURL(new RegExp(`#/data/assessments/${String(items[0]?.['id'])}$`))

    await click(page, 'Advance to completed')
    await expect(messagesOf(page)).toContainText(
      'It is 2026-07-01 00:00:05. Came due: assessments in_progress, assessments completed.',
    )
    await expect(detailsOf(page).locator('.facts')).toContainText('completed')
    await expect(detailsOf(page).getByRole('list', { name: 'What the clock brings' })).toBeHidden()
    await expect(rowsOf(page, 'assessments').first()).toContainText('completed')
  })

  it('shows the future of a record that is not among the soonest', async () => {
    const { fake, page, open } = await start({ quota: 1000 })
    const post = (path: string, body: object) =>
      fake.fetch(`${fake.baseUrl}${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${fake.apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    for (let made = 0; made < 100; made += 1) await post('/security/assessments', assessmentBody)
    await fake.clock.advance('10ms')
    await post('/data/analysis/jobs', jobBody)
    await open('#/data/jobs')
    await expect(rowsOf(page, 'jobs').first()).toContainText('pending→ completed')
    await pressOn(page, rowsOf(page, 'jobs').first().getByRole('button').first())
    await click(page, 'Advance to completed')
    await expect(messagesOf(page)).toContainText('It is 2026-07-01 00:00:05. Came due: at least 100 changes.')
    await expect(detailsOf(page).locator('.facts')).toContainText('completed')
  })

  it('sends a form once, and leaves it at Cancel', async () => {
    const { fake, page } = await start({ at: '#/data/jobs' })
    const goOn: (() => void)[] = []
    await page.route('**/*/jobs', async (route) => {
      if (route.request().method() === 'POST') await new Promise<void>((resolve) => void goOn.push(resolve))
      await route.continue().catch(() => {})
    })
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create' })
    for (const way of [/^Through the API/, /^As it stands/]) {
      await click(page, 'Create a record')
      await page.getByRole('radio', { name: way }).check()
      await create.dblclick()
      await expect(create).toHaveAttribute('aria-disabled', 'true')
      await expect.poll(() => goOn.length).toBe(1)
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
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

  it('keeps the filters and the page of an area', async () => {
    const { page } = await start({ at: '#/data/resources' })
    const status = page.getByRole('main').getByRole('status')
    await page.getByLabel('Records in a page').selectOption('25')
    await click(page, 'Older')
    await expect(status).toHaveText('26–50 of 60')
    await areaOf(page, 'jobs').click()
    await page.getByLabel('status').selectOption('failed')
    await page.getByRole('link', { name: 'Time', exact: true }).click()
    await page.getByRole('link', { name: 'Data', exact: true }).first().click()
    await expect(status).toHaveText('26–50 of 60')
    await areaOf(page, 'jobs').click()
    await expect(page.getByLabel('status')).toHaveValue('failed')
  })

  it('shows why the API refuses to create', async () => {
    const { fake, page } = await start({ at: '#/data/jobs', scenario: ['rate-limit-exceeded'] })
    await click(page, 'Create a record')
    const dialog = page.getByRole('dialog', { name: 'Create in jobs' })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByRole('alert')).toContainText('429 rate_limit_exceeded')
    await expect(dialog.getByRole('link', { name: 'See why in Traffic' })).toHaveAttribute(
      'href',
      /^#\/traffic\/default/,
    )
    await fake.scenarios.off()
    const body = dialog.getByRole('textbox', { name: 'Body' })
    await body.fill('{"name": "x", "analysis_type": 7}')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(body).toHaveAccessibleDescription(
      /data_source: required, but missing.*output_format: required, but missing/,
    )
    await body.fill('{"name": ')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(body).toHaveAccessibleDescription(/JSON/)
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
    await page.getByLabel('Records in a page').selectOption('25')
    await expect(status).toHaveText('1–25 of 60')

    await page.getByLabel('type').selectOption('database')
    await page.getByLabel('provider').selectOption('aws')
    const { total } = await fake.resources.list({ type: 'database', provider: 'aws' })
    await expect(status).toHaveText(`1–${total} of ${total}`)
    await expect(rowsOf(page, 'resources')).toHaveCount(total)
    await page.getByLabel('tag').fill('production')
    await expect(page.getByLabel('tag')).toHaveAccessibleDescription('tag: expected key:value, got "production"')
    await click(page, 'Clear filters')
    await page.getByLabel('tag').fill('environment:production, team:platform')
    const tagged = await fake.resources.list({ tag: ['environment:production', 'team:platform'] })
    await expect(status).toHaveText(`1–${Math.min(25, tagged.total)} of ${tagged.total}`)
    await page.getByLabel('tag').fill('environment:none')
    await expect(page.getByText('No record matches the filters.')).toBeVisible()
    await click(page, 'Clear filters')
    await expect(status).toHaveText('1–25 of 60')
  })

  it('opens one record whole, at its own address', async () => {
    const { fake, page, open } = await start()
    const { items } = await fake.jobs.list({ limit: 1 })
    const [{ id, name } = assert.fail('no job')] = items
    await open('#/data/jobs')
    await pressOn(page, rowsOf(page, 'jobs').first().getByRole('button').first())
    await expect(page).toHaveURL(new RegExp(`#/data/jobs/${id}$`))
    await page.reload()
    await expect(detailsOf(page).getByRole('heading')).toHaveText(name)
    await expect(detailsOf(page).getByRole('group', { name: 'Record', exact: true })).toContainText('"data_source": {')
    await settled(page)
    expect(await violationsOf(page, 360, 1280)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(detailsOf(page)).toBeHidden()
    await expect(page).toHaveURL(/#\/data\/jobs$/)

    await open('#/data/jobs/none')
    await expect(detailsOf(page)).toContainText('There is no such record.')
    await open('#/data/toasters')
    await expect(page.getByText('This fake has no toasters.')).toBeVisible()
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
    await click(page, 'Delete the record')
    await expect(messagesOf(page)).toContainText('The record was deleted.')
    expect(await fake.resources.get(id)).toBeUndefined()
  })

  it('creates a record as it stands, in a state', async () => {
    const { fake, page } = await start({ at: '#/data/assessments' })
    await click(page, 'Create a record')
    const dialog = page.getByRole('dialog', { name: 'Create in assessments' })
    await dialog.getByRole('radio', { name: /^As it stands/ }).check()
    await dialog.getByLabel('status').selectOption('in_progress')
    const fields = dialog.getByRole('textbox', { name: 'Fields' })
    await expect(fields).toHaveValue('{\n  "status": "in_progress"\n}')
    await fields.fill('{ "status": "in_progress", "score": 900 }')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(fields).toHaveAccessibleDescription(/^score: known only where status is completed/)
    await expect(fields).toBeFocused()
    expect(await axe(page)).toEqual([])
    await fields.fill('{ "status": "in_progress", "resource_type": "toaster" }')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(messagesOf(page)).toContainText('The record was created.')
    await expect(detailsOf(page).locator('.facts')).toContainText('toaster')
    const { items } = await fake.assessments.list({ limit: 1 })
    expect(items[0]).toMatchObject({ status: 'in_progress', resource_type: 'toaster' })
  })

  it('moves, edits and deletes a record', async () => {
    const { fake, page, open } = await start()
    const { id } = await fake.jobs.create({ name: 'Nightly', status: 'running', description: 'Gone soon' })
    const job = () => fake.jobs.get(id)
    await open(`#/data/jobs/${id}`)
    await detailsOf(page).getByLabel('Move to a state').selectOption('failed')
    await click(page, 'Move')
    await expect(messagesOf(page)).toContainText('The record is failed now.')
    expect(await job()).toMatchObject({ status: 'failed' })
    await expect(detailsOf(page).locator('.facts')).toContainText('failed')

    await click(page, 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit the record' })
    const whole = dialog.getByRole('textbox', { name: 'Record' })
    const { description: _, ...rest } = (await job()) ?? {}
    await whole.fill(JSON.stringify({ ...rest, name: 'Weekly', output_format: 7 }))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(whole).toHaveAccessibleDescription(/^output_format: expected .*7/)
    await expect(whole).toBeFocused()
    expect(await job()).toMatchObject({ name: 'Nightly' })
    await whole.fill(JSON.stringify({ ...rest, name: 'Weekly' }))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(detailsOf(page).getByRole('heading')).toHaveText('Weekly')
    expect(await job()).toEqual({ ...rest, name: 'Weekly' })

    await click(page, 'Edit')
    await dialog.getByRole('radio', { name: 'Merge patch' }).check()
    await dialog.getByRole('textbox', { name: 'Merge patch' }).fill('{ "name": "Monthly" }')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(detailsOf(page).getByRole('heading')).toHaveText('Monthly')

    await click(page, 'Delete')
    await click(page, 'Cancel')
    expect(await job()).toMatchObject({ name: 'Monthly' })
    await click(page, 'Delete')
    await click(page, 'Delete the record')
    await expect(messagesOf(page)).toContainText('The record was deleted.')
    await expect(page).toHaveURL(/#\/data\/jobs$/)
    expect(await job()).toBeUndefined()
  })
})
