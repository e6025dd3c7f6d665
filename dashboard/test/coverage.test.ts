import type { Page } from '@playwright/test'
import { it } from 'vitest'

import type { Fake, SandboxClient } from '../../src/index.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { copied } from './support/keyboard.ts'
import { ask, seedTraffic } from './support/traffic.ts'
import { detailsOf, filterBy, settled } from './support/views.ts'

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Coverage by operation' })
const rowOf = (page: Page, operation: string) =>
  gridOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: operation, exact: true }) })

/** The names of what is missing in the row of an operation. */
async function missingIn(page: Page, operation: string): Promise<readonly string[]> {
  const names = await rowOf(page, operation).locator('[title]').first().getAttribute('title')
  return names === null || names === '' ? [] : names.split(', ')
}

/** What opens of an operation, one line each. */
const cellsOf = (page: Page, text: string | RegExp = '') => detailsOf(page).locator('summary').filter({ hasText: text })
const wayTo = (page: Page, kind: string, name: string) =>
  detailsOf(page).getByRole('group', { name: `How to meet ${kind} ${name}` })

/** Asks a sandbox (default) for the resources. @param query such as `?limit=5` */
const list = (fake: Fake, query = '', sandbox: SandboxClient = fake) =>
  ask(fake, `/cloud/resources${query}`, { sandbox })

describeDashboard('the view Coverage', (start) => {
  it('says what is missing by operation, and leads to the first request that met a cell', async () => {
    const { fake, page } = await start({ at: '#/coverage' })
    await expect(page.getByText(/^0 of \d+ met by 0 requests\.$/)).toBeVisible()
    await list(fake, '?limit=0')
    await list(fake)
    await list(fake, '?page=2')
    await expect(rowOf(page, 'listResources')).toContainText('4 of 13 met3')
    const { total, items } = await fake.coverage()
    await expect(page.getByText(`${total.met} of ${total.of} met by 3 requests.`)).toBeVisible()
    await expect(gridOf(page).getByRole('row')).toHaveCount(items.length + 2)
    const missing = await missingIn(page, 'listResources')
    expect(missing).toEqual(expect.arrayContaining(['rate_limit_exceeded', 'last page']))
    for (const name of ['success', 'invalid_request', 'first page', 'reset']) expect(missing).not.toContain(name)
    expect(await missingIn(page, 'any')).toContain('reset')

    await rowOf(page, 'listResources').click()
    await expect(detailsOf(page)).toContainText('4 of 13 met by 3 requests')
    await expect(cellsOf(page)).toHaveCount(13)
    await expect(cellsOf(page).nth(0)).toHaveText('authentication_errorerrormissing')
    const met = [/^successsuccessmet 2 ×/, /^invalid_requesterrormet 1 ×/, /^firstpagemet/, /^middlepagemet/]
    await expect(cellsOf(page, / ×$/)).toHaveText(met)
    await cellsOf(page, 'success').click()
    await wayTo(page, 'success', 'success').getByRole('link', { name: 'GET /v1/cloud/resources' }).click()
    await expect(page).toHaveURL(/#\/traffic\/default%3A0-2$/)
    await expect(detailsOf(page).getByRole('heading', { level: 2 })).toHaveText('GET /v1/cloud/resources')
  })

  it('leads from an error that was not met to a scenario that makes it happen', async () => {
    const { fake, page, open } = await start({ at: '#/coverage' })
    await rowOf(page, 'listResources').click()
    await cellsOf(page, 'service_unavailable').click()
    await expect(page).toHaveURL(/#\/coverage\/listResources\?cell=error%2Fservice_unavailable$/)
    await detailsOf(page).getByRole('button', { name: 'Copy scenario' }).click()
    const scenario = {
      name: 'list-resources-service-unavailable',
      rules: [{ when: { operation: 'listResources' }, count: { first: 1 }, then: { error: 'service_unavailable' } }],
    }
    await expect.poll(async () => JSON.parse(await copied(page))).toEqual(scenario)

    await detailsOf(page).getByRole('link', { name: 'Open it in the editor' }).click()
    await expect(page.getByRole('textbox', { name: 'Scenario as JSON' })).toContainText('"service_unavailable"')
    await page.getByRole('button', { name: 'Save and switch on' }).click()
    await expect(page).toHaveURL(/#\/scenarios\/list-resources-service-unavailable$/)
    expect((await list(fake)).status).toBe(503)
    await open('#/coverage/listResources?cell=error%2Fservice_unavailable')
    await expect(cellsOf(page, 'service_unavailable')).toContainText('met 1 ×')
    await wayTo(page, 'error', 'service_unavailable').getByRole('link').first().click()
    await expect(page).toHaveURL(/#\/traffic\/default%3A0-1$/)
  })

  it('has a way to every cell: a rule that the fake takes, or a view', async () => {
    const { fake, page } = await start({ at: '#/coverage' })
    await settled(page)
    const { items, faults } = await fake.coverage()
    const { operation, cells } = items.find(({ operation }) => operation === 'listJobs') ?? { operation: '', cells: [] }
    expect(new Set(cells.map(({ kind }) => kind))).toEqual(new Set(['success', 'error', 'state', 'page']))
    const all = [
      ...cells.map((cell) => ({ operation, ...cell })),
      ...faults.map((cell) => ({ operation: 'any', ...cell })),
    ]
    for (const { operation, kind, name } of all) {
      await page.evaluate((hash) => location.assign(hash), `#/coverage/${operation}?cell=${kind}/${name}`)
      const way = wayTo(page, kind, name)
      await expect(way).toBeVisible()
      if (kind === 'error' || kind === 'fault') {
        const text = (await way.getByRole('group', { name: 'Scenario' }).textContent()) ?? ''
        expect(text).toContain(`"${name}"`)
        await fake.scenarios.define(JSON.parse(text))
      } else {
        expect(await way.getByRole('paragraph').textContent()).not.toContain('undefined')
        expect(await way.getByRole('link').count()).toBeGreaterThan(0)
      }
    }
  })

  it('shows some kinds, what a search finds, and all sandboxes, as its address says', async () => {
    const { fake, page, open } = await start()
    await list(fake, '?limit=1')
    await list(fake, '?limit=0', fake.sandbox('other'))
    await open('#/coverage')
    await filterBy(page, 'Kind', 'page')
    await expect(page).toHaveURL(/#\/coverage\?kind=page$/)
    await expect(rowOf(page, 'listResources')).toContainText('1 of 6 met')
    await expect(rowOf(page, 'getResource')).toHaveCount(0)
    const search = page.getByRole('searchbox', { name: 'Search operations' })
    await search.fill('first')
    await expect(rowOf(page, 'listJobs')).toHaveCount(1)
    await expect(rowOf(page, 'listResources')).toHaveCount(0)
    await page.reload()
    await expect(search).toHaveValue('first')
    // Another item keeps the filters.
    await rowOf(page, 'listJobs').click()
    await expect(page).toHaveURL(/#\/coverage\/listJobs\?text=first&kind=page$/)
    await detailsOf(page).getByRole('button', { name: 'Close details' }).click()
    await expect(page).toHaveURL(/#\/coverage\?text=first&kind=page$/)
    await expect(detailsOf(page)).toHaveCount(0)
    await search.fill('nothing has this name')
    await expect(page.getByRole('heading', { name: 'No operation fits' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(/#\/coverage$/)

    await filterBy(page, 'Sandboxes', 'all')
    await expect(rowOf(page, 'listResources')).toContainText('3 of 13 met')
    await rowOf(page, 'listResources').click()
    await cellsOf(page, 'invalid_request').click()
    await wayTo(page, 'error', 'invalid_request').getByRole('link').first().click()
    await expect(page).toHaveURL(/#\/traffic\/other%3A0-1$/)
    await expect(detailsOf(page)).toContainText('invalid_request')
  })

  it('says that the journal has forgotten requests', async () => {
    const { fake, page, open } = await start({ journalBytes: 8000 })
    await seedTraffic(fake, 28)
    const { forgotten } = await fake.coverage()
    expect(forgotten).toBeGreaterThan(1)
    await open('#/coverage')
    await expect(page.getByText(`The journal has forgotten ${forgotten} older requests`)).toBeVisible()
  })
})
