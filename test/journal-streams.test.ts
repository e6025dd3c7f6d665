import { describe, expect, it, onTestFinished } from 'vitest'

import { createFake, InputError, type RequestInfo } from '../src/index.ts'
import { knownResource, noon, unknownId } from './support/answers.ts'
import { command } from './support/command.ts'
import { describeApart, describeWays, openPanel, type Panel, readProblem, type Way } from './support/control.ts'
import { holdTimers } from './support/held-timers.ts'

const list = '/cloud/resources'
const jobs = '/data/analysis/jobs'

/** The first so many of a stream. */
async function take(stream: AsyncIterable<RequestInfo>, count: number): Promise<RequestInfo[]> {
  const taken: RequestInfo[] = []
  for await (const request of stream) {
    taken.push(request)
    if (taken.length === count) break
  }
  return taken
}

describeApart('following the journal', (open) => {
  it('gives requests as they come, also after a reset', async () => {
    const { fake, api } = await open()
    await api('GET', list)
    const taken = take(fake.requests.follow({ since: '0-0' }), 3)
    await api('GET', jobs)
    await fake.reset()
    await api('GET', `${list}/${knownResource.id}`)
    expect((await taken).map(({ id, operation }) => [id, operation])).toEqual([
      ['0-1', 'listResources'],
      ['0-2', 'listJobs'],
      ['1-1', 'getResource'],
    ])
  })

  it('gives only what is asked for', async () => {
    const { fake, api } = await open()
    const taken = take(fake.requests.follow({ status: 404, since: '0-0' }), 1)
    await api('GET', list)
    await api('GET', `${list}/${unknownId}`)
    expect((await taken).map(({ id }) => id)).toEqual(['0-2'])
  })

  it('begins at an instant, be there a request since or not', async () => {
    const { fake, api } = await open({ clock: noon })
    await api('GET', list)
    await fake.clock.set('2026-07-01T13:00:00Z')
    const taken = take(fake.requests.follow({ since: '2026-07-01T12:30:00Z' }), 1)
    await api('GET', jobs)
    expect((await taken).map(({ operation }) => operation)).toEqual(['listJobs'])
  })

  it('ends at once for a reader that has enough, and does not wait for its heartbeat', async () => {
    holdTimers()
    const { fake, api } = await open()
    await api('GET', list)
    expect(await take(fake.requests.follow({ since: '0-0' }), 1)).toHaveLength(1)
  })

  it('ends on request, and with the fake', async () => {
    const { fake, api } = await open()
    const stop = new AbortController()
    const stopped = take(fake.requests.follow({ since: '0-0' }, { signal: stop.signal }), 5)
    await api('GET', list)
    stop.abort()
    expect((await stopped).length).toBeLessThan(2)
    // @ts-expect-error: no such operation
    const unknown = fake.requests.follow({ operation: 'listResource' })
    await expect(take(unknown, 1)).rejects.toBeInstanceOf(InputError)
  })
})

/** A raw stream of the journal, read until its text has something. */
async function readStream({ fake }: Panel, way: Way, headers: Record<string, string>, until: RegExp): Promise<string> {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const send = way === 'in process' ? fake.fetch : fetch
  const response = await send(`${fake.controlUrl}/requests/stream`, { headers, signal: stop.signal })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (until.test(text)) break
  }
  stop.abort()
  return text
}

describeWays('the stream of events', (open, way) => {
  it('goes on after the event that a client had last', async () => {
    const panel = await open()
    for (let i = 0; i < 3; i += 1) await panel.api('GET', list)
    const text = await readStream(panel, way, { 'Last-Event-ID': '0-1' }, /id: 0-3\nevent: request/)
    expect(text).toMatch(/^id: 0-1\nevent: open\ndata: \{\}\n\nid: 0-2\nevent: request\ndata: \{"id":"0-2"/)
    const refused = await panel.control('GET', '/requests/stream?since=x')
    expect(readProblem(refused, 400)).toContain('since: expected the id of a request or an ISO 8601')
  })

  it('says where requests are gone that a client did not have', async () => {
    const panel = await open({ journalBytes: 30_000 })
    for (let i = 0; i < 10; i += 1) await panel.api('GET', list)
    const text = await readStream(panel, way, { 'Last-Event-ID': '0-1' }, /id: 0-10\nevent: request/)
    expect(text).toContain('event: gap\ndata: {"after":1}')
    expect(text).not.toContain('id: 0-2\n')
  })

  it('goes on from the newest where what a client had last was of another fake', async () => {
    const panel = await open()
    for (let i = 0; i < 3; i += 1) await panel.api('GET', list)
    expect(await readStream(panel, way, { 'Last-Event-ID': '0-99' }, /event: open/)).toMatch(/^id: 0-3\nevent: open/)
  })
})

describe('the stream of events in this process', () => {
  it('keeps nothing for a client that takes long, which the journal forgets', async () => {
    const { panel, close } = await openPanel('in process', { journalBytes: 100_000 })
    onTestFinished(close)
    const { fake, api } = panel
    for (let i = 0; i < 6; i += 1) await api('GET', `${list}?limit=1`)
    const { body } = await fake.fetch(`${fake.controlUrl}/requests/stream`, { headers: { 'Last-Event-ID': '0-0' } })
    const texts: string[] = []
    let until = 'event: open'
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      texts.push(text)
      if (until !== 'event: open' && text.includes(until)) break
      if (texts.length > 1) continue
      for (let i = 0; i < 100; i += 1) await api('GET', `${list}?limit=1`)
      until = `id: ${(await fake.requests.list())[0]?.id}\n`
    }
    expect(texts.join('')).toContain('event: gap')
    expect(texts.join('')).not.toContain('id: 0-6\n')
  })
})

describe('a stream on which nothing comes', () => {
  it('says so every 15 seconds, and ends with the fake', async () => {
    const fake = await createFake()
    const { moveOn } = holdTimers()
    const { body } = await fake.fetch(`${fake.controlUrl}/requests/stream`)
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('id: 0-0\nevent: open\ndata: {}\n\n')
    for (const _ of [1, 2]) {
      const next = reader?.read()
      await moveOn(14_999)
      const early = await Promise.race([next, Promise.resolve('nothing')])
      await moveOn(1)
      expect([early, (await next)?.value]).toEqual(['nothing', ': heartbeat\n\n'])
    }
    const last = reader?.read()
    await fake.close()
    expect(await last).toEqual({ done: true, value: undefined })
  })
})

describe('requests in a terminal', () => {
  it('lists, shows, follows and clears', async () => {
    await command(['start', '--port', '0', '--clock', 'frozen'], async ({ baseUrl }) => {
      const headers = { Authorization: 'Bearer csf_full_access' }
      await fetch(`${baseUrl}/cloud/resources?limit=1`, { headers })
      await fetch(`${baseUrl}/cloud/resource`, { headers })
      const run = (...args: readonly string[]) => command(['requests', ...args, '--url', baseUrl])
      const listed = await run('list', '--status', '200')
      expect(listed.out.trim().split('\n')).toEqual([
        expect.stringMatching(/^ID +AT +REQUEST +STATUS +CODE +KEY +SCENARIOS$/),
        expect.stringMatching(/^0-1 +00:00:00\.000 +GET \/v1\/cloud\/resources\?limit=1 +200 +- +full-access$/),
      ])
      const one = await run('show', '0-2')
      expect(one.out).toMatch(/\noperation +-\n[^]*\nnearest +GET \/v1\/cloud\/resources/)
      expect(one.out).toContain('"authorization": "[redacted]"')
      expect((await run('--code', 'nothing')).code).toBe(2)
      expect((await run('show', '0-9')).err).toBe(
        'cloudsec-fake: id: the journal has no request "0-9"; cloudsec-fake requests list shows all\n',
      )
      const followed = await command(['requests', '--follow', '--format', 'json', '--url', baseUrl], async () => {})
      expect(
        followed.out
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).id),
      ).toEqual(['0-1', '0-2'])
      await run('clear')
      expect((await run('--format', 'json')).out).toBe('{\n  "items": []\n}\n')
    })
  })
})
