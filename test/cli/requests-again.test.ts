import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { operations } from '../../src/core/app/areas.ts'
import { readHar } from '../../src/tools/resolve/har.ts'
import { cli, done } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { harSchema } from '../support/har.ts'
import { ask, serve } from '../support/remote.ts'

/** A fake that got a list, a create and a request with another key. */
async function served() {
  const { fake, origin } = await serve()
  const send = async (path: string, key: string, init: RequestInit = {}) =>
    await fetch(`${fake.baseUrl}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    })
  await send('/cloud/resources?limit=1', 'csf_full_access')
  await send('/data/analysis/jobs', 'csf_full_access', { method: 'POST', body: '{"name":"é"}' })
  await send('/data/analysis/jobs', 'csf_read_only')
  await fake.scenarios.define({ name: 'cut', rules: [{ then: { fault: 'reset' } }] })
  await fake.scenarios.on('cut')
  await send('/cloud/resources', 'csf_full_access').catch(() => undefined)
  await fake.scenarios.off('cut')
  return { fake, run: async (...args: readonly string[]) => await cli('requests', ...args, '--url', origin) }
}

describe('requests export', () => {
  it('writes a recording that resolve reads, without secrets', async () => {
    const { fake, run } = await served()
    const { code, out, err } = await run('export')
    expect([code, err]).toEqual([0, ''])
    expect(out).not.toContain('csf_')
    const recording = harSchema.parse(JSON.parse(out))
    const { seen } = readHar(recording, operations)
    expect(seen.map(({ operation, method, status, key }) => [operation, method, status, key])).toEqual([
      ['listResources', 'GET', 200, 'main'],
      ['createJob', 'POST', 400, 'main'],
      ['listJobs', 'GET', 200, 'spare'],
      ['listResources', 'GET', 0, 'main'],
    ])
    expect(seen[0]).toMatchObject({ url: `${fake.baseUrl}/cloud/resources?limit=1` })
    expect(seen[0]?.json).toMatchObject({ status: 'success' })
    expect(seen[1]?.body).toBe('{"name":"é"}')
  })

  it('takes the filters of the list, and writes a file', async () => {
    const { run } = await served()
    const file = join(await writeFixtures({}), 'journal.har')
    expect(await run('export', '--operation', 'listJobs', '--output', file)).toEqual({ code: 0, out: '', err: '' })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      log: { version: '1.2', entries: [{ comment: '0-3', request: { queryString: [] } }] },
    })
  })

  it('writes the requests of all sandboxes in the order in which they came', async () => {
    const { fake, run } = await served()
    for (const box of [fake.sandbox('one'), fake, fake.sandbox('one')]) await ask(box, '/security/assessments')
    const { out } = await run('export', '--sandboxes', 'all', '--operation', 'listAssessments')
    const urls = [...out.matchAll(/"url": "(.+)"/g)].map(([, url]) => url)
    const own = `${fake.sandbox('one').baseUrl}/security/assessments`
    expect(urls).toEqual([own, `${fake.baseUrl}/security/assessments`, own])
  })
})

describe('requests curl', () => {
  it('writes the command line', async () => {
    const { fake, run } = await served()
    const line = `curl '${fake.baseUrl}/cloud/resources?limit=1' \\\n  -H 'Authorization: Bearer csf_full_access' \\\n`
    expect(await run('curl', '0-1')).toEqual(done(expect.stringContaining(line)))
  })
})

describe('requests replay', () => {
  it('sends a request again', async () => {
    const { fake, run } = await served()
    expect(await run('replay', '0-3')).toEqual(done('sent: 0-5 → 200\n'))
    expect(await run('replay', '0-2')).toEqual(done('sent: 0-6 → 400 invalid_request\n'))
    expect((await fake.requests.list()).map(({ id }) => id).slice(-2)).toEqual(['0-5', '0-6'])
  })
})
