import type { Page } from '@playwright/test'
import { it } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { pressOn, tabTo } from './support/keyboard.ts'
import { inEachLook, looksAt } from './support/looks.ts'
import { connectionOf, detailsOf, linkTo, settled, views } from './support/views.ts'

const bar = (page: Page) => page.getByRole('banner')

describeDashboard('the shell', (start) => {
  it('has room for all that was switched at 360 px, in two lines', async () => {
    const { fake, page, open } = await start()
    await fake.sandboxes.create('feature-branch-with-a-very-long-name-of-its-own')
    for (const name of ['slow', 'service-unavailable', 'empty-body']) await fake.scenarios.on(name)
    await fake.assumptions.set({ retryAfter: 'present', tagRepeat: 'any' })
    await open('#/keys')
    const look = async (): Promise<void> => {
      await settled(page)
      await expect(bar(page)).toContainText(/3 scenarios.*2 assumptions.*frozen/)
      await expect(bar(page)).toContainText(/\b00:00\s*frozen/, { useInnerText: true })
      expect((await bar(page).boundingBox())?.height).toBeLessThan(90)
    }
    await inEachLook(page, look, looksAt([360]))
    await page.getByRole('banner').getByRole('link', { name: '2 assumptions' }).click()
    await expect(page).toHaveURL(/#\/assumptions$/)
  })

  it('leads from the top to the content, and names the page', async () => {
    const { page } = await start({ at: '/@checkout/' })
    await settled(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    for (const { link } of views) {
      await linkTo(page, link).click()
      await expect(page).toHaveTitle(`${link} · checkout · cloudsec-fake`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(link)
    }
  })

  it.each<[address: string, text: string]>([
    ['keys/never-made', 'No key has the id never-made'],
    ['assumptions/neverHeardOf', 'No assumption has the id neverHeardOf'],
    ['outbox/never-sent', 'never-sent'],
    ['coverage/nonsense', 'These filters show no operation nonsense.'],
    ['conduct/gave-up', 'The requests show no verdict gave-up.'],
    ['scenarios/no-such', 'No scenario has the name no-such.'],
    ['data/jobs/none', 'There is no such record.'],
    ...['toasters', 'constructor', '__proto__'].map((name): [string, string] => [
      `data/${name}`,
      `This fake has no ${name}.`,
    ]),
  ])('says that nothing is at the address #/%s', async (address, text) => {
    const { page } = await start({ at: `#/${address}` })
    await expect(page.getByRole('main').or(detailsOf(page)).getByText(text).first()).toBeVisible()
  })

  it('says that an address names no view', async () => {
    const { page, open } = await start()
    for (const address of ['#/nope', '#/Traffic/default:0-1', '#keys']) {
      await open(address)
      await expect(page.getByText('This address names no view')).toBeVisible()
      await expect(page).toHaveTitle('Not found · default · cloudsec-fake')
      await expect(page.getByRole('navigation', { name: 'Views' }).locator('[aria-current]')).toHaveCount(0)
    }
    await page.getByRole('main').getByRole('link', { name: 'Traffic' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Traffic')
    for (const address of ['', '#', '#/']) {
      await open(`/${address}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Traffic')
    }
  })

  it('reaches the bar before the views, and the views before their content', async () => {
    const { fake, page, open } = await start()
    await fake.scenarios.on('slow')
    await open('#/keys')
    await settled(page)
    await tabTo(page, bar(page).getByLabel('Sandbox'), { most: 3 })
    await tabTo(page, bar(page).getByRole('link', { name: 'slow' }), { most: 2 })
    await tabTo(page, linkTo(page, 'Traffic'), { most: 3 })
    await tabTo(page, page.getByRole('button', { name: 'Create a key' }), { most: views.length + 1 })
    await expect(page.getByRole('button', { name: 'Create a key' })).toBeFocused()
  })

  it('has its views in groups, and those about the traffic as its tabs', async () => {
    const { page, open } = await start({ at: '#/conduct/gave-up' })
    const navigation = page.getByRole('navigation', { name: 'Views' })
    const tabs = page.getByRole('navigation', { name: 'Traffic' })
    for (const [group, names] of [
      ['Watch', ['Traffic', 'Outbox']],
      ['Change', ['Scenarios', 'Time', 'Data', 'Assumptions']],
      ['Set up', ['API keys', 'Sandboxes']],
    ] as const) {
      await expect(navigation.getByRole('list', { name: group }).getByRole('link')).toHaveText([...names])
    }
    for (const [id, name] of [
      ['conduct', 'Conduct'],
      ['coverage', 'Coverage'],
      ['traffic', 'Requests'],
    ] as const) {
      await open(`#/${id}`)
      await expect(tabs.getByRole('link')).toHaveText(['Requests', 'Coverage', 'Conduct'])
      await expect(tabs.locator('[aria-current=page]')).toHaveText([name])
      await expect(navigation.locator('[aria-current]')).toHaveText(['Traffic'])
    }
    await pressOn(page, tabs.getByRole('link', { name: 'Coverage' }))
    await expect(page).toHaveURL(/#\/coverage$/)
    await open('/')
    await expect(tabs.locator('[aria-current=page]')).toHaveText(['Requests'])
  })

  it('counts the assumptions that changed since the start', async () => {
    const { fake, page } = await start({ at: '#/keys', quota: 7, assume: { tagRepeat: 'any' } })
    await settled(page)
    const changed = bar(page).getByRole('link', { name: /assumption/ })
    await expect(changed).toHaveCount(0)
    await expect(linkTo(page, 'Assumptions').locator('..')).toHaveText('Assumptions')
    await fake.assumptions.set({ limitAboveMax: 'clamp' })
    await expect(changed).toHaveText('1 assumption changed')
    await fake.assumptions.set({ rateQuota: 5000 })
    await expect(changed).toHaveText('2 assumptions changed')
    await expect(linkTo(page, 'Assumptions').locator('..')).toHaveText('Assumptions2')
    expect(await fake.sandboxes.list()).toHaveLength(1)
    await fake.reset()
    await expect(changed).toHaveCount(0)
  })

  it('says that the fake is lost without moving the content', async () => {
    const { fake, page, open, allow } = await start()
    allow(/net::ERR_/)
    await open('#/keys')
    await settled(page)
    const before = await page.getByRole('main').boundingBox()
    await fake.close()
    await expect(connectionOf(page)).toHaveText('Reconnecting')
    await expect(bar(page).getByRole('alert')).toContainText('does not answer')
    expect(await page.getByRole('main').boundingBox()).toEqual(before)
    await expect(page.getByRole('row', { name: 'Read only' })).toBeVisible()
  })

  it('shows messages in front of a dialog, where they can be dismissed', async () => {
    const { page } = await start({ at: '#/keys' })
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Mine')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copy secret' }).click()
    const messages = page.getByRole('dialog').getByRole('log', { name: 'Messages' })
    await expect(messages).toContainText('Copied.')
    await messages.getByRole('button', { name: 'Dismiss' }).click()
    await expect(messages).toBeEmpty()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('log', { name: 'Messages' })).toHaveCount(1)
  })
})
