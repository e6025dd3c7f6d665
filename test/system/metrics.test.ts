import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { page } from '../docs/page.ts'
import { getFrom, serve } from '../support/served.ts'
import { has } from './support/programs.ts'

const codeIn = (language: string): string =>
  page('docs/journal.md').blocks.find((block) => block.language === language)?.code ?? ''

describe.skipIf(!has('promtool'))('Prometheus', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloudsec-fake-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const promtool = (args: readonly string[], input = '') => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
    return { status, stdout, stderr }
  }

  it('finds nothing to complain about in the metrics', async () => {
    const fake = await serve()
    for (const path of ['/cloud/resources', '/cloud/resources?limit=0', '/nowhere']) {
      await (await getFrom(fake, path)).text()
    }
    expect(promtool(['check', 'metrics'], await fake.metrics())).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('takes the configuration of the page, as it is and with a token', async () => {
    const printed = codeIn('yaml')
    for (const text of [printed, printed.replace(/^.*With tokens.*\n/m, '').replaceAll('    # ', '    ')]) {
      const file = join(folder, 'checked.yml')
      await writeFile(file, text)
      expect(promtool(['check', 'config', '--lint-fatal', file])).toMatchObject({ status: 0, stderr: '' })
    }
  })

  it('takes the queries of the page', async () => {
    const rules = codeIn('promql')
      .trim()
      .split('\n')
      .map((expr, at) => ({ record: `printed:query${at}:sum`, expr }))
    const file = join(folder, 'rules.yml')
    await writeFile(file, JSON.stringify({ groups: [{ name: 'printed', rules }] }))
    expect(promtool(['check', 'rules', file])).toMatchObject({ status: 0, stderr: '' })
  })
})
