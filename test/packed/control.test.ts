import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { describePacked } from './describe-packed.ts'

const documentSchema = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.looseObject({})) })

describePacked('the control plane', ({ serve }) => {
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

  it('serves the dashboard with its files, and names its addresses to others', async () => {
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
    expect(await (await fetch(fake.dashboardUrl)).text()).toContain(`API ${fake.baseUrl}\n`)
  })
})
