import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { writeFixtures } from '../support/fixtures.ts'
import { describePacked } from './describe-packed.ts'

/** Longest time until a change is seen. */
const patience = { timeout: 10_000, interval: 50 }

describePacked('a start with --watch', ({ serve }) => {
  it('reloads a scenario and a fixture that changed, and still ends with 0', async () => {
    const scenarios = await writeFixtures({ 'mine.json': { name: 'mine', description: 'first' } })
    const fixtures = await writeFixtures({ 'jobs.json': '[]' })
    const { sandbox, get, err, kill, ended } = await serve('--watch', '--scenarios', scenarios, '--fixtures', fixtures)
    const description = async () => (await sandbox.scenarios.show('mine')).description
    expect(await description()).toBe('first')
    await writeFile(join(scenarios, 'mine.json'), JSON.stringify({ name: 'mine', description: 'second' }))
    await expect.poll(description, patience).toBe('second')

    const status = async () => (await get('/data/analysis/jobs', { key: 'watched-secret' })).status
    expect(await status()).toBe(401)
    const key = { id: 'k', name: 'K', permissions: ['analysis:read'], secret: 'watched-secret' }
    await writeFile(join(fixtures, 'keys.json'), JSON.stringify([key]))
    await expect.poll(status, patience).toBe(200)

    await writeFile(join(scenarios, 'mine.json'), '{')
    await expect.poll(err, patience).toContain('error: not reloaded, nothing changed: ')
    expect(await description()).toBe('second')
    kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})
