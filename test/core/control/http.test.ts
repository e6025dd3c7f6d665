import { expect, it } from 'vitest'

import { noon } from '../../support/answers.ts'
import {
  describeTwoWays,
  describeShared,
  describeWays,
  type ControlledFake,
  readProblem,
  stateOf,
} from '../../support/control.ts'
import { kinds } from '../../support/record-admin.ts'

describeShared('an address that the control plane does not have', (shared) => {
  it.each<readonly [method: string, path: string, lead: string]>([
    ['POST', '/journal', '. GET BASE lists all'],
    ['GET', '/healthz', '. Did you mean GET BASE/health?'],
    ['GET', '/scenario', '. Did you mean GET BASE/scenarios'],
    ['POST', '/clock/advanced', '. Did you mean POST BASE/clock/advance'],
    ['GET', '/clock/', '. Did you mean GET BASE/clock'],
    ['GET', '/keys/full-access/secret', '.'],
    ['GET', '//', '.'],
    ['GET', '/%2563lock', '.'],
    // They name nothing.
    ...['scenarios', 'keys', ...kinds].map((noun): [string, string, string] => ['GET', `/${noun}/`, '']),
  ])('leads to what is meant, to the nearest, or to the list: %s %s', async (method, path, lead) => {
    for (const base of ['/_control', '/@one/_control']) {
      const detail = `${method} ${base}${path}: no such path${lead.replace('BASE', base)}`
      const message = readProblem(await shared().send(method, base + path), 404)
      expect(message.slice(0, detail.length)).toBe(detail)
    }
  })

  it('may be long', async () => {
    const message = readProblem(await shared().control('GET', `/${'x'.repeat(500)}`), 404)
    expect(message).toContain(`GET /_control/${'x'.repeat(66)}…: no such path.`)
  })
})

describeShared('another method than those of a path', (shared) => {
  it.each<readonly [method: string, path: string, allowed: string]>([
    ['POST', '', 'GET'],
    ['POST', '/', 'GET'],
    ['DELETE', '/health', 'GET'],
    ['GET', '/reset', 'POST'],
    ['HEAD', '/reset', 'POST'],
    ['POST', '/clock', 'GET, PATCH'],
    ['PATCH', '/scenarios', 'GET, DELETE, POST'],
    ['POST', '/scenarios/flaky', 'GET, PUT, DELETE'],
    ...kinds.flatMap((kind): [string, string, string][] => [
      ['PUT', `/${kind}`, 'GET, POST'],
      ['PUT', `/${kind}/some-id`, 'GET, PATCH, DELETE'],
      ['OPTIONS', `/${kind}`, 'GET, POST'],
    ]),
    ['PURGE', '/clock', 'GET, PATCH'],
  ])('%s %s: 405, and which there are', async (method, path, allowed) => {
    const { control } = shared()
    const answer = await control(method, path)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed])
    const refusal = `${method}: expected ${allowed} for /_control${path === '/' ? '' : path}`
    if (method !== 'HEAD') expect(readProblem(answer, 405)).toBe(refusal)
    const elsewhere = readProblem(await shared().send('POST', '/@one/_control/health'), 405)
    expect(elsewhere).toBe('POST: expected GET for /@one/_control/health')
  })
})

describeShared('HEAD', (shared) => {
  it.each(['/health', '', '/clock', '/scenarios', '/keys', '/jobs?limit=1'])(
    '%s: the head of GET, and no body',
    async (path) => {
      const { control } = shared()
      const [head, get] = [await control('HEAD', path), await control('GET', path)]
      expect([head.status, head.text]).toEqual([200, ''])
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    },
  )

  it('of what there is not: its status', async () => {
    const { control } = shared()
    expect((await control('HEAD', '/scenarios/nothing')).status).toBe(404)
    expect((await control('HEAD', '/jobs?limit=0')).status).toBe(400)
  })
})

describeTwoWays('a body', (open) => {
  it.each([
    ['', 'the body: required, but missing'],
    ['{', /^the body: not valid JSON \(/],
    ['by=1h', /^the body: not valid JSON \(/],
    ['{"by":"1h"} {"by":"1h"}', /^the body: not valid JSON \(/],
    [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), /^the body: not valid JSON \(/],
  ])('%j that is no JSON of an object changes nothing', async (body, detail) => {
    const panel = await open({ clock: noon })
    const before = await stateOf(panel)
    const message = readProblem(await panel.control('POST', '/clock/advance', body), 400)
    if (typeof detail === 'string') expect(message).toBe(detail)
    else expect(message).toMatch(detail)
    expect(await stateOf(panel)).toEqual(before)
  })

  it('with a mark of byte order, and in more bytes than characters, is read', async () => {
    const { control, fake } = await open({ clock: noon })
    const bytes = new TextEncoder().encode('\uFEFF{"name":"Schlüssel 🔑"}')
    expect((await control('POST', '/keys', bytes)).status).toBe(201)
    expect((await fake.keys.list()).at(-1)?.name).toBe('Schlüssel 🔑')
  })

  it('may be of a mebibyte, and of no byte more', async () => {
    const panel = await open({ clock: noon })
    const body = (bytes: number): string => `{"by":"1h"${' '.repeat(bytes - 11)}}`
    expect((await panel.control('POST', '/clock/advance', body(1_048_576))).status).toBe(200)
    const before = await stateOf(panel)
    const refused = await panel.control('POST', '/clock/advance', body(1_048_577))
    expect(readProblem(refused, 413)).toBe('the body: expected at most 1048576 bytes, got more')
    expect(await stateOf(panel)).toEqual(before)
  })

  it('that comes in pieces, of an unknown length, has the same limit', async () => {
    const panel = await open({ clock: noon })
    const pieces = (count: number): ReadableStream<Uint8Array> => {
      const texts = [...Array.from({ length: count }, () => ' '.repeat(65_536)), '{"by":"1h"}']
      return ReadableStream.from(texts.map((text) => new TextEncoder().encode(text)))
    }
    expect((await panel.control('POST', '/clock/advance', pieces(3))).status).toBe(200)
    const before = await stateOf(panel)
    expect((await panel.control('POST', '/clock/advance', pieces(16))).status).toBe(413)
    expect(await stateOf(panel)).toEqual(before)
  })

  it.each([
    ['POST', '/reset'],
    ['PUT', '/scenarios/flaky'],
    ['DELETE', '/scenarios/flaky'],
  ])('is not needed by %s %s, and may be an empty object', async (method, path) => {
    const { control } = await open({ clock: noon })
    for (const body of [undefined, '', {}]) expect((await control(method, path, body)).status).toBe(200)
  })
})

describeWays('names in a path', (open) => {
  it('are read once, however they are written', async () => {
    const { control, fake } = await open({ clock: noon })
    expect((await control('PUT', '/scenarios/rate%2Dlimit%2dexhausted')).status).toBe(200)
    expect((await fake.summary()).scenarios).toEqual(['rate-limit-exhausted'])
    expect(readProblem(await control('GET', '/keys/full%2Daccess%2F..'), 404)).toContain('"full-access/.."')
    expect(readProblem(await control('GET', '/keys/full%252Daccess'), 404)).toContain('"full%2Daccess"')
    expect(readProblem(await control('GET', '/scenarios/%E2%98%83'), 404)).toContain('"☃"')
    expect(readProblem(await control('GET', '/scenarios/%zz'), 404)).toContain('"%zz"')
    expect(readProblem(await control('GET', '/scenarios/%00'), 404)).toContain('"\\u0000"')
    expect(readProblem(await control('GET', '/scenarios/__proto__'), 404)).toContain('"__proto__"')
  })

  it('that are those of records are read in either case', async () => {
    const { fake } = await open({ clock: noon })
    const [first] = (await fake.jobs.list({ limit: 1 })).items
    const id = String(first?.['id'])
    expect(await fake.jobs.get(id.toUpperCase())).toEqual(first)
  })

  it('are those of things, in every form in a path', async () => {
    const panel = await open({ clock: noon })
    const { fake } = panel
    const before = await stateOf(panel)
    for (const name of ['', '.', '..', '../keys', 'a/b', '?', '#', '%']) {
      expect(await fake.jobs.get(name), name).toBeUndefined()
      for (const work of [
        () => fake.scenarios.show(name),
        () => fake.scenarios.on(name),
        () => fake.scenarios.off(name),
        () => fake.keys.revoke(name),
        () => fake.quota.set(name, {}),
        () => fake.jobs.update(name, {}),
        () => fake.jobs.remove(name),
      ]) {
        await expect(work(), `${work.toString()} ${name}`).rejects.toMatchObject({ name: 'InputError' })
      }
    }
    expect(await stateOf(panel)).toEqual(before)
  })
})

type Change = readonly [method: string, path: string, body: unknown]

describeTwoWays('a sandbox that there is not yet', (open) => {
  /** Tries to create one more sandbox in a fake with room for two. @returns true if there was room */
  const hasRoom = async ({ send }: ControlledFake): Promise<boolean> =>
    (await send('PUT', '/@last/_control/scenarios/slow')).status === 200

  const bounded = { clock: noon, maxSandboxes: 2 }

  it.each([
    ['GET', ''],
    ['GET', '/clock'],
    ['GET', '/health'],
    ['HEAD', ''],
    ['GET', '/outbox/next?timeout=0s'],
  ])('is shown as it would be, but not made, by %s %s', async (method, path) => {
    const panel = await open(bounded)
    expect((await panel.at('new').control(method, path)).status).toBe(200)
    expect(await hasRoom(panel)).toBe(true)
  })

  it('is shown under its own name', async () => {
    const { text } = await (await open(bounded)).at('new').control('GET', '')
    expect(JSON.parse(text)).toMatchObject({ name: 'new', clock: { now: '2026-07-01T12:00:00.000Z' } })
  })

  it.each<Change>([
    ['PATCH', '/clock', {}],
    ['PUT', '/scenarios/flaky', undefined],
    ['POST', '/scenarios', { name: 'own' }],
    ['POST', '/keys', { name: 'k' }],
    ['DELETE', '/keys/read-only', undefined],
    ['POST', '/reset', undefined],
    ['POST', '/jobs', {}],
  ])('is made by %s %s %j', async (method, path, body) => {
    const panel = await open(bounded)
    expect((await panel.at('new').control(method, path, body)).status).toBeLessThan(300)
    expect(await hasRoom(panel)).toBe(false)
  })

  it('keeps what was changed, and is the one that the API serves', async () => {
    const { at, fake } = await open(bounded)
    await at('new').control('PATCH', '/clock', { now: '2026-08-01T00:00:00Z' })
    expect((await at('new').api('GET', '/cloud/resources')).headers.get('date')).toBe('Sat, 01 Aug 2026 00:00:00 GMT')
    expect((await fake.clock.show()).now).toBe('2026-07-01T12:00:00.000Z')
  })

  it('and would be one too many is refused, and nothing of it is kept', async () => {
    const panel = await open({ ...bounded, maxStoredBytes: 60_000 })
    await panel.at('one').control('PUT', '/scenarios/flaky')
    const before = await stateOf(panel.at('one'))
    for (let i = 0; i < 20; i += 1) {
      for (const [method, path, body] of [
        ['POST', '/jobs', {}],
        ['POST', '/keys', { name: 'k' }],
        ['PUT', '/scenarios/flaky', undefined],
        ['POST', '/reset', undefined],
      ] as const) {
        expect(readProblem(await panel.at(`two-${i}`).control(method, path, body), 503)).toBe(
          `this fake holds 2 sandboxes, its limit; "two-${i}" was not created`,
        )
      }
    }
    expect(await stateOf(panel.at('one'))).toEqual(before)
    expect(JSON.parse((await panel.at('two-1').control('GET', '')).text)).toMatchObject({
      name: 'two-1',
      scenarios: [],
      counts: { jobs: 25 },
    })
    // The room of the records that were not kept is there for others.
    expect((await panel.at('one').control('POST', '/jobs', {})).status).toBe(201)
  })

  it('with a name that is none is not one', async () => {
    const { send } = await open(bounded)
    const headers = { Authorization: 'Bearer csf_full_access' }
    const expected = (name: string): string =>
      `the path: expected the name of a sandbox, 1 to 63 lower-case letters, digits and hyphens, not a hyphen first, such as /@checkout; got "${name}"`
    expect(readProblem(await send('GET', '/@Big/_control', { headers }), 400)).toBe(expected('Big'))
    expect(readProblem(await send('POST', '/@-a/_control/reset'), 400)).toBe(expected('-a'))
    expect(readProblem(await send('GET', '/@a%20b/_control', { headers }), 400)).toBe(expected('a b'))
    expect(JSON.parse((await send('GET', '/@/_control', { headers })).text)).toMatchObject({
      error: { code: 'invalid_request', details: expected('') },
    })
    expect(JSON.parse((await send('GET', '/@default/_control')).text)).toMatchObject({ name: 'default' })
  })

  it('is not in the way of what others do at the same time', async () => {
    const { at } = await open(bounded)
    const made = await Promise.all(Array.from({ length: 8 }, () => at('new').control('POST', '/jobs', {})))
    expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
    expect(JSON.parse((await at('new').control('GET', '')).text)).toMatchObject({ counts: { jobs: 33 } })
  })
})
