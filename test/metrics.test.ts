import { setTimeout } from 'node:timers/promises'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createFake, type Fake, type FakeOptions, startFake } from '../src/index.ts'
import { version } from '../src/lib/version.ts'
import { jobBody, noon, unknownId } from './support/answers.ts'
import { describeWays } from './support/control.ts'
import { readOpenMetrics } from './support/openmetrics.ts'

const list = '/cloud/resources?limit=1'
const openMetrics = 'application/openmetrics-text; version=1.0.0; charset=utf-8'
const plainText = 'text/plain; version=0.0.4; charset=utf-8'

async function scrape(fake: Pick<Fake, 'fetch' | 'controlUrl'>, accept = openMetrics): Promise<Response> {
  return await fake.fetch(`${fake.controlUrl}/metrics`, { headers: { Accept: accept } })
}

/** The samples of a family, each with its labels in one text. */
async function samplesOf(fake: Fake, family: string): Promise<Readonly<Record<string, number>>> {
  const read = readOpenMetrics(await (await scrape(fake)).text()).get(`cloudsec_fake_${family}`)
  if (read === undefined) throw new Error(`no ${family}`)
  return Object.fromEntries(read.samples.map(({ labels, value }) => [Object.values(labels).join(' ').trim(), value]))
}

async function open(options: FakeOptions = {}): Promise<Fake> {
  const fake = await createFake({ clock: noon, ...options })
  onTestFinished(() => fake.close())
  return fake
}

async function ask(fake: Fake, path: string, sandbox = '', headers: Readonly<Record<string, string>> = {}) {
  const url = fake.baseUrl.replace(/\/v1$/, `${sandbox === '' ? '' : `/@${sandbox}`}/v1${path}`)
  const answer = await fake.fetch(url, { headers: { Authorization: `Bearer ${fake.apiKey}`, ...headers } })
  await answer.text()
}

describeWays('the metrics', (open) => {
  it('count requests, rules, assumptions and quotas', async () => {
    const { fake, api, at } = await open({ clock: noon })
    await api('GET', list)
    await api('GET', list)
    await api('GET', `/cloud/resources/${unknownId}`)
    await api('GET', '/nowhere')
    await api('GET', list, { headers: { 'X-Fake-Scenario': 'connection-reset' } }).catch(() => {})
    await at('blue').api('POST', '/data/analysis/jobs', { body: jobBody })
    await at('unknown').api('GET', list, { key: 'wrong' })
    expect(await samplesOf(fake, 'requests')).toMatchObject({
      'default listResources 200': 2,
      'default getResource 404 resource_not_found': 1,
      'default  404 resource_not_found': 1,
      'default listResources   reset': 1,
      'blue createJob 201': 1,
      '_other listResources 401 authentication_error': 1,
    })
    expect(await samplesOf(fake, 'rule_hits')).toMatchObject({ 'connection-reset 0': 1 })
    expect(await samplesOf(fake, 'assumption_answers')).toMatchObject({
      'listOrder newest_first': 2,
      'errorStatus conventional': 3,
    })
    expect(await samplesOf(fake, 'quota_remaining_requests')).toEqual({
      'default full-access': 4995,
      'blue full-access': 4999,
    })
    expect(await samplesOf(fake, 'sandboxes')).toEqual({ '': 2 })
    expect((await samplesOf(fake, 'stored_bytes'))['']).toBeGreaterThan(2048)
    expect((await samplesOf(fake, 'journal_bytes'))['']).toBeGreaterThan(5000)
    expect(await samplesOf(fake, 'build_info')).toEqual({ [version]: 1 })
  })
})
