import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Fake, startFake } from 'cloudsec-fake'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { page } from '../docs/page.ts'
import { freeAddresses, until } from './support/listening.ts'
import { has } from './support/programs.ts'

const token = 'a-token-of-a-test'

describe.skipIf(!has('promtool'))('Prometheus', () => {
  let fake: Fake
  let folder: string
  const children: ChildProcess[] = []
  beforeAll(async () => {
    fake = await startFake({ controlToken: token })
    folder = await mkdtemp(join(tmpdir(), 'cloudsec-fake-'))
    const headers = { Authorization: `Bearer ${fake.apiKey}` }
    for (const path of ['/cloud/resources', '/cloud/resources?limit=0', '/nowhere']) {
      await (await fetch(fake.baseUrl + path, { headers })).text()
    }
    const failing = { ...headers, 'X-Fake-Scenario': 'internal-error' }
    await (await fetch(`${fake.baseUrl}/cloud/resources`, { headers: failing })).text()
  })
  afterAll(async () => {
    await Promise.all(
      children.map(async (child) => {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }),
    )
    await fake.close()
    await rm(folder, { recursive: true })
  })

  const promtool = (args: readonly string[], input = '') => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
    return { status, stdout, stderr }
  }

  /** The configuration that the page prints. */
  const printed = page('docs/metrics.md').blocks.find(({ language }) => language === 'yaml')?.code ?? ''

  /** The queries that the page prints, for a scrape every 200 ms. */
  const queries = (page('docs/metrics.md').blocks.find(({ language }) => language === 'promql')?.code ?? '')
    .trim()
    .split('\n')
    .map((line) => line.replace(':15s', ':200ms'))

  /** The same with a token, for another target. */
  const configuration = (target: string): string =>
    printed
      .replace(/^.*With tokens.*\n/m, '')
      .replaceAll('    # ', '    ')
      .replace('READ-TOKEN', token)
      .replace('127.0.0.1:4747', target)

  it('finds nothing to complain about in the metrics', async () => {
    const response = await fetch(`${fake.controlUrl}/metrics`, { headers: { Authorization: `Bearer ${token}` } })
    expect(promtool(['check', 'metrics'], await response.text())).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('takes the configuration of the page, as it is and with a token', async () => {
    for (const text of [printed, configuration('127.0.0.1:1')]) {
      const file = join(folder, 'checked.yml')
      await writeFile(file, text)
      expect(promtool(['check', 'config', '--lint-fatal', file])).toMatchObject({ status: 0, stderr: '' })
    }
  })

  it('scrapes a fake with its token, and answers queries', async () => {
    const file = join(folder, 'prometheus.yml')
    await writeFile(file, configuration(new URL(fake.baseUrl).host).replace('15s', '200ms'))
    const [url = ''] = await freeAddresses(1)
    const flags = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
    ]
    children.push(spawn('prometheus', flags, { stdio: 'ignore' }))
    const query = async (expression: string) => {
      const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`).catch(() => undefined)
      return results.safeParse(await response?.json().catch(() => undefined)).data?.data.result ?? []
    }
    await until(async () => (await query('cloudsec_fake_requests_total')).length > 0)
    const counts = await query('sum by (operation, status, code) (cloudsec_fake_requests_total{sandbox="default"})')
    const shown = counts.map(({ metric: { operation = '', status, code = '' }, value: [, value] }) =>
      [operation, status, code, value].join(' '),
    )
    expect(shown.toSorted()).toEqual([
      ' 404 resource_not_found 1',
      'listResources 200  1',
      'listResources 400 invalid_request 1',
      'listResources 500 internal_error 1',
    ])
    // New sandboxes, which are asked once each between two scrapes.
    const wrong = async (name: string): Promise<void> => {
      await (
        await fetch(`${fake.sandbox(name).baseUrl}/nowhere`, { headers: { Authorization: `Bearer ${fake.apiKey}` } })
      ).text()
    }
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(wrong))
    const byCode = queries.find((line) => line.includes('increase')) ?? expect.fail('no such query')
    const increase = async (): Promise<number> => {
      const found = (await query(byCode)).find(({ metric: { code } }) => code === 'resource_not_found')
      return Math.round(Number(found?.value[1] ?? 0))
    }
    await until(async () => (await increase()) >= 5)
    for (const line of queries.filter((line) => line.startsWith('sum'))) expect(await query(line)).not.toEqual([])
    expect(await query('up')).toMatchObject([{ value: [expect.any(Number), '1'] }])
    const headers = { Authorization: `Bearer ${token}` }
    const target = await fetch(`${url}/api/v1/metadata?metric=cloudsec_fake_requests_total`, { headers })
    expect(await target.json()).toMatchObject({ data: { cloudsec_fake_requests_total: [{ type: 'counter' }] } })
  })
})

const results = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
  }),
})
