import type { Page } from '@playwright/test'
import { it } from 'vitest'

import type { Fake, SandboxClient } from '../../src/index.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { copied, tabTo } from './support/keyboard.ts'
import { seedTraffic } from './support/traffic.ts'
import { detailsOf, settled, violationsOf } from './support/views.ts'

const gridOf = (page: Page) => page.getByRole('table', { name: 'Coverage by operation' })
const kindsOf = (page: Page) => page.getByRole('navigation', { name: 'Kinds' }).getByRole('link')
const cellOf = (page: Page, operation: string, name: string) =>
  gridOf(page).getByRole('link', { name: new RegExp(`^${operation}, (\\w+ )?${name}: `) })

/** Asks a sandbox (default) for the resources. @param query such as `?limit=5` */
const list = (fake: Fake, query = '', { baseUrl, apiKey }: Pick<SandboxClient, 'baseUrl' | 'apiKey'> = fake) =>
  fake.fetch(`${baseUrl}/cloud/resources${query}`, { headers: { Authorization: `Bearer ${apiKey}` } })

/** The names of the columns. */
const columnsOf = (page: Page): Promise<readonly string[]> =>
  gridOf(page).locator('thead').getByRole('columnheader').locator('code').allTextContents()

describeDashboard('the view Coverage', (start) => {
  it('counts what was met of each kind, and leads to the first request that met it', async () => {
    const { fake, page } = await start({ at: '#/coverage' })
    await expect(page.getByText('No request came yet, so nothing is met.')).toBeVisible()
    await expect(kindsOf(page).nth(0)).toHaveText(/^All 0 % 0 of \d+$/)
    await list(fake, '?limit=0')
    await list(fake)
    await list(fake, '?page=2')
    await expect(cellOf(page, 'listResources', 'success')).toHaveAccessibleName('listResources, success: met 2')
    await expect(cellOf(page, 'listResources', 'success')).toHaveText('2')
    await expect(cellOf(page, 'listResources', 'invalid_request')).toHaveText('1')
    await expect(cellOf(page, 'listResources', 'last')).toHaveText('○')
    await expect(cellOf(page, 'listResources', 'last')).toHaveAccessibleName('listResources, page last: not met')
    await expect(cellOf(page, 'any', 'reset')).toHaveAccessibleName('any, fault reset: not met')
    await expect(cellOf(page, 'listResources', 'reset')).toHaveCount(0)
    await expect(cellOf(page, 'listResources', 'resource_not_found')).toHaveCount(0)
    await expect(cellOf(page, 'getResource', 'first')).toHaveCount(0)

    const { total, kinds } = await fake.coverage()
    const shares = [total, kinds.success, kinds.error, kinds.state, kinds.page, kinds.fault]
    const names = ['All', 'Success', 'Errors', 'States', 'Pages', 'Faults']
    await expect(kindsOf(page)).toHaveText(
      shares.map(({ met, of, percent }, index) => `${names[index]} ${percent} % ${met} of ${of}`),
    )
    await cellOf(page, 'listResources', 'success').click()
    await expect(page).toHaveURL(/#\/traffic\/default%3A0-2$/)
    await expect(detailsOf(page).getByRole('heading', { level: 2 })).toHaveText('GET /v1/cloud/resources')
  })

  it('leads from an error that was not met to a scenario that makes it happen', async () => {
    const { fake, page, open } = await start({ at: '#/coverage' })
    await cellOf(page, 'listResources', 'service_unavailable').click()
    await expect(page).toHaveURL(/#\/coverage\/listResources\/error\/service_unavailable$/)
    await detailsOf(page).getByRole('button', { name: 'Copy scenario' }).click()
    const scenario = {
      name: 'list-resources-service-unavailable',
      rules: [{ when: { operation: 'listResources' }, count: { first: 1 }, then: { error: 'service_unavailable' } }],
    }
    expect(JSON.parse(await copied(page))).toEqual(scenario)

    await detailsOf(page).getByRole('button', { name: 'Open it in the editor' }).click()
    await expect(page.getByRole('textbox', { name: 'Scenario as JSON' })).toContainText('"service_unavailable"')
    await page.getByRole('button', { name: 'Save and switch on' }).click()
    await expect(page).toHaveURL(/#\/scenarios\/list-resources-service-unavailable$/)
    expect((await list(fake)).status).toBe(503)
    await open('#/coverage/listResources/error/service_unavailable')
    await expect(cellOf(page, 'listResources', 'service_unavailable')).toHaveText('1')
    await detailsOf(page).getByRole('link', { name: 'by 1 request' }).click()
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
      await page.evaluate((hash) => location.assign(hash), `#/coverage/${operation}/${kind}/${name}`)
      await expect(detailsOf(page).getByRole('heading', { level: 2 })).toHaveText(name)
      const way = detailsOf(page).getByRole('region', { name: 'How to meet it' })
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

  it('shows one kind, the cells that are not met, and all sandboxes, as its address says', async () => {
    const { fake, page, open } = await start()
    await list(fake, '?limit=1')
    await list(fake, '?limit=0', fake.sandbox('other'))
    await open('#/coverage')
    await kindsOf(page).filter({ hasText: 'Pages' }).click()
    await expect(kindsOf(page).filter({ hasText: 'Pages' })).toHaveAttribute('aria-current', 'true')
    expect(await columnsOf(page)).toEqual(['only', 'first', 'middle', 'last', 'beyond', 'empty'])
    await expect(cellOf(page, 'listResources', 'first')).toHaveText('1')
    await page.getByRole('checkbox', { name: 'Not met' }).check()
    await expect(cellOf(page, 'listResources', 'first')).toHaveCount(0)
    await expect(cellOf(page, 'listResources', 'last')).toHaveText('○')
    await expect(page).toHaveURL(/#\/coverage\?kind=page&show=unmet$/)
    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'Not met' })).toBeChecked()
    expect(await columnsOf(page)).toContain('last')

    await open('#/coverage?kind=error')
    await expect(cellOf(page, 'listResources', 'invalid_request')).toHaveText('○')
    await page.getByRole('switch', { name: 'All sandboxes' }).click()
    await cellOf(page, 'listResources', 'invalid_request').filter({ hasText: '1' }).click()
    await expect(page).toHaveURL(/#\/traffic\/other%3A0-1$/)
    await expect(detailsOf(page)).toContainText('invalid_request')

    await open('#/coverage?kind=nonsense')
    await expect(kindsOf(page).filter({ hasText: 'All' })).toHaveAttribute('aria-current', 'true')
    await open('#/coverage/listResources/error/nonsense')
    await expect(page.getByText('No operation can show listResources/error/nonsense.')).toBeVisible()
  })

  it('says that the journal has forgotten requests', async () => {
    const { fake, page, open } = await start({ journalBytes: 8000 })
    await seedTraffic(fake, 28)
    const { forgotten } = await fake.coverage()
    expect(forgotten).toBeGreaterThan(1)
    await open('#/coverage')
    await expect(page.getByText(`The journal has forgotten ${forgotten} older requests`)).toBeVisible()
  })

  it('goes from cell to cell by the arrow keys', async () => {
    const { page } = await start({ at: '#/coverage?kind=page' })
    await settled(page)
    const rows = gridOf(page).locator('tbody').getByRole('row')
    await tabTo(page, rows.nth(0).getByRole('link').nth(0))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(rows.nth(1).getByRole('link').nth(0)).toBeFocused()
    // Tab leaves the grid, and comes back to the same cell.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(detailsOf(page)).toBeVisible()
    await detailsOf(page).getByRole('button', { name: 'Close details' }).focus()
    await page.keyboard.press('Escape')
    await expect(detailsOf(page)).toHaveCount(0)
    await expect(rows.nth(1).getByRole('link').nth(0)).toBeFocused()
    await expect(page).toHaveURL(/#\/coverage\?kind=page$/)
  })

  it('has good looks with a cell that is open', async () => {
    const { fake, page, open } = await start()
    await seedTraffic(fake, 14)
    await open('#/coverage/any/fault/hang')
    await expect(detailsOf(page)).toBeVisible()
    expect(await violationsOf(page, 360, 1280)).toEqual([])
  })
})
