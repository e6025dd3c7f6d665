import type { Page } from '@playwright/test'
import { it } from 'vitest'

import { knownResource } from '../../test/support/answers.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { copied } from './support/keyboard.ts'
import { detailsOf, messagesOf, settled } from './support/views.ts'

/** Asks the API for a path with a key. @returns the status */
async function statusOf(baseUrl: string, path: string, secret: string): Promise<number> {
  const { status } = await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${secret}` } })
  return status
}

/** Creates a key of a name. @returns its secret, as the page shows it once */
async function create(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a key' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  return (await page.getByRole('status', { name: 'Secret' }).textContent()) ?? ''
}

describeDashboard('API keys', (start) => {
  it('creates a key with several permissions and a quota, and shows its secret once', async () => {
    const { fake, page } = await start({ at: '#/keys' })
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a key' })
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await dialog.getByLabel('Name').fill('Checkout')
    const permissions = dialog.getByRole('group', { name: 'Permissions' })
    await permissions.getByLabel('All').uncheck()
    await permissions.getByLabel('cloud:read').check()
    await permissions.getByLabel('analysis:read').check()
    await dialog.getByLabel('Quota').fill('3')
    await dialog.getByRole('button', { name: 'Create key' }).click()

    const shown = page.getByRole('dialog', { name: 'Key Checkout created' })
    const secret = (await shown.getByRole('status', { name: 'Secret' }).textContent()) ?? ''
    expect(secret).toMatch(/^csf_default_\w{20,}$/)
    await shown.getByRole('button', { name: 'Copy secret' }).click()
    await expect(messagesOf(page)).toContainText('Copied.')
    expect(await copied(page)).toBe(secret)
    // A slip would lose it.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(shown).toBeVisible()
    await shown.getByRole('button', { name: 'Done' }).click()

    await expect(shown).toBeHidden()
    await expect(detailsOf(page)).toContainText('Checkout')
    await expect(detailsOf(page)).toContainText('cloud:read, analysis:read')
    await expect(detailsOf(page)).toContainText('3 of 3 an hour')
    await expect(detailsOf(page)).toContainText('shown once, when the key was created')
    expect(await page.content()).not.toContain(secret)
    await page.reload()
    await expect(detailsOf(page)).toContainText('Checkout')
    expect(await page.content()).not.toContain(secret)

    expect(await statusOf(fake.baseUrl, `/cloud/resources/${knownResource.id}`, secret)).toBe(200)
    expect(await statusOf(fake.baseUrl, '/security/assessments', secret)).toBe(403)
    await expect(detailsOf(page)).toContainText('1 of 3')
    await expect(detailsOf(page)).toContainText('resets in 1 h')
  })

  it('says at the field why a key is refused, and keeps what was typed', async () => {
    const { fake, page } = await start({ at: '#/keys' })
    const before = (await fake.keys.list()).length
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a key' })
    const [name, quota] = [dialog.getByLabel('Name'), dialog.getByLabel('Quota')]
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(name).toHaveAccessibleDescription(/required, but missing/)
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toBeFocused()

    await name.fill('Reporting')
    await quota.fill('many')
    await quota.press('Enter')
    await expect(quota).toHaveAccessibleDescription('quota: expected a number, got "many"')
    await expect(quota).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'false')
    await expect(name).toHaveValue('Reporting')
    await quota.fill('0')
    await quota.press('Enter')
    await expect(quota).toHaveAccessibleDescription('quota: expected at least 1, got 0')
    expect(await fake.keys.list()).toHaveLength(before)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Create a key' })).toBeFocused()
  })

  it('uses a key for the requests of the page, until the usual one is chosen again', async () => {
    const { fake, page } = await start({ at: '#/keys' })
    const secret = await create(page, 'Mine')
    await page.getByRole('button', { name: 'Use on this page' }).click()
    await expect(page.getByRole('button', { name: 'Use on this page' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('row', { name: 'Mine' })).toContainText('this page’s')
    await page.getByRole('link', { name: 'Traffic' }).click()
    // The empty list has a request to copy.
    await expect(page.getByRole('main')).toContainText(secret)
    await page.goBack()
    await detailsOf(page).getByRole('button', { name: 'Use on this page', pressed: true }).click()
    await expect(page.getByRole('row', { name: 'Mine' })).not.toContainText('this page’s')
    await page.getByRole('link', { name: 'Traffic' }).click()
    await expect(page.getByRole('main')).toContainText(fake.apiKey)
    expect(await page.content()).not.toContain(secret)
  })

  it('lets go of a key that a reset, or a revocation after a question, has ended', async () => {
    const { fake, page } = await start({ at: '#/keys' })
    const use = async (name: string): Promise<string> => {
      const secret = await create(page, name)
      await page.getByRole('button', { name: 'Use on this page' }).click()
      await page.getByRole('button', { name: 'Done' }).click()
      return secret
    }
    const secret = await use('Mine')
    await fake.reset()
    await page.getByRole('link', { name: 'Traffic' }).click()
    await page.getByRole('button', { name: 'Send a request' }).first().click()
    const composer = page.getByRole('dialog', { name: 'Send a request' })
    await expect(composer.getByLabel('API key')).toHaveValue(secret)
    await composer.getByRole('button', { name: 'Use the usual key' }).click()
    await expect(composer.getByLabel('API key')).toHaveValue(fake.apiKey)
    await composer.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(composer.getByRole('region', { name: 'Answer' })).toContainText('200')
    await page.keyboard.press('Escape')

    await page.goBack()
    const short = await use('Short')
    const revoke = detailsOf(page).getByRole('button', { name: 'Revoke key' })
    const question = page.getByRole('dialog', { name: 'Revoke Short?' })
    await revoke.click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await statusOf(fake.baseUrl, '/cloud/resources', short)).toBe(200)
    await revoke.click()
    await question.getByRole('button', { name: 'Revoke key' }).click()
    await expect(page.getByRole('row', { name: 'Short' })).toContainText('revoked')
    await expect(detailsOf(page)).toContainText('get an authentication_error')
    await expect(revoke).toHaveCount(0)
    expect(await statusOf(fake.baseUrl, '/cloud/resources', short)).toBe(401)
    await expect(page.getByRole('row', { name: 'Short' })).not.toContainText('this page’s')
  })

  it('changes a quota, uses it up, and fills it up', async () => {
    const { fake, page } = await start({ at: '#/keys/full-access' })
    const details = detailsOf(page)
    const left = details.getByRole('meter', { name: 'Requests left for Full access' })
    const [remaining, limit, resetsIn] = ['Requests left', 'Requests an hour', 'Resets in'].map((label) =>
      details.getByRole('textbox', { name: label }),
    )
    const change = details.getByRole('button', { name: 'Change quota' })
    await change.click()
    await expect(details).toContainText('Fill in one of the fields')
    await remaining?.fill('99999')
    await change.click()
    await expect(remaining ?? page.locator('none')).toHaveAccessibleDescription(/expected at most 5000, the limit/)
    await resetsIn?.fill('soon')
    await remaining?.fill('')
    await change.click()
    await expect(resetsIn ?? page.locator('none')).toHaveAccessibleDescription(/"soon" is not a duration/)
    expect(await fake.quota.show('full-access')).toMatchObject({ remaining: 5000 })

    await limit?.fill('20')
    await remaining?.fill('1')
    await resetsIn?.fill('10m')
    await change.click()
    await expect(left).toHaveJSProperty('value', 1)
    await expect(details).toContainText('1 of 20')
    await expect(details).toContainText('resets in 10 min')
    await expect(remaining ?? page.locator('none')).toHaveValue('')

    await details.getByRole('button', { name: 'Use it up' }).click()
    await expect(details).toContainText('used up')
    expect(await statusOf(fake.baseUrl, '/cloud/resources', fake.apiKey)).toBe(429)
    await details.getByRole('button', { name: 'Fill it up' }).click()
    await expect(details).toContainText('20 of 20')
    expect(await statusOf(fake.baseUrl, '/cloud/resources', fake.apiKey)).toBe(200)
    await expect(details).toContainText('19 of 20')
  })

  it('shows what others change, and leaves typing, focus and scrolling alone', async () => {
    const { fake, page, open } = await start()
    for (let number = 0; number < 40; number += 1) await fake.keys.create({ name: `Key ${number}` })
    await open('#/keys/full-access')
    await settled(page)
    const typed = detailsOf(page).getByRole('textbox', { name: 'Requests left' })
    await typed.pressSequentially('1234')
    await page.keyboard.press('ArrowLeft')
    const list = page.getByRole('grid', { name: 'API keys' })
    await list.evaluate((element) => element.scrollTo(0, 700))
    const row = page.getByRole('row', { name: 'Key 20 ' })
    const before = await row.boundingBox()
    await fake.quota.set('full-access', { remaining: 42 })
    await fake.keys.create({ name: 'Of another person' })
    await expect(list).toHaveAttribute('aria-rowcount', String((await fake.keys.list()).length + 1))
    await expect(detailsOf(page)).toContainText('42 of 5,000')
    await page.keyboard.type('0')
    await expect(typed).toHaveValue('12304')
    const after = await row.boundingBox()
    expect(before?.y).toBeGreaterThan(0)
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2)
  })

  it('shows the secret of a key of the fixtures, to copy and to use', async () => {
    const { fake, page } = await start({ at: '#/keys/read-only' })
    const details = detailsOf(page)
    await expect(details).toContainText('csf_read_only')
    await details.getByRole('button', { name: 'Copy secret' }).click()
    await expect.poll(() => copied(page)).toBe('csf_read_only')
    await details.getByRole('button', { name: 'Use on this page' }).click()
    await expect(page.getByRole('row', { name: 'Read only' })).toContainText('this page’s')
    await page.getByRole('link', { name: 'Traffic' }).click()
    await expect(page.getByRole('main')).toContainText('csf_read_only')
    await page.goBack()
    await fake.keys.revoke('read-only')
    await expect(details).toContainText('get an authentication_error')
    await details.getByRole('button', { name: 'Use on this page', pressed: true }).click()
    await expect(details.getByRole('button', { name: 'Use on this page' })).toBeHidden()
  })
})
