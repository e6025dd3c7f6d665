import { once } from 'node:events'
import { connect as openSocket } from 'node:net'

import { describe, expect, it } from 'vitest'

import { createFake } from '../../../src/index.ts'
import { noon } from '../../support/answers.ts'
import { serve } from '../../support/served.ts'

/** A raw connection to a fake that is closed after the test. */
async function openRaw() {
  const fake = await serve({ clock: noon })
  const { port, host } = new URL(fake.baseUrl)
  const open = () => {
    const socket = openSocket(Number(port), '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => (received += String(chunk)))
    return { socket, received: () => received, ended: once(socket, 'close') }
  }
  const key = `Host: ${host}\r\nAuthorization: Bearer csf_full_access\r\n`
  return { fake, host, open, get: (path: string): string => `GET ${path} HTTP/1.1\r\n${key}` }
}

describe('a body of which the end never comes', () => {
  it('is refused as what cannot be read, not as too large', async () => {
    const fake = await createFake({ clock: noon })
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) })
    const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' } as const
    const response = await fake.fetch(`${fake.controlUrl}/clock/advance`, sent)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('the body: could not be read to its end')
  })
})

describe('a connection', () => {
  it.each([
    ['application/json', 'whole', 413],
    ['application/json', 'in pieces', 413],
    ['text/plain', 'whole', 415],
    ['text/plain', 'in pieces', 415],
  ])('goes on after a body of %s that comes %s and is refused', async (type, framing, status) => {
    const { host, open } = await openRaw()
    const { socket, received, ended } = open()
    const body = ' '.repeat(1_048_577)
    const length = `Content-Length: ${body.length}\r\n\r\n${body}`
    const chunk = `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const head = `POST /_control/clock/advance HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\n`
    socket.write(head + (framing === 'whole' ? length : chunk))
    await expect.poll(received).toContain('"detail"')
    socket.write(`GET /_control/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    await ended
    expect([...received().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code)).toEqual([String(status), '200'])
  })

  it.each([
    ['at once', true],
    ['once the fake has answered what came before', false],
  ])(
    'gives leave to go on between answers, and not inside one, to a client that sends its body %s',
    async (_, isEager) => {
      const { host, open, get } = await openRaw()
      const { socket, received, ended } = open()
      const delayed = `${get('/v1/cloud/resources')}X-Fake-Then: {"delay":"100ms"}\r\n\r\n`
      const body = '{"name":"mine"}'
      const head = `POST /_control/keys HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
      socket.write(delayed + head)
      if (!isEager) await expect.poll(received).toContain('100 Continue')
      socket.write(body)
      await ended
      const [first, ...answers] = received().split(/(?=HTTP\/1\.1 )/)
      expect(first).toMatch(/^HTTP\/1\.1 200 /)
      if (!isEager) expect(answers.shift()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
      expect(answers).toEqual([expect.stringMatching(/^HTTP\/1\.1 201 [^]*\r\n\r\n\{.*"mine".*\}$/)])
    },
  )
})

describe('a fake that stops', () => {
  it('says so to clients that are still connected, is alive, and serves what has begun', async () => {
    const { fake, open, get } = await openRaw()
    await fake.scenarios.define({ name: 'drip', rules: [{ then: { fault: 'slow_body', over: '1500ms' } }] })
    const begin = async (path: string) => {
      const { socket, received, ended } = open()
      socket.write(`${get('/v1/cloud/resources')}\r\n`)
      await expect.poll(received, { interval: 5 }).toMatch(/^HTTP\/1\.1 200 /)
      return async (): Promise<string> => {
        socket.write(`${get(path)}\r\n`)
        await ended
        return received().split(/(?=HTTP\/1\.1 \d)/)[1] ?? ''
      }
    }
    const paths = ['/_control/ready', '/_control/health', '/_control/clock']
    const connections = await Promise.all(paths.map(begin))
    const closed = fake.close()
    await expect(fetch(fake.baseUrl)).rejects.toThrow('fetch failed')
    const [ready = '', health = '', clock = ''] = await Promise.all(connections.map((ask) => ask()))
    await closed
    expect(ready).toMatch(/^HTTP\/1\.1 503 /)
    expect(ready.toLowerCase()).toContain('content-type: application/problem+json')
    expect(ready.toLowerCase()).toContain('connection: close')
    expect(ready).toMatch(/"status":503,"detail":"the fake is stopping"\}$/)
    expect(health).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"status":"ok"\}$/)
    expect(clock).toMatch(/^HTTP\/1\.1 200 [\s\S]*"mode":"frozen"/)
  })

  it('in this process is ready until the end', async () => {
    const fake = await createFake()
    expect((await fake.fetch(`${fake.controlUrl}/ready`)).status).toBe(200)
    await fake.close()
  })
})
