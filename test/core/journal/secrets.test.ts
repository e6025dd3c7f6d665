import fc from 'fast-check'
import { expect, it } from 'vitest'

import { redacted } from '../../../src/core/lib/secrets.ts'
import { jobBody } from '../../support/answers.ts'
import { describeWays, verificationError } from '../../support/control.ts'

const list = '/cloud/resources'
const jobs = '/data/analysis/jobs'

/** Secrets with a mark in them that no other text has. */
const mark = 'hush4711'

/** A name as JSON may have it, each letter escaped. */
const escaped = (name: string): string => name.replaceAll(/./g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)

/** Bodies with a secret under a name, in every form that the journal may meet. */
const forms: Readonly<Record<string, (name: string, secret: string) => string>> = {
  JSON: (name, secret) => JSON.stringify({ a: 1, [name]: secret, b: 2 }),
  'JSON with an object': (name, secret) => JSON.stringify({ [name]: { value: secret, more: [secret] } }),
  'JSON with a list': (name, secret) => JSON.stringify({ inner: [{ [name]: [secret, { x: secret }] }] }),
  'JSON with white space': (name, secret) => JSON.stringify({ a: [{ [name]: secret }] }, undefined, 4),
  'JSON with escapes': (name, secret) => `{"${escaped(name)}":"${secret}"}`,
  'cut JSON': (name, secret) => JSON.stringify({ [name]: secret, text: 'x'.repeat(70_000) }),
  'JSON that is cut in the secret': (name, secret) =>
    JSON.stringify({ text: 'x'.repeat(65_500 - name.length), [name]: secret.repeat(9) }),
  'deep JSON': (name, secret) => `${'{"a":'.repeat(5000)}{"${name}":"${secret}"}${'}'.repeat(5000)}`,
  'a secret that is deep': (name, secret) => `{"${name}":${'['.repeat(5000)}"${secret}"${']'.repeat(5000)}}`,
  'JSON without its end': (name, secret) => `{"${name}":"${secret}"`,
  'lines of JSON': (name, secret) => `{"a":1}\n{"${name}":"${secret}"}`,
  'a form': (name, secret) => new URLSearchParams({ a: '1', [name]: `${secret}, & more ${secret}`, b: '2' }).toString(),
  'a form with an encoded name': (name, secret) => `%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${secret}&a=1`,
  'lines of settings': (name, secret) => `A=1\n${name}=${secret}\nB=2`,
}

const names = [
  'password',
  'Password',
  'user_passwd',
  'passphrase',
  'pwd',
  'private_key',
  'privateKey',
  'api_key',
  'apiKey',
  'access-key',
  'client_secret',
  'accessToken',
  'credentials',
  'cookie',
  'Authorization',
]

describeWays('the journal', (open) => {
  it.each(Object.entries(forms))('has no secret of %s', async (_, write) => {
    const { fake, api } = await open()
    for (const name of names) await api('POST', jobs, { body: write(name, mark) })
    const shown = await fake.requests.list()
    expect(shown).toHaveLength(names.length)
    for (const [i, entry] of shown.entries()) {
      expect([names[i], JSON.stringify(entry).includes(mark)]).toEqual([names[i], false])
      expect(JSON.stringify(entry.request.body)).toMatch(
        /\[redacted\]|^"\[\d+ characters, (not JSON|nested too deeply)\]"$/,
      )
    }
  })

  it.each(names)('has no secret of a query or a header named %s', async (name) => {
    const { fake, api } = await open()
    const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`
    await api('GET', `${list}?limit=1&${name}=${mark}&${encoded}=${mark}=${mark}&plain=shown`, {
      headers: { [`x-${name}`]: mark, 'X-Plain': 'shown' },
    })
    const [entry] = await fake.requests.list()
    expect(JSON.stringify(entry)).not.toContain(mark)
    expect(entry?.path).toBe(`/v1${list}?limit=1&${name}=[redacted]&${encoded}=[redacted]&plain=shown`)
    expect(entry?.request.headers['x-plain']).toBe('shown')
  })

  it('shows every value that is no secret as it was sent', async () => {
    const { fake, api } = await open()
    const bodies = [
      { ...jobBody, password: null, token: true, tokens: false, key: 'shown', pass: 'shown', author: 'shown' },
      [[], {}, '', 0, 'password', { a: ['token', 'x'] }],
      'password: shown as a text of JSON',
    ]
    for (const body of bodies) await api('POST', jobs, { body: JSON.stringify(body) })
    expect((await fake.requests.list()).map(({ request }) => request.body)).toEqual(bodies)
  })

  it('hides a body that is no JSON, but for its length', async () => {
    const { fake, api } = await open()
    for (const body of ['a=1&b=c%20d', '{"a":"shown","b":', '{']) await api('POST', jobs, { body })
    const shown = (await fake.requests.list()).map(({ request }) => request.body)
    expect(shown).toEqual(['[11 characters, not JSON]', '[17 characters, not JSON]', '{'])
  })

  it('never shows the secret that a request sent, wherever it stands', async () => {
    const { fake, api } = await open()
    for (const key of ['hush4711', 'hush47+1/=', '"hush4711"']) {
      const inPath = encodeURIComponent(key)
      const headers = { 'X-Plain': `a ${key} b` }
      await api('GET', `${list}/${inPath}?a=${inPath}&${inPath}=1`, { key, headers })
      await api('POST', jobs, { key, body: { ...jobBody, name: key, [key]: [key] } })
      await api('POST', jobs, { key, body: `{"a":${JSON.stringify(key)},` })
      const text = JSON.stringify(await fake.requests.list())
      expect(text).not.toMatch(/hush47/)
      const { message, nearest } = await verificationError(fake.requests.verify({ path: '/other' }, 1))
      expect(message + JSON.stringify(nearest)).not.toMatch(/hush47/)
    }
  })

  it('never shows the secret of a key, of whichever sandbox', async () => {
    const { fake, api } = await open()
    const { secret } = await fake.sandbox('a-b').keys.create({ name: 'k' })
    for (const key of ['csf_full_access', 'csf_cookie', secret]) {
      const headers = { 'X-Auth-Token': mark, Referer: `https://example.com/?k=${key}`, Cookie: key }
      await api('GET', `/cloud/${key}?api%5Fkey=${mark}&limit=1`, { headers })
      await api('POST', jobs, { body: { ...jobBody, name: key } })
    }
    const texts = [JSON.stringify(await fake.requests.list())]
    expect(texts[0]).toContain('?api%5Fkey=[redacted]&limit=1')
    for (const match of [
      { operation: 'getJob' } as const,
      { path: '/other' },
      { query: { api_key: 'other' } },
      { header: { 'x-auth-token': 'other' } },
    ]) {
      const { message, nearest } = await verificationError(fake.requests.verify(match, 1))
      texts.push(message, JSON.stringify(nearest))
    }
    for (const hidden of [mark, 'csf_', secret.slice(-32)]) expect(texts.join('\n')).not.toContain(hidden)
  })

  it.each(names)('has no secret of a header named %s of an answer, nor of the one that asked for it', async (name) => {
    const { fake, api } = await open()
    const key = 'hush4711-key'
    const headers = { [`X-${name}`]: mark, 'X-Echo': key, 'X-Drawn': 'csf_0123456789', 'X-Plain': 'shown' }
    await api('GET', list, { key, headers: { 'X-Fake-Then': JSON.stringify({ error: 'internal_error', headers }) } })
    const [entry] = await fake.requests.list()
    const shown = { 'X-Echo': redacted, 'X-Drawn': redacted, 'X-Plain': 'shown' }
    expect(entry?.response.headers).toMatchObject({ ...shown, [`X-${name}`]: redacted })
    expect(JSON.parse(entry?.request.headers['x-fake-then'] ?? '')).toEqual({
      error: 'internal_error',
      headers: { ...shown, [`X-${name}`]: redacted },
    })
    expect(JSON.stringify([entry, await fake.requests.show(entry?.id ?? '')])).not.toContain('hush4711')
  })

  it('has no secret of an effect that a request asks for', async () => {
    const { fake, api } = await open()
    const effects = [
      JSON.stringify({ status: 500, body: { user: { password: mark }, token: null, plain: 'shown' } }),
      JSON.stringify({ replace: { api_key: [mark] } }),
      JSON.stringify({ body: `password=${mark}&plain=shown` }),
      JSON.stringify({ body: JSON.stringify({ password: mark }) }),
      `{"body":{"${escaped('password')}":"${mark}"}}`,
      `{"body":{"password":"${mark}","password":null}}`,
      `{"body":{"plain":"${mark}"}`,
      mark,
      JSON.stringify([[mark]]).repeat(2),
    ]
    for (const effect of effects) await api('GET', list, { headers: { 'X-Fake-Then': effect } })
    const entries = await fake.requests.list()
    expect(JSON.stringify(entries)).not.toContain(mark)
    const shown = entries.map(({ request }) => request.headers['x-fake-then'])
    expect(JSON.parse(shown[0] ?? '')).toEqual({
      status: 500,
      body: { user: { password: redacted }, token: null, plain: 'shown' },
    })
    expect(JSON.parse(shown[2] ?? '')).toEqual({ body: expect.stringMatching(/^\[\d+ characters, not JSON\]$/) })
    for (const text of shown.slice(-3)) expect(text).toMatch(/^\[\d+ characters, not JSON\]$/)
    // A request that is sent again asks for the same.
    const again = await fake.requests.send(entries[0]?.id ?? '')
    expect(again.status).toBe(500)
  })

  it('has no secret of any JSON, cut or broken anywhere', async () => {
    const { fake, api } = await open()
    const words = fc.constantFrom(...names, 'a', 'name', 'items')
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, 12, 'x', 'a "b" {c', '\\'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(words, tie('value'), { maxKeys: 3 }),
      ),
    })).value
    const documents = fc.record({
      around: fc.array(value, { minLength: 1, maxLength: 4 }),
      name: fc.constantFrom(...names),
      at: fc.nat(),
      cut: fc.option(fc.nat(40)),
      tail: fc.constantFrom('', '}', ',', '"', '&a=b'),
      space: fc.constantFrom(undefined, 2),
    })
    await fc.assert(
      fc.asyncProperty(documents, async ({ around, name, at, cut, tail, space }) => {
        const place = at % around.length
        const items = around.map((one, i) => (i === place ? { before: one, [name]: mark, after: one } : one))
        const text = JSON.stringify(items, undefined, space)
        await api('POST', jobs, { body: (cut === null ? text : text.slice(0, text.length - cut)) + tail })
        expect(JSON.stringify(await fake.requests.list())).not.toContain(mark)
        await fake.requests.clear()
      }),
      { numRuns: 200 },
    )
  })
})
