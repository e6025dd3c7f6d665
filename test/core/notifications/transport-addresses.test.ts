import { getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from 'node:net'

import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { AllowedHosts, type Lookup } from '../../../src/core/notifications/transport/target.ts'
import { startHttp } from '../../support/destination.ts'
import { call, start } from '../../support/transports.ts'

/** Addresses as a lookup gives them. */
const found = (...addresses: readonly string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('a URL that leads to a loopback address', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '%31%32%37.0.0.1',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    'localhost',
  ])('is called: %s', async (host) => {
    const { port, arrived } = await startHttp()
    expect(await call(start(), `http://${host}:${port}/hook`)).toMatchObject({ kind: 'answered', status: 200 })
    expect(arrived).toMatchObject([{ method: 'POST', url: '/hook' }])
  })

  it.each([
    ['127.255.255.254', /^connect ECONNREFUSED 127\.255\.255\.254:1$/],
    ['[0:0::1]', /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/],
  ])('is called at the end of the range, and over IPv6: %s', async (host, reason) => {
    const outcome = await call(start(), `http://${host}:1/`)
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(reason) })
  })
})

describe('a URL that leads elsewhere', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['126.255.255.255', '126.255.255.255'],
    ['128.0.0.1', '128.0.0.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['0', '0.0.0.0'],
    ['169.254.169.254', '169.254.169.254'],
    ['0xa9fea9fe', '169.254.169.254'],
    ['[::]', '::'],
    ['[fe80::1]', 'fe80::1'],
    ['[::ffff:10.0.0.1]', '::ffff:a00:1'],
    ['[::ffff:0:127.0.0.1]', '::ffff:0:7f00:1'],
    ['[64:ff9b::127.0.0.1]', '64:ff9b::7f00:1'],
    ['[2002:7f00:1::]', '2002:7f00:1::'],
    ['[::2]', '::2'],
  ])('is refused: %s', async (host, address) => {
    expect(await call(start(), `http://${host}/`)).toEqual({
      kind: 'refused',
      reason: `${address} is not a loopback address; --allow-webhook-host allows others`,
    })
  })

  it.each([
    ['', 'not a URL'],
    ['http://', 'not a URL'],
    ['http://127.0.0.1:99999/', 'not a URL'],
    ['http://[::1%25lo]/', 'not a URL'],
    ['ftp://127.0.0.1/', 'ftp: is neither http: nor https:'],
    ['file:///etc/passwd', 'file: is neither http: nor https:'],
    ['http://user@127.0.0.1/', 'the URL has a user name or a password in it'],
    ['http://:secret@127.0.0.1/', 'the URL has a user name or a password in it'],
    ['http://127.0.0.1:80@10.0.0.1/', 'the URL has a user name or a password in it'],
  ])('or nowhere is refused: %s', async (url, reason) => {
    expect(await call(start(), url)).toEqual({ kind: 'refused', reason })
  })
})

describe('a host name', () => {
  it('is looked up once for each attempt, and what was checked is what is connected to', async () => {
    const { port, arrived } = await startHttp()
    const lookup = vi.fn<Lookup>().mockResolvedValueOnce(found('127.0.0.1')).mockResolvedValue(found('10.0.0.1'))
    const transport = start({ lookup })
    expect(await call(transport, `http://rebind.example:${port}/`)).toMatchObject({ kind: 'answered', status: 200 })
    expect(lookup.mock.calls).toEqual([['rebind.example']])
    expect(arrived).toMatchObject([{ headers: { host: `rebind.example:${port}` } }])
    expect(await call(transport, `http://rebind.example:${port}/`)).toEqual({
      kind: 'refused',
      reason: '10.0.0.1 of rebind.example is not a loopback address; --allow-webhook-host allows others',
    })
  })

  it.each([
    ['loopback and other addresses', found('203.0.113.1', '::ffff:203.0.113.1', '127.0.0.1', 'fd00::1')],
    ['several loopback addresses', found('127.0.0.9', '::1', '127.0.0.1')],
  ])('with %s is called at the loopback one that answers', async (_, addresses) => {
    const { port } = await startHttp()
    const outcome = await call(start({ lookup: async () => addresses }), `http://many.example:${port}/`)
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
  })

  it('with several loopback addresses is called at the first where a program tries no others', async () => {
    const before = getDefaultAutoSelectFamily()
    onTestFinished(() => setDefaultAutoSelectFamily(before))
    setDefaultAutoSelectFamily(false)
    const { port } = await startHttp()
    const lookup = async () => found('10.0.0.1', '127.0.0.1', '127.0.0.9')
    expect(await call(start({ lookup }), `http://many.example:${port}/`)).toMatchObject({ kind: 'answered' })
  })

  it.each([
    ['public ones', found('203.0.113.1', '2001:db8::1')],
    ['what is no address', [{ address: 'localhost', family: 4 }]],
    ['none', []],
  ])('with no addresses but %s is refused', async (_, addresses) => {
    const outcome = await call(start({ lookup: async () => addresses }), 'http://localhost/')
    expect(outcome).toMatchObject({ kind: 'refused' })
  })

  it.each([
    ['is not known', () => Promise.reject(new Error('getaddrinfo ENOTFOUND a.example')), /ENOTFOUND/],
    ['takes too long to look up', () => new Promise<never>(() => {}), /^no answer within 0\.06s$/],
  ])('that %s fails', async (_, lookup, reason) => {
    const outcome = await call(start({ timeoutMs: 60, lookup }), 'http://a.example/')
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(reason) })
  })

  it.each([
    ['255.255.255.255', 4],
    ['224.0.0.1', 4],
    ['fe80::1', 6],
    ['127.0.0.1', 6],
  ])(
    'whose address cannot be connected to has a failed attempt, and ends no process: %s (family %i)',
    async (address, family) => {
      const lookup = async () => Array.from({ length: 3 }, () => ({ address, family }))
      const outcome = await call(start({ allowHosts: ['hooks.example'], lookup }), 'http://hooks.example/')
      expect(outcome).toMatchObject({ kind: 'failed', reason: expect.not.stringContaining('undefined') })
    },
  )
})

describe('allowed hosts', () => {
  // What is called fails, because nothing listens there.
  it.each([
    [['hooks.example'], 'http://hooks.example:1/', 'failed'],
    [['HOOKS.Example.'], 'http://hooks.example:1/', 'failed'],
    [['hooks.example'], 'http://Hooks.EXAMPLE.:1/', 'failed'],
    [['höks.example'], 'http://xn--hks-sna.example:1/', 'failed'],
    [['0.0.0.0'], 'http://hooks.example:1/', 'failed'],
    [['0.0.0.0/32'], 'http://0.0.0.0:1/', 'failed'],
    [['other.example', '0.0.0.0/8'], 'http://0:1/', 'failed'],
    [['[::ffff:0.0.0.0]'], 'http://0:1/', 'failed'],
    [['::/128'], 'http://[::]:1/', 'failed'],
    [['hooks.example'], 'http://a.hooks.example/', 'refused'],
    [['hooks.example'], 'http://hooks.example.org/', 'refused'],
    [['hooks.example'], 'http://hooksxexample/', 'refused'],
    [['hooks.example'], 'http://0.0.0.0/', 'refused'],
    [['0.0.0.1'], 'http://0.0.0.0/', 'refused'],
  ])('%j: a call of %s has %s', async (allowHosts, url, kind) => {
    const outcome = await call(start({ allowHosts, lookup: async () => found('0.0.0.0') }), url)
    expect(outcome).toMatchObject({ kind })
  })

  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '::ffff:10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.1.2.3/8', '10.255.0.1', true],
    ['0.0.0.0/0', '203.0.113.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['fd00::/8', 'fd12::1', true],
    ['[fd00::]/8', 'fd12::1', true],
    ['fd00::/8', 'fe80::1', false],
    ['fd00::1', 'fd00:0::1', true],
    ['fd00::1', 'fd00::2', false],
  ])('%s takes %s: %s', (item, address, expected) => {
    expect(new AllowedHosts([item]).has('', address)).toBe(expected)
  })

  it.each([
    '',
    ' hooks.example',
    'hooks.example:80',
    'hooks.example/path',
    '*.example',
    '10.0.0.0/33',
    '10.0.0.0/',
    'fd00::/129',
    'hooks.example/8',
    '127.1',
    '010.0.0.1',
    'fe80::1%lo',
    '[::1',
    '[hooks.example]',
  ])('%j is not one', (item) => {
    expect(() => new AllowedHosts(['localhost', item])).toThrow(
      `allowWebhookHost: expected a host name without a port, an address, or a range such as 10.0.0.0/8, got ${JSON.stringify(item)}`,
    )
  })
})
