import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'
import { it } from 'vitest'

import type { Fake } from '../../src/index.ts'
import { jobBody } from '../../test/support/answers.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { copied } from './support/keyboard.ts'
import { detailsOf, messagesOf, settled, violationsOf } from './support/views.ts'

const listOf = (page: Page) => page.getByRole('grid', { name: 'Sandboxes' })
const rowsOf = (page: Page) => listOf(page).locator('[aria-selected]')

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
    await page.getByRole('button', { name: 'Create a sandbox' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a sandbox' })
    const name = dialog.getByLabel('Name')
    await expect(name).toBeFocused()
    await dialog.getByRole('button', { name: 'Create sandbox' }).click()
    await expect(dialog.getByRole('alert')).toContainText('such as Name')
    for (const bad of ['Check Out', '-checkout', 'x'.repeat(64)]) {
      await name.fill(bad)
      await name.press('Enter')
      await expect(name).toHaveAccessibleDescription(/^name: expected 1 to 63 lower-case letters/)
    }
    await name.fill('default')
    await name.press('Enter')
    await expect(name).toHaveAccessibleDescription('name: a sandbox "default" already exists')
    expect(await namesOf(fake)).toEqual(['default'])

    await name.fill('checkout')
    const asked = page.waitForRequest((request) => request.method() === 'POST')
    await dialog.getByRole('button', { name: 'Create sandbox' }).click()
    // There a balancer leads to the instance that will have it.
    expect((await asked).url()).toBe(`${origin}/@checkout/_control/sandboxes`)
    await expect(rowsOf(page)).toHaveText([/^default.*this page/, /^checkout.*Switch/])
    // The change is in sight.
    await expect(messagesOf(page)).toBeEmpty()
    await expect(detailsOf(page).getByRole('heading', { name: 'checkout' })).toBeVisible()
    await detailsOf(page).getByRole('button', { name: 'Copy base url' }).click()
    await expect(messagesOf(page)).toContainText('Copied.')
    expect(await copied(page)).toBe(`${origin}/@checkout/v1`)
    await detailsOf(page).getByRole('link', { name: 'Switch to checkout' }).click()
    await expect(page).toHaveURL(/\/@checkout\/#\/sandboxes/)
    expect(await namesOf(fake)).toEqual(['default', 'checkout'])
  })

  it('is switched in the bar, and in the list', async () => {
    const { fake, page, origin, open } = await start()
    await fake.sandbox('checkout').scenarios.on('slow')
    await open('#/sandboxes/checkout')
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
    await rowsOf(page).first().click()
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
    ] as const) {
      await chooseSnapshot(page, 'other.json', JSON.stringify(content))
      await question.getByRole('button', { name: 'Load snapshot' }).click()
      await expect(question.getByRole('alert')).toContainText(reason)
      await question.getByRole('button', { name: 'Cancel' }).click()
    }
    expect((await fake.summary()).scenarios).toEqual(['slow'])
  })

  it('compares two by what the API shows, folded, without what always differs', async () => {
    const { fake, page, open } = await start()
    await fake.sandboxes.create('checkout')
    await open('#/sandboxes')
    await page.getByRole('button', { name: 'Compare two' }).click()
    const pane = detailsOf(page)
    await expect(pane).toContainText('Nothing differs')
    await expect(page).toHaveURL(/#\/sandboxes\?compare=default%2Ccheckout$/)
    const checkout = fake.sandbox('checkout')
    await checkout.clock.advance('1h')
    await checkout.scenarios.on('slow')
    await checkout.assumptions.set({ tagRepeat: 'any' })
    await checkout.jobs.create({ ...jobBody, name: 'Only here' })
    await checkout.keys.create({ name: 'Reader' })
    const [known] = (await checkout.resources.list({ limit: 1 })).items
    await checkout.resources.update(String(known?.id), { status: 'terminated' })
    const [gone] = (await checkout.assessments.list({ limit: 1 })).items
    await checkout.assessments.remove(String(gone?.id))
    await page.reload()
    await expect(pane.locator('summary')).toHaveText([
      'clock1 changed',
      'scenarios on1 added',
      'assumptions1 added',
      'keys1 added',
      'resources1 changed',
      'assessments1 removed',
      'jobs1 added',
    ])
    const texts = [
      /now: 2026-07-01T00:.* → 2026-07-01T01:/,
      /added slow/,
      /added tagRepeat any/,
      /added Reader/,
      new RegExp(`changed ${known?.name}status: \\w+ → terminated`),
      new RegExp(`removed ${gone?.id}`),
      /added Only here/,
    ]
    for (const [at, text] of texts.entries()) {
      const folded = pane.locator('details').nth(at)
      await expect(folded.locator('ul')).toBeHidden()
      await folded.locator('summary').click()
      await expect(folded.locator('ul')).toHaveText(text)
    }
    expect(await violationsOf(page, 1280)).toEqual([])

    await pane.getByLabel('To').selectOption('default')
    await expect(pane).toContainText('Nothing differs')
    await open('#/sandboxes?compare=default,nobody')
    await expect(pane.getByRole('alert')).toContainText('No sandbox has the name nobody')
    expect(await namesOf(fake)).toEqual(['default', 'checkout'])
    await page.keyboard.press('Escape')
    await expect(pane).toBeHidden()
  })
})
