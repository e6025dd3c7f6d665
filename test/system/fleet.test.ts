import { connect, type Fake, type Fleet, type ScenarioRule } from 'cloudsec-fake'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { jobBody } from '../support/answers.ts'
import { run } from '../support/consumer.ts'
import { openHead, partsOf, watch } from '../support/scenarios.ts'
import * as support from './support/fleet.ts'
import { has } from './support/programs.ts'

const list = '/v1/cloud/resources?limit=3'
const names = ['a', 'b-2', 'checkout', 'worker-1', 'worker-2', 'worker-3', '0', 'x'.repeat(63)]
const known = 'Bearer csf_full_access'

type Way = (name: string, key: string) => readonly [path: string, headers?: Readonly<Record<string, string>>]

/** Ways to name a sandbox. */
const ways: Readonly<Record<string, Way>> = {
  'its address': (name) => [`/@${name}${list}`],
  'its address, with an escape': (name) => [`/@%${name.charCodeAt(0).toString(16)}${name.slice(1)}${list}`],
  'its address, beside other names': (name, key) => [
    `/@${name}${list}`,
    { 'X-Fake-Sandbox': 'other', baggage: 'cloudsec-sandbox=other', Authorization: `Bearer ${key}` },
  ],
  'X-Fake-Sandbox': (name) => [list, { 'X-Fake-Sandbox': name }],
  'X-Fake-Sandbox, beside other names': (name) => [list, { 'X-Fake-Sandbox': name, baggage: 'cloudsec-sandbox=other' }],
  baggage: (name) => [list, { baggage: `cloudsec-sandbox=${name}` }],
  'baggage with more in it': (name) => [list, { baggage: `a=cloudsec-sandbox, cloudsec-sandbox = ${name} ;p=1 , b=2` }],
  'the last member of baggage': (name) => [list, { baggage: `cloudsec-sandbox=other,cloudsec-sandbox=${name}` }],
  'baggage, after a header that is no name': (name) => [
    list,
    { 'X-Fake-Sandbox': 'No Name', baggage: `cloudsec-sandbox=${name}` },
  ],
  'baggage with escapes in other members': (name) => [
    list,
    { baggage: `a=%20,cloudsec-sandbox=%41,cloudsec-sandbox=${name};p=%20,b=%20` },
  ],
  'its address, beside an escape in baggage': (name) => [`/@${name}${list}`, { baggage: 'cloudsec-sandbox=a%2Db' }],
  'X-Fake-Sandbox, beside an escape in baggage': (name) => [
    list,
    { 'X-Fake-Sandbox': name, baggage: 'cloudsec-sandbox=a%2Db' },
  ],
  'its key': (_, key) => [list, { Authorization: `Bearer ${key}` }],
  'its key, in another case': (_, key) => [list, { Authorization: `bearer  ${key}` }],
  'its key, after names that are none': (_, key) => [
    `${list}&at=/@other/`,
    { Authorization: `Bearer ${key}`, baggage: 'cloudsec-sandbox=other,cloudsec-sandbox=No', 'X-Fake-Sandbox': '' },
  ],
}

/** Requests to the plain address that would create a sandbox. */
const creations: readonly (readonly [path: string, body: string])[] = [
  ['/_control/sandboxes', '{"name":"orphan"}'],
  ['/_control/sandboxes', '{}'],
  ['/_control/sandboxes?pretty', ''],
  ['/_control/%73andboxes', '{"name":"orphan"}'],
  ['/@default/_control/sandboxes', '{"name":"orphan"}'],
]

/** Baggage with % in the member that counts. */
const encoded: readonly string[] = [
  'cloudsec-sandbox=worker%2D1',
  'cloudsec-sandbox=%77orker-1;p=1,b=2',
  'cloudsec-sandbox=worker-1, cloudsec-sandbox = 50%',
]

/** Requests to `default`. */
const plain: readonly ReturnType<Way>[] = [
  [list],
  [list, { Authorization: 'Bearer csf_read_only' }],
  [list, { Authorization: `Bearer csf_A_${'0'.repeat(32)}` }],
  [list, { baggage: 'other' }],
  [list, { baggage: 'a=cloudsec-sandbox=other,b=1;cloudsec-sandbox=other' }],
  [list, { baggage: 'a=50%,b=cloudsec-sandbox=%' }],
  [`/@default${list}`],
]

const drawn: readonly string[] = ['drawn-1', 'drawn-2', 'drawn-3']
const [blank, name, member] = [
  fc.constantFrom('', ' ', ' \t'),
  fc.constantFrom(...drawn, 'default', 'No', '-a', '@drawn-1', 'drawn-2/', 'x'.repeat(64), ''),
  fc.constantFrom('cloudsec-sandbox=', 'cloudsec-sandbox = ', 'cloudsec-sandboxes=', 'a=1;cloudsec-sandbox=', 'a='),
]
const joined = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(''))

/** Requests that name a sandbox in any of the ways, in several, badly, or not at all. */
const anyRequest = fc.record({
  path: fc.oneof(fc.constant(''), joined(fc.constantFrom('/@', '//@', '/@@', '/@%64efault/../@'), name)),
  'X-Fake-Sandbox': fc.option(joined(blank, name, blank)),
  baggage: fc.option(
    fc
      .array(fc.oneof(joined(member, name, blank, fc.constantFrom('', ';p=1')), fc.constant('cloudsec-sandbox')), {
        minLength: 1,
        maxLength: 3,
      })
      .map((members) => members.join(',')),
  ),
  scheme: fc.constantFrom('Bearer ', 'bearer  ', 'Basic '),
  key: fc.constantFrom(...drawn, 'full_access', 'drawn-1 upper'),
})

type Drawn = typeof anyRequest extends fc.Arbitrary<infer T> ? T : never

const found = z.object({ items: z.array(z.object({ sandbox: z.string() })) })

describe.skipIf(!has('nginx'))('a fleet behind nginx', () => {
  describeFleet('nginx')
})
describe.skipIf(!has('haproxy'))('a fleet behind HAProxy', () => {
  describeFleet('haproxy')
})

function describeFleet(balancer: support.Balancer): void {
  let fleet: support.Fleet
  let fake: Fake
  let all: Fleet
  const get = async (path: string, headers: Readonly<Record<string, string>> = {}, url = fleet.url) =>
    await fetch(url + path, { headers: { Authorization: known, ...headers } })
  /** The instance that has a sandbox. @throws Error unless exactly one has it */
  const homeOf = async (name: string): Promise<Fake> => {
    const homes = (await all.sandboxes.list()).filter((sandbox) => sandbox.name === name)
    const [home] = homes
    if (home === undefined || homes.length > 1) throw new Error(`${homes.length} instances have ${name}`)
    return home.instance
  }
  const originOf = ({ baseUrl }: Fake): string => new URL(baseUrl).origin

  beforeAll(async () => {
    fleet = await support.startFleet(balancer)
    fake = await connect(fleet.url)
    all = await connect(fleet.instances)
    return fleet.close
  })

  it('leads every way to name a sandbox to the one instance that has it', async () => {
    for (const name of names) {
      const { secret } = await fake.sandbox(name).keys.create({ name: 'k' })
      for (const [title, way] of Object.entries(ways)) {
        const [path, headers] = way(name, secret)
        await (await get(path, headers)).arrayBuffer()
        const { length } = await (await homeOf(name)).sandbox(name).requests.list()
        expect([name, title, length]).toEqual([name, title, Object.keys(ways).indexOf(title) + 1])
      }
    }
    const homes = await Promise.all(names.map(homeOf))
    expect(new Set(homes).size).toBeGreaterThan(1)
  })

  it('leads every request that names none to the default of one instance', async () => {
    for (const [path, headers] of plain) await (await get(path, headers)).arrayBuffer()
    const counts = await Promise.all(all.instances.map(async ({ requests }) => (await requests.list()).length))
    expect(counts.filter((count) => count > 0)).toEqual([plain.length])
    expect(await fake.requests.list()).toHaveLength(plain.length)
  })

  it('has each sandbox on one instance, whatever a request says', async () => {
    const homes = new Map<string, string>()
    const secrets = new Map<string, string>([['full_access', 'csf_full_access']])
    for (const each of drawn) secrets.set(each, (await fake.sandbox(each).keys.create({ name: 'k' })).secret)
    let [count, kept] = [0, 0]
    const send = async ({ path, scheme, key, ...named }: Drawn) => {
      count += 1
      const trace = count.toString(16).padStart(32, '0')
      const [of = '', upper] = key.split(' ')
      const secret = secrets.get(of) ?? ''
      const lines = [
        `GET ${path}${list} HTTP/1.1`,
        `Host: localhost`,
        `traceparent: 00-${trace}-${'1'.repeat(16)}-01`,
        `Authorization: ${scheme}${upper === undefined ? secret : secret.toUpperCase()}`,
        ...Object.entries(named).flatMap(([header, text]) => (text === null ? [] : [`${header}: ${text}`])),
        'Connection: close',
      ]
      await watch(fleet.url, `${lines.join('\r\n')}\r\n\r\n`, 20_000)
      for (const instance of fleet.instances) {
        const response = await fetch(`${instance}/_control/requests?sandboxes=all&trace=${trace}`)
        for (const { sandbox } of found.parse(await response.json()).items) {
          const home = homes.get(sandbox) ?? instance
          homes.set(sandbox, home)
          kept += 1
          expect([sandbox, instance]).toEqual([sandbox, home])
        }
      }
    }
    await fc.assert(fc.asyncProperty(anyRequest, send), { numRuns: 200 })
    expect(kept).toBeGreaterThan(count / 2)
  })

  it('has the control plane of each sandbox, and makes and deletes sandboxes where they belong', async () => {
    for (const name of ['made-1', 'made-2', 'made-3', 'made-4', 'made-5']) {
      const sandbox = await fake.sandboxes.create(name)
      const home = await homeOf(name)
      await sandbox.clock.set('2026-07-01T12:00:00Z')
      expect(await sandbox.summary()).toEqual(await home.sandbox(name).summary())
      expect((await get(`/@${name}${list}`)).headers.get('date')).toBe('Wed, 01 Jul 2026 12:00:00 GMT')
      await expect(fake.sandboxes.create(name)).rejects.toThrow(`there is a sandbox "${name}" already`)
      if (name === 'made-5') await sandbox.delete()
      else await fetch(`${fleet.url}/_control/sandboxes/${name}`, { method: 'DELETE' })
      expect((await home.sandboxes.list()).map((each) => each.name)).not.toContain(name)
    }
  })

  it('deletes several sandboxes by one command, or none', async () => {
    const several = names.map((name) => `gone-${name.slice(0, 9)}`)
    for (const name of several) await fake.sandboxes.create(name)
    const cli = async (...line: readonly string[]) =>
      await run(process.execPath, [support.main, 'sandboxes', 'delete', ...line, '--url', fleet.url], '.', {})
    expect((await cli(...several, 'default')).code).not.toBe(0)
    expect(await cli(...several)).toMatchObject({ code: 0, out: `deleted: ${several.join(', ')}\n` })
    expect((await all.sandboxes.list()).filter(({ name }) => several.includes(name))).toEqual([])
  })

  it.each(creations)('refuses POST %s %s, as no request would reach the sandbox', async (path, body) => {
    const namesOf = async () => (await all.sandboxes.list()).map(({ name }) => name)
    const before = await namesOf()
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(fleet.url + path, { method: 'POST', headers, body })
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: 'a sandbox of a fleet is created with its name at its own address: POST /@NAME/_control/sandboxes',
      },
    ])
    expect(await namesOf()).toEqual(before)
  })

  it('refuses to create a sandbox without a name, also for a client of another sandbox', async () => {
    const below = await connect(`${fleet.url}/@worker-1`)
    for (const { sandboxes } of [fake, below]) {
      await expect(sandboxes.create()).rejects.toThrow('POST /@NAME/_control/sandboxes')
      expect((await sandboxes.list()).map(({ name }) => name)).toContain('default')
    }
  })

  // nginx joins the lines from 1.23 on, and sees only the first before.
  it.runIf(balancer === 'haproxy')('refuses baggage of two lines, of which it reads one', async () => {
    const statusOf = async (base: string, lines: readonly string[]) => {
      const headers = lines.map((line) => `baggage: ${line}\r\n`).join('')
      const head = openHead(base, list, { last: true }).replace(/\r\n$/, `${headers}\r\n`)
      return partsOf((await watch(fleet.url, head, 20_000)).text).status
    }
    expect(await statusOf(fleet.url, ['cloudsec-sandbox=worker-1', 'a=1'])).toBe(400)
    expect(await statusOf(fleet.url, ['a=1', 'cloudsec-sandbox=worker-1'])).toBe(400)
    expect(await statusOf(fleet.url, ['a=1', 'b=2'])).toBe(200)
    expect(await statusOf(`${fleet.url}/@worker-1`, ['cloudsec-sandbox=worker-1', 'a=1'])).toBe(200)
  })

  it.each(encoded)('refuses baggage with %j, which it does not decode', async (baggage) => {
    const response = await get(list, { baggage })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        status: 'error',
        error: {
          code: 'invalid_request',
          message: 'Invalid request parameters',
          details:
            'baggage: a balancer does not decode the name of a sandbox; write it without %, such as cloudsec-sandbox=checkout',
        },
      },
    ])
  })

  it('leads nowhere else because of white space behind a header, or a bad escape behind a name', async () => {
    for (const name of names) {
      const home = await homeOf(name)
      const answersOf = async (url: string) => {
        const heads = [
          openHead(url, list, { last: true }).replace('\r\n\r\n', `\r\nX-Fake-Sandbox: ${name} \t\r\n\r\n`),
          openHead(`${url}/@${name}`, '/v1/cloud/resources/50%zz', { last: true }),
        ]
        return await Promise.all(heads.map(async (head) => partsOf((await watch(url, head, 20_000)).text).status))
      }
      const [direct, through] = [await answersOf(originOf(home)), await answersOf(fleet.url)]
      // nginx takes no escape without its digits.
      expect(through).toEqual(balancer === 'nginx' ? [direct[0], 400] : direct)
      expect(await homeOf(name)).toBe(home)
    }
  })

  it('passes server-sent events and long polls on as they come', async () => {
    const sandbox = fake.sandbox('streams')
    const following = new AbortController()
    // From the beginning, so that it does not matter which of the requests arrives first.
    const followed = sandbox.requests.follow({ since: '0-0' }, { signal: following.signal })[Symbol.asyncIterator]()
    const [first, next] = [followed.next(), sandbox.outbox.next({ kind: 'email', timeout: '10m' })]
    const body = JSON.stringify({ ...jobBody, notification: { email: 'dev@example.com' } })
    const headers = { Authorization: known, 'Content-Type': 'application/json' }
    await (await fetch(`${fleet.url}/@streams/v1/data/analysis/jobs`, { method: 'POST', headers, body })).arrayBuffer()
    expect((await first).value).toMatchObject({ path: '/v1/data/analysis/jobs', status: 201 })
    await sandbox.clock.advance('1h')
    expect(await next).toMatchObject({ kind: 'email', settled: 1 })
    following.abort()
  })

  it.each<ScenarioRule['then']>([
    { fault: 'reset' },
    { fault: 'hang' },
    { fault: 'truncate' },
    { fault: 'slow_body', over: '100ms' },
    { fault: 'malformed_json' },
    { fault: 'empty' },
    { fault: 'gateway_html' },
    { fault: 'wrong_content_type' },
    { status: 502 },
    { status: 503, body: '' },
    { status: 504, headers: { 'X-A': 'b' } },
    { status: 200, headers: { 'X-Accel-Redirect': '/elsewhere', 'X-Accel-Limit-Rate': '1' } },
  ])('passes %j on as the fake sends it', async (then) => {
    await fake.sandbox('faults').scenarios.define({ name: 'own', rules: [{ then }] })
    await fake.sandbox('faults').scenarios.on('own')
    const home = await homeOf('faults')
    const isHanging = async () =>
      (await home.sandbox('faults').requests.list()).filter(({ status }) => status === null).length === 2
    const over = then.fault === 'hang' ? support.until(isHanging) : 20_000
    const see = async (url: string) => {
      const { text, ended } = await watch(`${url}/@faults`, openHead(`${url}/@faults`, list, { last: true }), over)
      const { headers, ...parts } = partsOf(text)
      const kept = ['content-type', 'date', 'x-rate-limit-limit', 'x-a'].map((name) => headers.get(name))
      return { ended, ...parts, kept }
    }
    const [direct, through] = await Promise.all([see(originOf(home)), see(fleet.url)])
    // HAProxy cannot reset a connection: it ends it without an answer.
    expect(through).toEqual(
      balancer === 'haproxy' && then.fault === 'reset' ? { ...direct, ended: 'in order' } : direct,
    )
  })

  it('passes each piece of a body on as it comes', async () => {
    const response = await get(`/@pieces${list}`, { 'X-Fake-Then': '{"fault":"slow_body","over":"10s"}' })
    const reader = response.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    await reader?.cancel()
    expect(value?.length).toBeLessThan(Number(response.headers.get('content-length')) / 2)
  })

  it('leaves limits, hosts and methods to the fake', async () => {
    const errorOf = async (response: Response) => [
      response.status,
      (await response.text()).replaceAll(/:\d{4,5}\b/g, ''),
    ]
    const instance = await homeOf('checkout')
    const home = originOf(instance)
    const headers = { Authorization: known, 'Content-Type': 'application/json', 'X.odd_name': 'x'.repeat(15_000) }
    const path = '/@checkout/v1/data/analysis/jobs'
    for (const body of [`"${'x'.repeat(2_000_000)}"`, '{}']) {
      const ask = async (url: string) => await errorOf(await fetch(url + path, { method: 'POST', headers, body }))
      expect(await ask(fleet.url)).toEqual(await ask(home))
    }
    const [direct, through] = (await instance.sandbox('checkout').requests.list()).toReversed()
    expect(through?.request.headers['x.odd_name']).toBe(direct?.request.headers['x.odd_name'])
    for (const request of ['PURGE / HTTP/1.1\r\nHost: localhost', 'GET / HTTP/1.1\r\nHost: evil.example']) {
      const ask = async (url: string) =>
        partsOf((await watch(url, `${request}\r\nConnection: close\r\n\r\n`, 2000)).text)
      const [{ status, body }, expected] = [await ask(fleet.url), await ask(home)]
      expect([status, body]).toEqual([expected.status, expected.body])
    }
  })

  it('answers for no sandbox of an instance that is down, and for the others as before', async () => {
    const home = await homeOf('checkout')
    const lost = originOf(home)
    const others = await Promise.all(names.map(async (name) => [name, originOf(await homeOf(name))] as const))
    const [kept = ''] = others.find(([, home]) => home !== lost) ?? []
    const then = JSON.stringify({ fault: 'hang' })
    const head = openHead(`${fleet.url}/@checkout`, list).replace('\r\n\r\n', `\r\nX-Fake-Then: ${then}\r\n\r\n`)
    const hung = watch(fleet.url, head, 20_000)
    await support.until(async () => (await home.sandbox('checkout').requests.list()).at(-1)?.status === null)
    await fleet.kill(lost)
    expect(await hung).toMatchObject({ text: '', ended: balancer === 'nginx' ? 'by a reset' : 'in order' })
    for (const path of [list, '/_control/ready', '/_control/requests']) {
      const response = await get(`/@checkout${path}`)
      expect([response.status, await response.json()]).toEqual([
        503,
        {
          status: 'error',
          error: {
            code: 'service_unavailable',
            message: 'The service is temporarily unavailable',
            details: 'the instance of the sandbox checkout does not answer',
          },
        },
      ])
      expect((await get(`/@${kept}${path}`)).status).toBe(200)
    }
    const isReady = async (ready: boolean) =>
      await support.until(async () => ((await support.statusOf(`${fleet.stateUrl}/ready`)) === 200) === ready)
    if (balancer === 'haproxy') await isReady(false)
    await fleet.restart(lost)
    if (balancer === 'haproxy') await isReady(true)
    expect((await get(`/@checkout${list}`)).status).toBe(200)
    expect(originOf(await homeOf('checkout'))).toBe(lost)
  })
}
