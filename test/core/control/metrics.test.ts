import { expect, it } from 'vitest'

import { jobBody, noon, unknownId } from '../../support/answers.ts'
import { describeWays, type ControlledFake } from '../../support/control.ts'
import { serve } from '../../support/served.ts'

const list = '/cloud/resources?limit=1'

/** The samples of a family, by their labels in one text. */
async function samplesOf({ look }: Pick<ControlledFake, 'look'>, family: string) {
  const lines = (await look('/metrics')).matchAll(/^cloudsec_fake_(\w+?)(?:_total)?(?:\{(.+)\})? (\d+)$/gm)
  const samples = [...lines].filter(([, name]) => name === family)
  return Object.fromEntries(
    samples.map(([, , labels = '', value]) => {
      const texts = [...labels.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text)
      return [texts.join(' ').trim(), Number(value)]
    }),
  )
}

describeWays('the metrics', (open) => {
  it('count requests and sandboxes', async () => {
    const panel = await open({ clock: noon })
    const { api, at } = panel
    await api('GET', list)
    await at('blue').api('GET', list)
    await api('GET', `/cloud/resources/${unknownId}`)
    await api('GET', '/nowhere')
    await api('GET', list, { headers: { 'X-Fake-Scenario': 'connection-reset' } }).catch(() => {})
    await at('blue').api('POST', '/data/analysis/jobs', { body: jobBody })
    await at('unknown').api('GET', list, { key: 'wrong' })
    expect(await samplesOf(panel, 'requests')).toEqual({
      'listResources 200': 2,
      'getResource 404 resource_not_found': 1,
      '404 resource_not_found': 1,
      listResources: 1,
      'createJob 201': 1,
      'listResources 401 authentication_error': 1,
    })
    expect(await samplesOf(panel, 'sandboxes')).toEqual({ '': 2 })
  })

  it('are the same below every sandbox, and make none', async () => {
    const { api, at, look, fake } = await open()
    await api('GET', list)
    const withoutProcess = (text: string) => text.replaceAll(/^(?:process|nodejs).*$/gm, '')
    expect(withoutProcess(await at('other').look('/metrics'))).toBe(withoutProcess(await look('/metrics')))
    expect(await fake.metrics()).toContain('# TYPE cloudsec_fake_sandboxes gauge\ncloudsec_fake_sandboxes 1\n')
  })

  it.each([{}, { journalBytes: 0 }])('lose no request in a fake with %j', async (options) => {
    const panel = await open(options)
    const { fake, api, at } = panel
    const snapshot = await fake.snapshot.save()
    await api('GET', list)
    await at('blue').api('GET', list)
    await fake.requests.clear()
    await fake.reset()
    await fake.snapshot.load(snapshot)
    await fake.sandboxes.delete('blue')
    expect(await samplesOf(panel, 'requests')).toEqual({ 'listResources 200': 2 })
  })
})

it.each([
  undefined,
  // Prometheus 3.
  'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=0.0.4;q=0.4,*/*;q=0.2',
])('a scraper that accepts %s gets the text of Prometheus, by the control token', async (accept) => {
  const fake = await serve({ controlToken: 'a-token-for-a-test' })
  const scrape = async (method: string, headers: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${fake.controlUrl}/metrics`, { method, headers })
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  expect((await scrape('GET', {})).status).toBe(401)
  const headers = { Authorization: 'Bearer a-token-for-a-test', ...(accept === undefined ? {} : { Accept: accept }) }
  const expected = { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' }
  expect(await scrape('GET', headers)).toEqual({ ...expected, text: expect.stringMatching(/^# HELP \w+ .+\n# TYPE /) })
  expect(await scrape('HEAD', headers)).toEqual({ ...expected, text: '' })
})
