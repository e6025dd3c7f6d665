import { expect, it } from 'vitest'

import { jobBody } from '../../support/answers.ts'
import { runAlone } from '../../support/own-process.ts'

/** Replaces what jsdom, happy-dom, fake timers and mocks do: by classes that Node does not know, timers that stand, and a fetch that fails. */
const replace = `
  class Signal {
    aborted = false
    listeners = new Set()
    addEventListener(type, listener) { this.listeners.add(listener) }
    removeEventListener(type, listener) { this.listeners.delete(listener) }
    throwIfAborted() { if (this.aborted) throw this.reason }
  }
  class Controller {
    signal = new Signal()
    abort(reason = new Error('aborted')) {
      Object.assign(this.signal, { aborted: true, reason })
      for (const listener of this.signal.listeners) typeof listener === 'function' ? listener() : listener.handleEvent()
    }
  }
  const stand = () => ({ ref() {}, unref() {} })
  Object.assign(globalThis, { AbortSignal: Signal, AbortController: Controller, setTimeout: stand, setInterval: stand, setImmediate: stand })
  Object.defineProperty(globalThis, 'performance', { value: { now: () => 0 } })
  globalThis.fetch = async () => { throw new Error('a fetch of the page') }`

/** Does with a fake what waits, listens and sends. */
const use = `
  const { connect, createFake, startFake } = await import('${new URL('../../../src/index.ts', import.meta.url).href}')
  const http = await import('node:http')
  const { text } = await import('node:stream/consumers')
  const receiver = http.createServer((request, response) => response.end())
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const started = await startFake({ clock: 'frozen' })
  const fake = await connect(started.baseUrl)
  const send = (path, body, method = body ? 'POST' : 'GET') => new Promise((resolve, reject) => {
    const headers = { Authorization: 'Bearer ' + fake.apiKey, 'Content-Type': 'application/json' }
    http.request(fake.baseUrl + path, { method, headers }, (response) => text(response).then(() => resolve(response.statusCode), reject)).on('error', reject).end(body)
  })
  const say = (name, value) => console.log(name + ': ' + value)
  for (const then of [{ delay: '20ms' }, { fault: 'slow_body', over: '20ms' }]) {
    await fake.scenarios.define({ name: 'late', rules: [{ then }] })
    say('late', await send('/cloud/resources'))
    await fake.scenarios.off('late')
  }
  const notification = { email: 'dev@example.com', webhook_url: 'http://localhost:' + receiver.address().port }
  say('job', await send('/data/analysis/jobs', JSON.stringify({ ...${JSON.stringify(jobBody)}, notification })))
  await fake.clock.advance('1d')
  say('outbox', (await fake.outbox.list()).map(({ kind, state }) => kind + ' ' + state).toSorted().join())
  const over = new AbortController()
  for await (const { path } of fake.requests.follow({ since: '0-0' }, { signal: over.signal })) {
    say('followed', path)
    if (path.endsWith('/jobs')) over.abort()
  }
  await fake.requests.clear()
  receiver.close()
  await started.close()
  const local = await createFake()
  const headers = { Authorization: 'Bearer ' + local.apiKey }
  say('in process', (await local.fetch(local.baseUrl + '/cloud/resources', { headers })).status)
  await local.close()
  say('over', true)`

it('a fake works where what is global belongs to a page or is held by a test', async () => {
  const { code, errors, lines } = await runAlone(replace + use, 60_000, ['--import', 'tsx'])
  expect([errors, lines, code]).toEqual([
    '',
    [
      'late: 200',
      'late: 200',
      'job: 201',
      'outbox: email kept,webhook delivered',
      'followed: /v1/cloud/resources',
      'followed: /v1/cloud/resources',
      'followed: /v1/data/analysis/jobs',
      'in process: 200',
      'over: true',
    ],
    0,
  ])
})
