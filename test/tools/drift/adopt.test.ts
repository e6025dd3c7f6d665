import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { defaultProfile } from '../../../src/core/assumptions/profile.ts'
import { ask, capture } from '../../support/capturing.ts'
import { cli, usage } from '../../support/command.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { serve } from '../../support/resolving.ts'

const drift = (baseUrl: string, ...args: readonly string[]) =>
  cli('drift', '--base-url', baseUrl, '--api-key', 'csf_full_access', '--rate', '1000', ...args)

/** A service whose records have fields that the document lacks: in lists, in single records, in objects and in items. */
async function serveExtended() {
  const finding = { id: 'f', severity: 'high', category: 'network', description: 'd', remediation: 'r' }
  const own = { account_id: 'acme-1', details: { kernel: '6.1' }, size: 4 }
  const resources = [
    { extra: own, inList: ['account_id'] },
    { extra: { account_id: null, size: 1.5 }, inList: ['account_id'] },
    {},
  ]
  const assessments = [
    { findings: [finding, finding], extra: { findings: [{ cwe: 'CWE-79' }], by: { name: 'x' } } },
    {},
  ]
  const jobs = [{ extra: { cost: { amount: 3, parts: ['a'] } } }]
  return serve({
    fixtures: await writeFixtures({ 'resources.json': resources, 'assessments.json': assessments, 'jobs.json': jobs }),
  })
}

it('writes fields that the document lacks into fixtures, after which nothing is left', async () => {
  const { baseUrl } = await serveExtended()
  const row = { name: 'mine', extra: { account_id: 'kept' } }
  const fixtures = await writeFixtures({ 'resources.json': { records: [row, {}, {}] }, 'assessments.json': [{}] })
  const known = join(await writeFixtures({ 'known.json': defaultProfile }), 'known.json')
  const first = await drift(baseUrl, '--fixtures', fixtures, '--assumptions', known, '--adopt')
  expect([first.code, first.err]).toEqual([3, ''])
  expect(first.out).toContain(
    'Adopted as extra: account_id in resources.json, details/kernel in resources.json, size in resources.json, findings/*/cwe in assessments.json, by in assessments.json, cost in jobs.json.',
  )
  const { records } = JSON.parse(readFileSync(join(fixtures, 'resources.json'), 'utf8'))
  expect(records[0]).toEqual({
    ...row,
    extra: { ...row.extra, size: 1, details: { kernel: 'word' } },
    inList: ['account_id'],
  })
  expect(readFileSync(join(fixtures, 'resources.json'), 'utf8')).not.toContain('acme')
  expect(await drift(baseUrl, '--fixtures', fixtures)).toMatchObject({ code: 0, err: '' })
  const fake = await serve({ fixtures })
  expect(await ask(fake, '/data/analysis/jobs')).toMatchObject({ body: { data: [{}] } })
})

it('finds nothing in a service whose data was captured', async () => {
  const { baseUrl } = await serveExtended()
  const { output, out } = await capture(baseUrl)
  expect(out).toContain('3 resources, 3 of them complete; undocumented fields: account_id, details, size\n')
  expect(await drift(baseUrl, '--fixtures', output)).toMatchObject({ code: 0, err: '' })
  const corpus = join(output, 'corpus.jsonl')
  expect(await cli('drift', '--fixtures', output, '--corpus', corpus)).toMatchObject({ code: 0, err: '' })
})

it('needs a folder to write to', async () => {
  expect(await cli('drift', '--corpus', 'x', '--adopt')).toEqual(
    usage('--adopt: needs --fixtures, the folder to write to'),
  )
})
