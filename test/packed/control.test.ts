import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { answers, jobBody, noon } from '../support/answers.ts'
import { read } from '../support/fake.ts'
import { describePacked } from './describe-packed.ts'

const documentSchema = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.looseObject({})) })

describePacked('the control plane', ({ serve }) => {
  it('switches scenarios, assumptions and the clock, shows requests, and resets', async () => {
    const { sandbox, get, post } = await serve('--clock', noon)
    await sandbox.scenarios.on('service-unavailable')
    expect((await get('/cloud/resources')).status).toBe(503)
    await sandbox.scenarios.off()
    await sandbox.assumptions.set({ limitAboveMax: 'clamp' })
    expect((await get('/cloud/resources?limit=101')).status).toBe(200)
    const { id } = read(await post('/data/analysis/jobs', jobBody), 201, answers.job).data
    await sandbox.clock.advance('5s')
    expect(read(await get(`/data/analysis/jobs/${id}`), 200, answers.job).data.status).toBe('completed')
    const requests = await sandbox.requests.list()
    expect(requests.map(({ operation, status }) => [operation, status])).toEqual([
      ['listResources', 503],
      ['listResources', 200],
      ['createJob', 201],
      ['getJob', 200],
    ])

    await sandbox.reset()
    expect((await get('/cloud/resources?limit=101')).status).toBe(400)
    expect((await get(`/data/analysis/jobs/${id}`)).status).toBe(404)
    expect((await sandbox.clock.show()).now).toBe('2026-07-01T12:00:00.000Z')
  })

  it('gives the documents of the API and of itself', async () => {
    const { fake, sandbox } = await serve()
    const { origin } = new URL(fake.baseUrl)
    const documents = [`${origin}/openapi.json`, `${sandbox.controlUrl}/openapi.json`]
    const [api, control] = await Promise.all(
      documents.map(async (url) => documentSchema.parse(await (await fetch(url)).json())),
    )
    expect([api?.openapi, control?.openapi]).toEqual(['3.1.1', '3.1.1'])
    expect(Object.values(api?.paths ?? {}).flatMap((path) => Object.keys(path))).toHaveLength(8)
    expect(Object.keys(control?.paths ?? {})).toContain('/scenarios')
  })

  it('serves the dashboard with its files, and names it to others', async () => {
    const { fake } = await serve()
    const page = await fetch(fake.dashboardUrl, { headers: { Accept: 'text/html' } })
    const text = await page.text()
    expect([page.status, page.headers.get('content-type'), text]).toEqual([
      200,
      'text/html; charset=utf-8',
      expect.stringMatching(/^<!doctype html>/),
    ])
    const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(1)
    for (const sandbox of ['', '@one/']) {
      const files = addresses.map(async (address) => await fetch(new URL(address, fake.dashboardUrl + sandbox)))
      expect((await Promise.all(files)).map(({ status }) => status)).toEqual(addresses.map(() => 200))
    }
    expect(await (await fetch(fake.dashboardUrl)).text()).toContain(`  dashboard              ${fake.dashboardUrl} (in`)
  })
})
