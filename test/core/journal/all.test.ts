import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'

import { requestInfo, requestSummary } from '../../../src/core/control/endpoints/requests.ts'
import { createFake } from '../../../src/index.ts'
import { noon } from '../../support/answers.ts'
import { describeWays, type ControlledFake, readAs, readProblem, type Way } from '../../support/control.ts'
import { holdTimers } from '../../support/held-timers.ts'
import { openFake } from '../../support/served.ts'

const list = '/cloud/resources'
const listOf = <T>(item: z.ZodMiniType<T>) => z.strictObject({ items: z.array(item) })

/** Reads requests of the journal as summaries: sequence, sandbox and id of each. */
async function placesOf({ control }: Pick<ControlledFake, 'control'>, query: string): Promise<readonly unknown[]> {
  const answer = await control('GET', `/requests?fields=summary${query}`)
  return readAs(answer, 200, listOf(requestSummary())).items.map(({ sequence, sandbox, id }) => [sequence, sandbox, id])
}

/** Sends requests to two sandboxes in turn. */
async function fill({ api, at }: ControlledFake): Promise<void> {
  await api('GET', list)
  await at('one').api('GET', `${list}?limit=0`)
  await api('GET', `${list}?limit=0`)
  await at('one').api('GET', list)
}

describeWays('the fields of requests', (open) => {
  it('are all of them, or all but headers and bodies', async () => {
    const panel = await open()
    await fill(panel)
    const { control } = panel
    const [first] = readAs(await control('GET', '/requests'), 200, listOf(requestInfo())).items
    const { request: _request, response: _response, ...summary } = first ?? {}
    const summaries = await control('GET', '/requests?fields=summary&limit=2')
    expect(readAs(summaries, 200, listOf(requestSummary())).items[0]).toEqual(summary)
    expect((await control('GET', '/requests?fields=all')).text).toBe((await control('GET', '/requests')).text)
    const wrong = readProblem(await control('GET', '/requests?fields=sumary'), 400)
    expect(wrong).toBe('fields: expected one of all, summary, got "sumary". Did you mean summary?')
  })
})

describeWays('the requests of all sandboxes', (open) => {
  it('are listed in the order in which they came, from the address of any', async () => {
    const panel = await open({ clock: noon })
    await fill(panel)
    const all = [
      [1, 'default', '0-1'],
      [2, 'one', '0-1'],
      [3, 'default', '0-2'],
      [4, 'one', '0-2'],
    ]
    for (const place of [panel, panel.at('one'), panel.at('nobody')]) {
      expect(await placesOf(place, '&sandboxes=all')).toEqual(all)
    }
    expect(await placesOf(panel, '&sandboxes=all&limit=1')).toEqual(all.slice(3))
    expect(await placesOf(panel, '&sandboxes=all&since=2')).toEqual(all.slice(2))
    expect(await placesOf(panel, '&sandboxes=all&status=400')).toEqual(all.slice(1, 3))
    expect(await placesOf(panel, '&sandboxes=all&since=2026-07-01T12:00:00Z')).toEqual(all)
    expect(await placesOf(panel, '&sandboxes=all&since=2026-07-01T12:00:01Z')).toEqual([])
    expect(await placesOf(panel, '')).toEqual([all[0], all[2]])
    await panel.fake.sandbox('one').reset()
    await panel.api('GET', list)
    expect(await placesOf(panel, '&sandboxes=all')).toEqual([all[0], all[2], [5, 'default', '0-3']])
    expect(await placesOf(panel, '&sandboxes=all&since=99')).toEqual([])
  })

  it('refuses what it cannot read', async () => {
    const { control } = await open()
    for (const path of ['/requests', '/requests/stream']) {
      expect(readProblem(await control('GET', `${path}?sandboxes=one`), 400)).toContain('sandboxes: expected all, got')
      const since = readProblem(await control('GET', `${path}?sandboxes=all&since=0-1`), 400)
      expect(since).toContain('since: expected the sequence of a request, such as 57, or an ISO 8601 date-time')
      const own = readProblem(await control('GET', `${path}?since=x`), 400)
      expect(own).toContain('since: expected the id of a request or an ISO 8601')
    }
  })
})

/** The event that says that entries were removed. */
const removal = 'undefined gap {"after":0}'

/** A stream of the journal, read event by event. @param last id of the event that its reader had last (none) */
async function openEvents({ fake }: ControlledFake, way: Way, path: string, last?: string) {
  const headers: Record<string, string> = last === undefined ? {} : { 'Last-Event-ID': last }
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const send = way === 'in process' ? fake.fetch : fetch
  const { origin } = new URL(fake.controlUrl)
  const response = await send(origin + path, { headers, signal: stop.signal })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async (): Promise<string> => {
    while (!text.includes('\n\n')) {
      const { value, done } = (await reader?.read()) ?? { value: '', done: true }
      if (done) return 'the end'
      text += value
    }
    const [event = '', ...rest] = text.split('\n\n')
    text = rest.join('\n\n')
    const [, id, name, data = ''] = /^(?:id: (.*)\n)?event: (.*)\ndata: (.*)$/.exec(event) ?? []
    if (name !== 'request') return `${id} ${name} ${data}`
    const { sandbox, id: own, sequence } = requestSummary().parse(JSON.parse(data))
    return `${id} ${sandbox} ${own}${[own, String(sequence)].includes(id ?? '') ? '' : ' out of step'}`
  }
}

describeWays('a stream of the journal', (open, way) => {
  it.each(['/_control', '/@one/_control', '/@nobody/_control'])(
    'of all sandboxes goes on through new ones, resets and ends (%s)',
    async (at) => {
      const panel = await open()
      const next = await openEvents(panel, way, `${at}/requests/stream?sandboxes=all&fields=summary`)
      expect(await next()).toBe('0 open {}')
      await panel.at('one').api('GET', list)
      expect(await next()).toBe('1 one 0-1')
      await panel.fake.sandbox('one').reset()
      await panel.fake.reset()
      await panel.at('one').api('GET', list)
      expect([await next(), await next()]).toEqual([removal, '2 one 1-1'])
      await panel.fake.sandboxes.delete('one')
      await panel.at('two').api('GET', list)
      expect([await next(), await next()]).toEqual([removal, '3 two 0-1'])
      await panel.api('GET', list)
      expect(await next()).toBe('4 default 1-1')
    },
  )

  it('waits for a sandbox that does not exist, and does not create it', async () => {
    const panel = await open()
    const next = await openEvents(panel, way, '/@later/_control/requests/stream?fields=summary')
    expect(await next()).toBe('0-0 open {}')
    expect(await panel.fake.sandboxes.list()).toHaveLength(1)
    for (const _ of [1, 2]) await panel.at('later').api('GET', list)
    expect([await next(), await next()]).toEqual(['0-1 later 0-1', '0-2 later 0-2'])
  })

  const fromTwo = ['2 open {}', '3 default 0-2', '4 one 0-2']

  it.each<readonly [query: string, last: string | undefined, events: readonly string[]]>([
    ['&sandboxes=all', '2', fromTwo],
    ['&sandboxes=all&since=2', undefined, fromTwo],
    ['&sandboxes=all&since=99', '2', fromTwo],
    ['&sandboxes=all&since=0&status=400', undefined, ['0 open {}', '2 one 0-1', '3 default 0-2']],
    // Of another fake.
    ['&sandboxes=all', '99', ['4 open {}']],
    ['', '0-1', ['0-1 open {}', '0-2 default 0-2']],
    ['', '0-99', ['0-2 open {}']],
  ])('goes on after the event that a client had last, here or by %j: %s', async (query, last, events) => {
    const panel = await open()
    await fill(panel)
    const next = await openEvents(panel, way, `/_control/requests/stream?fields=summary${query}`, last)
    for (const event of events) expect(await next()).toBe(event)
  })

  it('says where requests are gone that a client did not have', async () => {
    const panel = await open()
    await fill(panel)
    await panel.fake.sandbox('one').reset()
    const next = await openEvents(panel, way, '/_control/requests/stream?sandboxes=all&fields=summary&since=1')
    expect([await next(), await next(), await next(), await next()]).toEqual([
      '1 open {}',
      'undefined gap {"after":1}',
      '3 default 0-2',
      'undefined gap {"after":3}',
    ])
    await panel.api('GET', list)
    expect(await next()).toBe('5 default 0-3')
    const small = await open({ journalBytes: 30_000 })
    for (let i = 0; i < 10; i += 1) await small.api('GET', list)
    const own = await openEvents(small, way, '/_control/requests/stream?fields=summary', '0-1')
    expect([await own(), await own()]).toEqual(['0-1 open {}', 'undefined gap {"after":1}'])
    expect(await own()).toMatch(/^0-(?:[3-9]|10) default/)
  })

  it('says at once that requests were removed in any sandbox', async () => {
    const panel = await open()
    await fill(panel)
    const { fake } = panel
    const one = fake.sandbox('one')
    const next = await openEvents(panel, way, '/_control/requests/stream?sandboxes=all&fields=summary')
    expect(await next()).toBe('4 open {}')
    await fake.requests.clear()
    expect(await next()).toBe(removal)
    await one.reset()
    expect(await next()).toBe(removal)
    await panel.api('GET', list)
    expect(await next()).toBe('5 default 0-3')
    const own = await openEvents(panel, way, '/_control/requests/stream?fields=summary')
    expect(await own()).toBe('0-3 open {}')
    await fake.requests.clear()
    expect([await next(), await own()]).toEqual([removal, removal])
    await panel.api('GET', list)
    expect(await next()).toBe('6 default 0-4')
    expect(await own()).toBe('0-4 default 0-4')
  })
})

describe.each([
  { query: '?sandboxes=all', prefix: '', names: ['s0', 's1', 's2'] },
  { query: '', prefix: '0-', names: ['default'] },
])('a stream of the journal in this process ($names)', ({ query, prefix, names }) => {
  it('keeps nothing for a client that takes long', async () => {
    const fake = await openFake({ journalBytes: 100_000 })
    const headers = { Authorization: `Bearer ${fake.apiKey}` }
    const ask = async (count: number): Promise<void> => {
      for (let at = 0; at < count; at += 1) {
        const { baseUrl } = fake.sandbox(names[at % names.length] ?? '')
        await (await fake.fetch(`${baseUrl}${list}?limit=1`, { headers })).text()
      }
    }
    await ask(6)
    const { body } = await fake.fetch(`${fake.controlUrl}/requests/stream${query}`, {
      headers: { 'Last-Event-ID': `${prefix}0` },
    })
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toContain('event: open')
    await ask(300)
    const newest = `id: ${prefix}306\n`
    let text = ''
    while (!text.includes(newest)) text += (await reader?.read())?.value ?? newest
    expect(text).toContain('event: gap')
    const ids = [...text.matchAll(/^id: (?:0-)?(\d+)$/gm)].map(([, id]) => Number(id))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(ids.length).toBeLessThan(100)
    expect(ids).not.toContain(10)
  })

  it('says every 15 seconds that nothing comes, and ends with the fake', async () => {
    const fake = await createFake()
    const { moveOn } = holdTimers()
    const { body } = await fake.fetch(`${fake.controlUrl}/requests/stream${query}`)
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe(`id: ${prefix}0\nevent: open\ndata: {}\n\n`)
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
