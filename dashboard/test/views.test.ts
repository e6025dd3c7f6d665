import { fileURLToPath } from 'node:url'

import type { Page } from '@playwright/test'
import { it } from 'vitest'

import type { Fake } from '../../src/index.ts'
import { axe } from './support/axe.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { inEachLook, type Look, looksAt } from './support/looks.ts'
import { picture } from './support/picture.ts'
import { seedAll } from './support/seed.ts'
import { seedTraffic } from './support/traffic.ts'
import { detailsOf, linkTo, settled, views, violationsOf } from './support/views.ts'

const fixtures = fileURLToPath(new URL('support/empty', import.meta.url))

/** The dark scheme has other colours, and nothing else that is its own. */
const looks = looksAt().filter(({ scheme, width }) => scheme === 'light' || width === 360 || width === 1280)

/** Holds the open view to axe-core, and takes its pictures where it has a name for them. */
async function expectGoodLooks(page: Page, name?: string): Promise<void> {
  const check = async ({ width, scheme }: Look): Promise<void> => {
    await settled(page)
    const rules = scheme === 'dark' ? ['color-contrast'] : undefined
    if (width === 360 || width === 1280) expect(await axe(page, rules), `${scheme}, ${width} px`).toEqual([])
    if (width === 1280 && name !== undefined) await picture(page, `${name}-${scheme}`)
  }
  await inEachLook(page, check, looks)
}

describeDashboard('every view', (start) => {
  it.each(views)('$link: nothing to see yet', async ({ id, link }) => {
    const { page, open } = await start({ fixtures })
    await open(`#/${id}`)
    await expect(linkTo(page, link)).toHaveAttribute('aria-current', 'page')
    await expectGoodLooks(page)
  })

  it.each(views)('$link: with something in it', async ({ id, link }) => {
    const { fake, page, open } = await start()
    await seedAll(fake)
    await open(`#/${id}`)
    await expect(linkTo(page, link)).toHaveAttribute('aria-current', 'page')
    await expectGoodLooks(page, id === 'scenarios' ? 'dashboard-scenarios' : undefined)
  })

  it.each<readonly [what: string, address: (fake: Fake) => string | Promise<string>]>([
    ['a request', async ({ requests }) => `traffic/default:${(await requests.list({ status: 400 }))[0]?.id}`],
    ['a cell of Coverage', () => 'coverage/any?cell=fault%2Fhang'],
    ['a verdict', () => 'conduct/matched-no-operation?allow=gave-up&pollEvery=2s'],
    ['a delivery', async ({ outbox }) => `outbox/${(await outbox.list({ kind: 'webhook' }))[0]?.id}`],
    ['a record', async ({ jobs }) => `data/jobs/${(await jobs.list({ limit: 1 })).items[0]?.id}`],
    ['a key', () => 'keys/full-access'],
  ])('%s that is open', async (_, address) => {
    const { fake, page, open } = await start()
    await seedAll(fake)
    await open(`#/${await address(fake)}`)
    await expect(detailsOf(page).getByRole('heading', { level: 2 }).first()).toBeVisible()
    expect(await violationsOf(page, 360, 1280)).toEqual([])
  })

  it('Time: everything open', async () => {
    const { fake, page, open } = await start()
    await fake.scenarios.define({ name: 'long', assessments: { completeAfter: '90d' } })
    await seedTraffic(fake, 8)
    await open('#/time')
    await expect(page.getByRole('grid', { name: 'What comes next' })).toContainText('in 90 d')
    await page.getByText('Speed, set to an instant').click()
    expect(await violationsOf(page, 360, 1280)).toEqual([])
  })

  it('Traffic: a request that is open', async () => {
    const { fake, page, open } = await start()
    await seedTraffic(fake, 16)
    await fake.scenarios.on('rate-limit-exhausted')
    await seedTraffic(fake, 1)
    const { sandbox, id } = (await fake.requests.list()).at(-1) ?? { sandbox: '', id: '' }
    await open(`#/traffic/${sandbox}:${id}`)
    await expect(page.getByText(/has used up its requests/)).toBeVisible()
    await expectGoodLooks(page, 'dashboard-why')
  })

  it.each([
    ['dashboard-resources', 'resources', 'prod-platform-ci-k8s-01'],
    ['dashboard-job', 'jobs/d2610fea-7ec8-4d63-8be5-00a6e59e6d34', 'security_event_correlation'],
  ])('Data, as in the documents: %s', async (name, place, text) => {
    const { page, open } = await start()
    await open(`#/data/${place}`)
    await expect(page.getByText(text).first()).toBeVisible()
    const wide = looks.filter(({ width }) => width === 1280)
    await inEachLook(page, ({ scheme }) => picture(page, `${name}-${scheme}`), wide)
  })
})
