import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'
import { it, onTestFinished } from 'vitest'

import { jobBody } from '../../test/support/answers.ts'
import { cli } from '../../test/support/command.ts'
import { harSchema } from '../../test/support/har.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { ask } from './support/traffic.ts'
import { openMenu, showAllSandboxes } from './support/views.ts'

/** Exports the shown requests. @param said what the page says then */
async function exported(page: Page, said: string) {
  await openMenu(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('log').getByText(said).waitFor(),
    page.getByRole('button', { name: 'Export HAR' }).click(),
  ])
  await page.keyboard.press('Escape')
  const folder = await mkdtemp(join(tmpdir(), 'har-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  const text = await readFile(path, 'utf8')
  return { path, text, entries: harSchema.parse(JSON.parse(text)).log.entries }
}

describeDashboard('the export of requests', (start) => {
  it('is a recording without secrets, of what is shown, which resolve reads', async () => {
    const { fake, page, open } = await start({ assume: { limitAboveMax: 'clamp' } })
    await ask(fake, '/cloud/resources?limit=500')
    await ask(fake, '/data/analysis/jobs', { body: jobBody })
    await ask(fake, '/cloud/resources', { headers: { 'X-Fake-Scenario': 'connection-reset' } }).catch(() => {})
    await open('#/traffic')
    await expect(page.getByRole('grid', { name: 'Requests' })).toHaveAttribute('aria-rowcount', '4')

    const all = await exported(page, 'Exported 3 requests without secrets.')
    expect(all.text).not.toContain(fake.apiKey)
    const [list, job, reset] = all.entries
    expect(list?.request.headers).toContainEqual({ name: 'authorization', value: '[redacted: full-access]' })
    expect(list?.request).toMatchObject({
      method: 'GET',
      url: `${fake.baseUrl}/cloud/resources?limit=500`,
      queryString: [{ name: 'limit', value: '500' }],
    })
    expect(list?.response.status).toBe(200)
    expect(job?.request.postData).toEqual({ mimeType: 'application/json', text: JSON.stringify(jobBody) })
    expect(JSON.parse(job?.response.content.text ?? '')).toMatchObject({ status: 'success' })
    expect(reset).toMatchObject({ response: { status: 0 }, comment: expect.stringMatching(/ reset$/) })

    const { out, err } = await cli('resolve', '--har', all.path, '--output', `${all.path}.json`, '--format', 'json')
    expect(err).toBe('')
    expect(JSON.parse(await readFile(`${all.path}.json`, 'utf8')), out).toMatchObject({ limitAboveMax: 'clamp' })

    await page.getByRole('searchbox').fill('createJob')
    await expect(page.getByRole('grid', { name: 'Requests' })).toHaveAttribute('aria-rowcount', '2')
    const shown = await exported(page, 'Exported 1 request without secrets.')
    expect(shown.entries.map(({ request }) => request.method)).toEqual(['POST'])
  })

  it('has requests of all sandboxes, and says which the journal has forgotten', async () => {
    const { fake, page, open } = await start()
    const box = fake.sandbox('checkout')
    await fake.fetch(`${fake.baseUrl}/one`)
    await fake.fetch(`${box.baseUrl}/two`)
    await open('#/traffic')
    await showAllSandboxes(page)
    await expect(page.getByRole('grid', { name: 'Requests' })).toHaveAttribute('aria-rowcount', '3')
    const both = await exported(page, 'Exported 2 requests without secrets.')
    expect(both.entries.map(({ request }) => request.url)).toEqual([`${fake.baseUrl}/one`, `${box.baseUrl}/two`])
    await page.getByRole('button', { name: 'Pause' }).click()
    await box.requests.clear()
    const rest = await exported(page, 'The journal no longer has 1 other.')
    expect(rest.entries).toHaveLength(1)
  })
})
