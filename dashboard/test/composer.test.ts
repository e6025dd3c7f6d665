import { it } from 'vitest'

import { type Dashboard, describeDashboard, expect } from './support/dashboard.ts'
import { detailsOf, violationsOf } from './support/views.ts'

/** Opens the composer. @returns its dialog */
async function openComposer({ page, open }: Dashboard, path = '#/traffic') {
  await open(path)
  await page.getByRole('button', { name: 'Send a request' }).first().click()
  const composer = page.getByRole('dialog', { name: 'Send a request' })
  await composer.getByLabel('Example').waitFor()
  return composer
}

type Composer = Awaited<ReturnType<typeof openComposer>>

const choose = async (composer: Composer, name: string): Promise<void> => {
  const option = composer.getByRole('option', { name: new RegExp(`^${name} ·`) })
  await composer.getByLabel('Example').selectOption({ label: (await option.textContent()) ?? '' })
}

/** Presses Send. @returns the part with the answer */
async function sendBy(composer: Composer) {
  await composer.getByRole('button', { name: 'Send', exact: true }).click()
  return composer.getByRole('region', { name: 'Answer' })
}

describeDashboard('the composer', (start) => {
  it('creates a record by the example of the document, reads it, and leads to why', async () => {
    const dashboard = await start()
    const { page, fake } = dashboard
    const composer = await openComposer(dashboard)
    expect(
      await composer.locator('optgroup').evaluateAll((groups) => groups.map((group) => group.getAttribute('label'))),
    ).toEqual(['assessments', 'resources', 'jobs'])
    await choose(composer, 'POST /security/assessments')
    const answer = await sendBy(composer)
    await expect(answer).toContainText('201')
    await expect(answer).toContainText('"status": "pending"')
    const [created] = (await fake.requests.list({ operation: 'createAssessment' })).map(({ response }) => response.body)
    const { id } = JSON.parse(JSON.stringify(created)).data
    await choose(composer, 'GET /security/assessments/{id}')
    await expect(composer.getByLabel(/^Path and query/)).toHaveValue(`/security/assessments/${id}`)
    await sendBy(composer)
    await expect(answer).toContainText('200')
    await fake.clock.advance('1m')
    await sendBy(composer)
    await expect(answer).toContainText('"score"')
    await answer.getByText('Headers').click()
    await expect(answer).toContainText('x-rate-limit-remaining4997')
    expect(await violationsOf(page, 360, 1280)).toEqual([])
    await answer.getByRole('link', { name: 'See why' }).click()
    await expect(composer).toHaveCount(0)
    await expect(detailsOf(page)).toContainText(`GET /v1/security/assessments/${id}`)
    await expect(detailsOf(page)).toContainText('The request was served as usual.')
  })

  it('keeps its draft, and its title and buttons in sight', async () => {
    const dashboard = await start()
    const { page } = dashboard
    await page.setViewportSize({ width: 1280, height: 500 })
    const composer = await openComposer(dashboard)
    await choose(composer, 'POST /data/analysis/jobs')
    await composer.getByRole('textbox', { name: 'Body' }).fill('{"mine": true}')
    const answer = await sendBy(composer)
    await expect(answer).toContainText('400')
    await expect(composer.getByRole('heading', { name: 'Send a request' })).toBeInViewport()
    await expect(composer.getByRole('button', { name: 'Send', exact: true })).toBeInViewport()
    await answer.getByRole('link', { name: 'See why' }).click()
    await page.getByRole('button', { name: 'Send a request' }).first().click()
    await expect(composer.getByRole('textbox', { name: 'Body' })).toHaveValue('{"mine": true}')
  })

  it('sends no key, another key, a scenario, and any method and path', async () => {
    const dashboard = await start()
    dashboard.allow(/status of 503/)
    const { page, fake } = dashboard
    const composer = await openComposer(dashboard)
    await choose(composer, 'GET /cloud/resources')
    await composer.getByText('Parameters of GET /cloud/resources').click()
    await expect(composer.locator('.facts')).toContainText('tagFilter by tag; may be repeated')
    await composer.getByLabel('API key').fill('')
    const answer = await sendBy(composer)
    await expect(answer).toContainText('authentication_error')
    const { secret } = await fake.keys.create({ name: 'Mine', permissions: [] })
    await expect(composer.getByLabel('API key')).toHaveAttribute('type', 'password')
    await composer.getByLabel('API key').fill(secret)
    await sendBy(composer)
    await expect(answer).toContainText('authorization_error')
    await composer.getByLabel('API key').fill(fake.apiKey)
    await composer.getByLabel('Scenario for this request alone').selectOption('service-unavailable')
    await sendBy(composer)
    await expect(answer).toContainText('service_unavailable')
    await composer.getByLabel('Scenario for this request alone').selectOption('none')
    await composer.getByLabel('Method').selectOption('DELETE')
    await composer.getByLabel('Path and query, below /v1').fill('/cloud/resource')
    await composer.getByRole('textbox', { name: 'Body' }).fill('{"a":')
    await expect(composer.getByRole('textbox', { name: 'Body' })).toHaveAccessibleDescription(/^This is not JSON\./)
    await sendBy(composer)
    await expect(answer).toContainText('no such path')
    expect((await fake.requests.list({})).at(-1)).toMatchObject({
      method: 'DELETE',
      path: '/v1/cloud/resource',
      request: { headers: { 'content-length': '5' } },
    })
    await answer.getByRole('link', { name: 'See why' }).click()
    await expect(detailsOf(page)).toContainText('No operation has this method and path.')
  })

  it('shows a network fault as it is, and cancels a request without an answer', async () => {
    const dashboard = await start()
    dashboard.allow(/ERR_|status of 5/)
    const composer = await openComposer(dashboard)
    const scenario = composer.getByLabel('Scenario for this request alone')
    await scenario.selectOption('connection-reset')
    const answer = await sendBy(composer)
    await expect(answer).toContainText('no answer')
    await expect(answer).toContainText(
      'The connection was reset before an answer came. The browser says: Failed to fetch.',
    )
    await scenario.selectOption('truncated-body')
    await sendBy(composer)
    await expect(answer).toContainText('The connection ended in the middle of the body.')
    await scenario.selectOption('no-answer')
    await sendBy(composer)
    await expect(composer).toContainText('Waiting for the answer…')
    await composer.getByRole('button', { name: 'Cancel' }).click()
    await expect(answer).toContainText('The connection stays open, and no answer comes. You cancelled it.')
    await answer.getByRole('link', { name: 'See why' }).click()
    await expect(detailsOf(dashboard.page)).toContainText('Rule 1 of no-answer')
  })
})
