import { describe, expect, it } from 'vitest'

import { describeAttacker, json, onEach, rejectionStatus, type Sent } from '../../support/guarding.ts'

describeAttacker((play) => {
  it.each([...onEach, ['nothing', { target: '/_control/nothing' }] as const])(
    'learns nothing from a preflight for %s',
    async (_, { target }) => {
      for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:OTHER']) {
        const headers: readonly string[] = [
          `Origin: ${origin}`,
          'Access-Control-Request-Method: POST',
          'Access-Control-Request-Headers: content-type, authorization',
          'Access-Control-Request-Private-Network: true',
          'Sec-Fetch-Site: cross-site',
        ]
        expect(rejectionStatus(await play({ method: 'OPTIONS', target, headers }))).toBe(403)
        expect(rejectionStatus(await play({ method: 'OPTIONS', target, headers: headers.slice(0, 4) }))).toBe(403)
      }
      expect([404, 405]).toContain(rejectionStatus(await play({ method: 'OPTIONS', target })))
    },
  )

  describe.each<readonly [method: string, target: string, body: string]>([
    ['POST', '/_control/reset', ''],
    ['POST', '/_control/reset', '{}'],
    ['PATCH', '/_control/clock', '{"now":"2020-01-01T00:00:00Z"}'],
    ['PUT', '/_control/scenarios/slow', ''],
    ['POST', '/_control/keys', '{"name":"evil"}'],
    ['DELETE', '/_control/scenarios/commits-then-fails', ''],
    ['POST', '/@other/_control/reset', ''],
  ])('who has a form of an old browser sent: %s %s %j', (method, target, body) => {
    it.each([
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'text/plain; charset=application/json',
      'application/jsonp',
      'application/json, text/plain',
      '',
    ])('as %j: 415', async (type) => {
      expect(rejectionStatus(await play({ method, target, headers: [`Content-Type: ${type}`], body }))).toBe(415)
    })

    it('with a body without a type: 415', async () => {
      expect(rejectionStatus(await play({ method, target, body: body === '' ? '{}' : body }))).toBe(415)
    })

    it('as two types: 415', async () => {
      const headers: readonly string[] = ['Content-Type: text/plain', json]
      expect(rejectionStatus(await play({ method, target, headers, body }))).toBe(415)
    })
  })

  /** Changes that need no body. */
  const bare = [
    ['POST', '/_control/reset'],
    ['POST', '/@other/_control/reset'],
    ['POST', '/_control/sandboxes'],
    ['PUT', '/_control/scenarios/slow'],
    ['DELETE', '/_control/scenarios'],
  ] as const

  const site = (name: string): string => `Sec-Fetch-Site: ${name}`

  it.each<readonly [who: string, sent: Sent]>([
    ['a page', { headers: ['Origin: http://evil.example'] }],
    ['a page that hides its origin', { headers: ['Origin: null'] }],
    ['a page of another port', { headers: ['Origin: http://127.0.0.1:OTHER'] }],
    ['a page, without an origin', { headers: [site('cross-site')] }],
    ['a page behind a proxy', { headers: ['Origin: http://127.0.0.1:PORT', site('cross-site')] }],
    ['a redirect to the fake', { headers: ['Origin: null', site('same-origin')] }],
    ['a page by a name of its own', { hosts: ['evil.example'], headers: ['Origin: http://evil.example'] }],
  ])('who has a change sent without a body, and so without a type, by %s: 403', async (_, sent) => {
    for (const [method, target] of bare) expect(rejectionStatus(await play({ ...sent, method, target }))).toBe(403)
    expect(rejectionStatus(await play({ ...sent, method: 'POST', target: '/_control/reset', body: '' }))).toBe(403)
  })

  it.each<readonly [who: string, headers: readonly string[]]>([
    ['curl', []],
    ['who types it in', [site('none')]],
    ['a page of the fake', [site('same-origin')]],
    ['a page of the fake, with its origin', ['Origin: http://127.0.0.1:PORT', site('same-origin')]],
  ])('is not %s: a request without a body needs no type', async (_, headers) => {
    // It is on already.
    for (const sent of [{}, { body: '' }]) {
      const got = await play({ method: 'PUT', target: '/_control/scenarios/commits-then-fails', headers, ...sent })
      expect([got.status, got.text]).toEqual([200, expect.stringContaining('"active":true')])
    }
    expect(rejectionStatus(await play({ method: 'POST', target: '/_control/reset', headers, body: '{}' }))).toBe(415)
  })

  const elsewhere: string = 'Origin: http://evil.example'

  it.each<readonly [target: string, statuses: readonly number[]]>([
    ['//_control/reset', [401]],
    ['/_control//reset', [403]],
    ['/_control/reset/', [403]],
    ['/%5fcontrol/reset', [403]],
    ['/_control%2freset', [401]],
    ['/_Control/reset', [401]],
    ['/_control/reset?', [403]],
    ['/_control/reset#x', [400, 403]],
    ['/v1/../_control/reset', [403]],
    ['/_control/x/../reset', [403]],
    ['/@x/_control/reset', [403]],
    ['/@Default/_control/reset', [403]],
    ['/@/_control/reset', [400]],
    ['/@x/@x/_control/reset', [401]],
    ['/%40x/_control/reset', [401]],
    ['/\\_control/reset', [400]],
    ['_control/reset', [400]],
    ['*', [400]],
    ['/_control?/reset', [403]],
    ['http:///_control/reset', [400, 401, 403]],
    ['/_contr\u00f6l/reset', [400]],
  ])('who writes the path as %s', async (target, statuses) => {
    expect(statuses).toContain(rejectionStatus(await play({ method: 'POST', target, headers: [json, elsewhere] })))
    // Under another host the API does not get as far as the missing key.
    expect(statuses.map((status) => (status === 401 ? 400 : status))).toContain(
      rejectionStatus(await play({ method: 'POST', target, hosts: ['evil.example'], headers: [json] })),
    )
    // Nor does it open what needs a type.
    expect([400, 401, 404, 405, 415]).toContain(
      rejectionStatus(await play({ method: 'POST', target, headers: ['Content-Type: text/plain'] })),
    )
  })

  it.each(['/', '/favicon.ico', '/openapi.json', '/@new/openapi.json'])(
    'who lets a name of its own lead to %s',
    async (target) => {
      expect(rejectionStatus(await play({ target, hosts: ['evil.example'] }))).toBe(400)
    },
  )

  it.each(['X-HTTP-Method-Override: POST', 'X-Original-URL: /_control/reset', 'X-Forwarded-Prefix: /_control'])(
    'who says by %s that the request is another',
    async (header) => {
      for (const target of ['/_control/reset', '/_control/scenarios', '/_control/keys/full-access', '/_control']) {
        const { headers } = await play({ target, headers: [header] })
        expect([...headers.keys()].filter((known) => known.startsWith('access-control-'))).toEqual([])
      }
      expect(rejectionStatus(await play({ target: '/_control/scenarios?_method=DELETE', headers: [header] }))).toBe(400)
    },
  )

  it.each(['/_control/health', '/_control/ready'])(
    'does not even learn from %s that a fake is there',
    async (target) => {
      for (const header of [elsewhere, 'Origin: null', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Site: same-site']) {
        for (const method of ['GET', 'OPTIONS']) {
          expect(rejectionStatus(await play({ method, target, headers: [header] }))).toBe(403)
        }
      }
      expect(rejectionStatus(await play({ target, hosts: ['evil.example'] }))).toBe(403)
    },
  )

  it.each<readonly [what: string, sent: Sent]>([
    [
      'a page of the fake itself',
      { headers: ['Origin: http://127.0.0.1:PORT', 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: cors'] },
    ],
    ['an address that is typed in', { headers: ['Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate'] }],
    ['another name of the loopback', { hosts: ['localhost:PORT'] }],
    ['the loopback of IPv6', { hosts: ['[::1]:PORT'], headers: ['Origin: http://[::1]:PORT'] }],
    ['a port that is forwarded', { hosts: ['localhost:8080'], headers: ['Origin: http://localhost:8080'] }],
    ['a host without a port', { hosts: ['127.0.0.1'], headers: ['Origin: http://127.0.0.1'] }],
    ['a target in absolute form', { target: 'http://127.0.0.1:PORT/_control' }],
    ['HTTP/1.0 with a host', { http: '1.0' }],
  ])('is not who sends %s', async (_, sent) => {
    const target = sent.target ?? '/_control'
    const got = await play({ ...sent, target })
    expect([got.status, got.text]).toEqual([200, expect.stringContaining('"name":"default"')])
    const changed = await play({
      ...sent,
      method: 'POST',
      target: `${target}/clock/advance`,
      headers: [...(sent.headers ?? []), 'Content-Type: Application/JSON; charset=utf-8'],
      body: '{"by":"0s"}',
    })
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('"mode":"frozen"')])
  })
})
