import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'
import { it } from 'vitest'

import type { Fake } from '../../src/index.ts'
import { jobBody } from '../support/answers.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { copied, pressOn } from './support/keyboard.ts'
import { detailsOf, messagesOf, settled } from './support/views.ts'

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Sandboxes' }).locator('tbody').getByRole('row')

async function namesOf(fake: Fake): Promise<readonly string[]> {
  return (await fake.sandboxes.list()).map(({ name }) => name)
}

/** Chooses a file for a sandbox, as a person does. */
async function chooseSnapshot(page: Page, name: string, content: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await detailsOf(page).getByRole('button', { name: 'Load snapshot' }).click()
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })
}

describeDashboard('sandboxes', (start) => {
  it('makes one, and says at the field why a name is refused', async () => {
    const { fake, page, origin } = await start({ at: '#/sandboxes' })
    await page.getByRole('button', { name: 'Create sandbox' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create sandbox' })
    const name = dialog.getByLabel('Name')
    await expect(name).toBeFocused()
    for (const bad of ['', 'Check Out', '-checkout', 'x'.repeat(64)]) {
      await name.fill(bad)
      await name.press('Enter')
      await expect(name).toHaveAccessibleDescription(/^name: expected 1 to 63 lower-case letters/)
    }
    await name.fill('default')
    await name.press('Enter')
    await expect(name).toHaveAccessibleDescription('name: there is a sandbox "default" already')
    expect(await namesOf(fake)).toEqual(['default'])

    await name.fill('checkout')
    const asked = page.waitForRequest((request) => request.method() === 'POST')
    await dialog.getByRole('button', { name: 'Create sandbox' }).click()
    // There a balancer leads to the instance that will have it.
    expect((await asked).url()).toBe(`${origin}/@checkout/_control/sandboxes`)
    await expect(messagesOf(page)).toContainText('checkout is created.')
    await expect(rowsOf(page)).toHaveText([/^default.*this page/, /^checkout.*Switch/])
    await expect(detailsOf(page)).toContainText('checkout')
    await detailsOf(page).getByRole('button', { name: 'Copy the base URL' }).click()
    await expect(messagesOf(page)).toContainText('Copied.')
    expect(await copied(page)).toBe(`${origin}/@checkout/v1`)

    await page.getByRole('button', { name: 'Create sandbox' }).click()
    await name.fill('nightly')
    await dialog.getByRole('button', { name: 'Create and switch to it' }).click()
    await expect(page).toHaveURL(/\/@nightly\/#\/sandboxes/)
    expect(await namesOf(fake)).toEqual(['default', 'checkout', 'nightly'])
  })

  it('is switched in the bar, and in the list', async () => {
    const { fake, page, origin, open } = await start()
    await fake.sandbox('checkout').scenarios.on('slow')
    await open('#/sandboxes')
    await settled(page)
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('link', { name: 'slow' })).toHaveCount(0)
    await bar.getByLabel('Sandbox').selectOption('sandbox checkout')
    await expect(page).toHaveURL(`${origin}/@checkout/#/sandboxes`)
    await expect(page).toHaveTitle('Sandboxes · checkout · cloudsec-fake')
    await expect(bar.getByRole('link', { name: 'slow' })).toBeVisible()
    await page.getByRole('link', { name: 'Switch to default' }).click()
    await expect(page).toHaveURL(`${origin}/#/sandboxes`)
    await expect(bar.getByLabel('Sandbox')).toHaveValue('default')
  })

  it('asks before it resets and before it deletes', async () => {
    const { fake, page, origin, open } = await start()
    const checkout = fake.sandbox('checkout')
    await checkout.scenarios.on('slow')
    await open('/@checkout/#/sandboxes/checkout')
    await detailsOf(page).getByRole('button', { name: 'Reset sandbox' }).click()
    const reset = page.getByRole('dialog', { name: 'Reset checkout?' })
    await expect(reset.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(reset).toBeHidden()
    expect((await checkout.summary()).scenarios).toEqual(['slow'])
    await detailsOf(page).getByRole('button', { name: 'Reset sandbox' }).click()
    await reset.getByRole('button', { name: 'Reset sandbox' }).click()
    await expect(messagesOf(page)).toContainText('checkout is back at its start.')
    expect((await checkout.summary()).scenarios).toEqual([])

    await detailsOf(page).getByRole('button', { name: 'Delete sandbox' }).click()
    await page.getByRole('dialog', { name: 'Delete checkout?' }).getByRole('button', { name: 'Delete sandbox' }).click()
    await expect(page).toHaveURL(`${origin}/#/sandboxes`)
    await expect(rowsOf(page)).toHaveText([/^default/])
    expect(await namesOf(fake)).toEqual(['default'])
    await page.getByRole('button', { name: 'default' }).click()
    await expect(detailsOf(page).getByRole('button', { name: 'Reset sandbox' })).toBeVisible()
    await expect(detailsOf(page).getByRole('button', { name: 'Delete sandbox' })).toHaveCount(0)
  })

  it('saves a snapshot as a file, and loads it after a question', async () => {
    const { fake, page, open } = await start()
    await fake.scenarios.on('slow')
    await open('#/sandboxes/default')
    const downloads = page.waitForEvent('download')
    await detailsOf(page).getByRole('button', { name: 'Save snapshot' }).click()
    const download = await downloads
    expect(download.suggestedFilename()).toBe('default.snapshot.json')
    const saved = await readFile(await download.path(), 'utf8')
    expect(JSON.parse(saved)).toEqual(JSON.parse(JSON.stringify(await fake.snapshot.save())))

    await fake.reset()
    await chooseSnapshot(page, 'before.json', saved)
    const question = page.getByRole('dialog', { name: 'Load before.json into default?' })
    expect((await fake.summary()).scenarios).toEqual([])
    await question.getByRole('button', { name: 'Load snapshot' }).click()
    await expect(messagesOf(page)).toContainText('default is as in before.json.')
    expect((await fake.summary()).scenarios).toEqual(['slow'])
  })

  it('says why a file cannot be loaded', async () => {
    const { fake, page, open } = await start()
    const saved = await fake.snapshot.save()
    await fake.scenarios.on('slow')
    await open('#/sandboxes/default')
    await chooseSnapshot(page, 'notes.txt', 'Dear diary')
    await expect(messagesOf(page)).toContainText('notes.txt is not JSON.')
    const question = page.getByRole('dialog')
    for (const [content, reason] of [
      [{ hello: 'world' }, /format: required, but missing/],
      [{ ...saved, seed: 2 }, /seed/],
      [{ ...saved, dataset: 'another' }, /dataset/],
      [{ ...saved, version: 99 }, /version/],
    ] as const) {
      await chooseSnapshot(page, 'other.json', JSON.stringify(content))
      await question.getByRole('button', { name: 'Load snapshot' }).click()
      await expect(question.getByRole('alert')).toContainText(reason)
      await question.getByRole('button', { name: 'Cancel' }).click()
    }
    expect((await fake.summary()).scenarios).toEqual(['slow'])
  })

  it('compares two, by each value that differs', async () => {
    const { fake, page, open } = await start()
    await fake.sandboxes.create('checkout')
    await open('#/sandboxes')
    await page.getByRole('tab', { name: 'Compare two' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('Nothing differs')
    const checkout = fake.sandbox('checkout')
    await checkout.clock.advance('1h')
    await checkout.scenarios.on('slow')
    await checkout.assumptions.set({ tagRepeat: 'any' })
    const { id } = await checkout.jobs.create({ ...jobBody, name: 'Only here' })
    await checkout.keys.create({ name: 'Reader' })
    const table = page.getByRole('table', { name: 'Differences of default and checkout' })
    const differences: readonly (readonly [part: string, row: RegExp])[] = [
      ['clock', /now2026-07-01T00:00:00\.000Z2026-07-01T01:00:00\.000Z/],
      ['scenarios on', /slownoneon/],
      ['assumptions', /tagRepeatallany/],
      ['keys', /none.*"name":"Reader"/],
      ['number of records', /jobs25\s*26/],
      ['jobs', new RegExp(`${id}none.*Only here`)],
    ]
    for (const [part, row] of differences) {
      await expect(table.getByRole('row').filter({ hasText: row }).first()).toContainText(part)
    }
    await page.getByLabel('Part', { exact: true }).selectOption('assumptions (1)')
    await expect(table.locator('tbody').getByRole('row')).toHaveText([/^assumptionstagRepeatallany$/])
    await checkout.assumptions.set({ tagRepeat: 'all' })
    await expect(table).toContainText('clock')
  })

  it('is used by the keyboard alone', async () => {
    const { fake, page, open } = await start()
    await fake.sandboxes.create('checkout')
    await open('#/sandboxes')
    await settled(page)
    const opener = page.getByRole('button', { name: 'checkout' })
    await pressOn(page, opener)
    await pressOn(page, detailsOf(page).getByRole('button', { name: 'Delete sandbox' }))
    await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))
    await expect(detailsOf(page).getByRole('button', { name: 'Delete sandbox' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  })
})
