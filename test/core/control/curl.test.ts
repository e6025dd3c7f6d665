import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { noon } from '../../support/answers.ts'
import { describeTwoWays, describeShared, readAs, readProblem, stateOf } from '../../support/control.ts'

const linksOf = z.looseObject({
  links: z.array(z.strictObject({ method: z.string(), path: z.string(), summary: z.string() })),
})

describeShared('a request that names its sandbox by a header', (shared) => {
  it('is refused, since only the API reads the header', async () => {
    const { send } = shared()
    const expected = (path: string): string =>
      `X-Fake-Sandbox: expected the sandbox in the path, ${path}; only the API reads this header`
    const refused = async (sandbox: string) =>
      readProblem(await send('POST', '/_control/reset', { headers: { 'X-Fake-Sandbox': sandbox } }), 400)
    expect(await refused('cart')).toBe(expected('/@cart/_control/reset'))
    expect(await refused('Cart/')).toBe(expected('/@NAME/_control/reset'))
    const headers = { 'X-Fake-Sandbox': 'cart' }
    expect(readProblem(await send('GET', '/_control/requests', { headers }), 400)).toBe(
      expected('/@cart/_control/requests'),
    )
    expect((await send('GET', '/_control/health', { headers })).status).toBe(200)
    expect((await send('GET', '/@cart/_control/requests', { headers })).status).toBe(200)
    expect((await send('POST', '/@cart/_control/reset', { headers })).status).toBe(200)
  })
})

describeShared('a body in the type that curl gives it by itself', (shared) => {
  it.each([
    ['POST', '/reset', "curl --json '{}'"],
    ['PUT', '/scenarios/slow', "curl -X PUT --json '{}'"],
    ['PATCH', '/clock', "curl -X PATCH --json '{}'"],
  ])('%s %s: the refusal shows how to send it', async (method, path, command) => {
    const { send } = shared()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const expected = `Content-Type: expected application/json, as ${command} sends it, got "application/x-www-form-urlencoded"`
    for (const body of ['{}', '']) {
      expect(readProblem(await send(method, `/_control${path}`, { headers, body }), 415)).toBe(expected)
    }
  })
})

describeShared('the list of all requests', (shared) => {
  it('stays in its sandbox, and leads where it says', async () => {
    const { send } = shared()
    const { links } = readAs(await send('GET', '/@one/_control'), 200, linksOf)
    expect(links).toContainEqual({ method: 'GET', path: '/@one/_control/clock', summary: 'Shows the clock' })
    for (const { method, path } of links) {
      expect(path.startsWith('/@one/_control')).toBe(true)
      // Only a fake that serves https has /tls, and metrics are no JSON.
      if (method !== 'GET' || /[{]|stream$|next$|tls$|metrics$/.test(path)) continue
      expect((await send('GET', path)).status).toBe(200)
    }
  })
})

describeTwoWays('the address of a fake', (open) => {
  it.each(['', '/@one'])('shows where to go on, without a key, and counts nowhere: %s/', async (prefix) => {
    const panel = await open({ clock: noon })
    const before = await stateOf(panel)
    const { origin } = new URL(panel.fake.baseUrl)
    for (const path of prefix === '' ? ['/', '/?x=1'] : ['/@one/', '/@one', '/@one?x=1']) {
      const page = await panel.send('GET', path)
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
      expect(page.headers.get('vary')).toBe('Accept')
      for (const shown of ['/v1', '/_control']) expect(page.text).toContain(` ${origin}${prefix}${shown}\n`)
      expect(page.text).not.toContain('csf_')
      const head = await panel.send('HEAD', path)
      expect([head.status, head.text]).toEqual([200, ''])
    }
    expect((await panel.send('GET', '/favicon.ico')).status).toBe(204)
    expect(await stateOf(panel)).toEqual(before)
    expect(await panel.fake.requests.list()).toEqual([])
    expect(await panel.fake.sandboxes.list()).toHaveLength(1)
  })

  it('is a page for GET only, and at these paths only', async () => {
    const { send } = await open({ clock: noon })
    for (const [method, path] of [
      ['POST', '/'],
      ['OPTIONS', '/@one/'],
      ['DELETE', '/favicon.ico'],
      ['GET', '/@one/favicon.ico'],
      ['GET', '/index.html'],
      ['GET', '/_dashboard'],
      ['GET', '/_dashboard/'],
    ] as const) {
      expect((await send(method, path)).status, `${method} ${path}`).toBe(401)
    }
  })
})
