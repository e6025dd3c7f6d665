import { describe, expect, it, onTestFinished } from 'vitest'

import { createFake, type Fake, type FakeOptions, startFake } from '../../../src/index.ts'
import { jobBody, noon, unknownId } from '../../support/answers.ts'
import { describeWays } from '../../support/control.ts'

const list = '/cloud/resources?limit=1'

async function scrape({ fetch: send, controlUrl }: Pick<Fake, 'fetch' | 'controlUrl'>): Promise<string> {
  return await (await send(`${controlUrl}/metrics`)).text()
}

/** The samples of a family, by their labels in one text. */
async function samplesOf(fake: Fake, family: string): Promise<Readonly<Record<string, number>>> {
  const lines = (await scrape(fake)).matchAll(/^cloudsec_fake_(\w+?)(?:_total)?(?:\{(.+)\})? (\d+)$/gm)
  const samples = [...lines].filter(([, name]) => name === family)
  return Object.fromEntries(
    samples.map(([, , labels = '', value]) => {
      const texts = [...labels.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text)
      return [texts.join(' ').trim(), Number(value)]
    }),
  )
}

async function open(options: FakeOptions = {}): Promise<Fake> {
  const fake = await createFake({ clock: noon, ...options })
  onTestFinished(() => fake.close())
  return fake
}

/** Lists resources of a sandbox in process. */
async function ask(
  { fetch: send, baseUrl }: Fake,
  sandbox = 'default',
  headers: Readonly<Record<string, string>> = {},
) {
  const key = { Authorization: 'Bearer csf_full_access', 'X-Fake-Sandbox': sandbox }
  await (await send(baseUrl + list, { headers: { ...key, ...headers } })).text()
}

describeWays('the metrics', (openPanel) => {
  it('count requests and sandboxes', async () => {
    const { fake, api, at } = await openPanel({ clock: noon })
    await api('GET', list)
    await at('blue').api('GET', list)
    await api('GET', `/cloud/resources/${unknownId}`)
    await api('GET', '/nowhere')
    await api('GET', list, { headers: { 'X-Fake-Scenario': 'connection-reset' } }).catch(() => {})
    await at('blue').api('POST', '/data/analysis/jobs', { body: jobBody })
    await at('unknown').api('GET', list, { key: 'wrong' })
    expect(await samplesOf(fake, 'requests')).toEqual({
      'listResources 200': 2,
      'getResource 404 resource_not_found': 1,
      '404 resource_not_found': 1,
      listResources: 1,
      'createJob 201': 1,
      'listResources 401 authentication_error': 1,
    })
    expect(await samplesOf(fake, 'sandboxes')).toEqual({ '': 2 })
  })
})

describe('the metrics', () => {
  it('are the same below every sandbox, and make none', async () => {
    const fake = await open()
    await ask(fake)
    const { origin } = new URL(fake.baseUrl)
    const other = { fetch: fake.fetch, controlUrl: `${origin}/@other/_control` }
    const withoutProcess = (text: string) => text.replaceAll(/^(?:process|nodejs).*$/gm, '')
    expect(withoutProcess(await scrape(other))).toBe(withoutProcess(await scrape(fake)))
    expect(await samplesOf(fake, 'sandboxes')).toEqual({ '': 1 })
  })

  it.each([{}, { journalBytes: 0 }])('lose no request in a fake with %j', async (options) => {
    const fake = await open(options)
    const snapshot = await fake.snapshot.save()
    await ask(fake)
    await ask(fake, 'blue')
    await fake.requests.clear()
    await fake.reset()
    await fake.snapshot.load(snapshot)
    await fake.sandboxes.delete('blue')
    expect(await samplesOf(fake, 'requests')).toEqual({ 'listResources 200': 2 })
  })
})

describe('a scraper', () => {
  it.each([
    undefined,
    '*/*',
    // Prometheus 3.
    'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=0.0.4;q=0.4,*/*;q=0.2',
  ])('that accepts %s gets the text of Prometheus', async (accept) => {
    const fake = await open()
    const headers = accept === undefined ? {} : { Accept: accept }
    const shape = async (method: string) => {
      const answer = await fake.fetch(`${fake.controlUrl}/metrics`, { method, headers })
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
    }
    const expected = { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' }
    expect(await shape('GET')).toEqual({ ...expected, text: expect.stringMatching(/^# HELP \w+ .+\n# TYPE /) })
    expect(await shape('HEAD')).toEqual({ ...expected, text: '' })
  })

  it('that is a program gets the text of Prometheus', async () => {
    const fake = await open()
    expect(await fake.metrics()).toContain('# TYPE cloudsec_fake_sandboxes gauge\ncloudsec_fake_sandboxes 1\n')
  })

  it('needs the control token where there is one', async () => {
    const fake = await startFake({ controlToken: 'a-token-for-a-test' })
    onTestFinished(() => fake.close())
    const statusOf = async (headers: Readonly<Record<string, string>>) =>
      (await fetch(`${fake.controlUrl}/metrics`, { headers })).status
    expect(await statusOf({})).toBe(401)
    expect(await statusOf({ Authorization: 'Bearer a-token-for-a-test' })).toBe(200)
    expect(await statusOf({ Authorization: 'Bearer a-token-for-a-test', Origin: 'http://evil.example' })).toBe(403)
  })
})
