import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { describe, expect, it } from 'vitest'

import { createFake, type Fake, type ScenarioRule, startFake } from '../../../src/index.ts'
import { anySuccess } from '../../support/answers.ts'
import { builtPackage } from '../../support/built.ts'
import {
  defineRules,
  failureOf,
  fired,
  longEnough,
  openHead,
  senderTo,
  splitAnswers,
  watch,
} from '../../support/scenarios.ts'

type Effect = ScenarioRule['then']

const list = '/cloud/resources?limit=1'

/** Longest time of requests in progress once a fake closes. */
const drainMs = 5_000

/** A fake on which one rule holds. */
async function start(then: Effect): Promise<Fake> {
  const fake = await startFake()
  await defineRules(fake, [{ then }])
  return fake
}

/** Closes a fake. @returns how long that took, in milliseconds */
async function closing(fake: Fake): Promise<number> {
  const startedAt = performance.now()
  await fake.close()
  return performance.now() - startedAt
}

const ask = (fake: Fake, over: number | Promise<void> = longEnough) =>
  watch(fake.baseUrl, openHead(fake.baseUrl, list), over)

describe.concurrent('a fake that closes', () => {
  it.each<[Effect, ended: RegExp]>([
    [{ fault: 'hang' }, /in order|by a reset/],
    [{ delay: '100ms', fault: 'reset' }, /^by a reset$/],
  ])('ends the connections of %j without an answer', async (then, form) => {
    const fake = await start(then)
    const answers = Promise.all(Array.from({ length: 5 }, () => ask(fake)))
    await fired(fake, 5)
    expect(await closing(fake)).toBeLessThan(drainMs)
    for (const { text, ended } of await answers) expect([text, ended]).toEqual(['', expect.stringMatching(form)])
  })

  it.each<Effect>([{ delay: '2s' }, { fault: 'slow_body', over: '2s' }])('waits for the answer of %j', async (then) => {
    const fake = await start(then)
    let isWhole = false
    const answer = ask(fake).finally(() => (isWhole = true))
    await fired(fake)
    expect(isWhole).toBe(false)
    await fake.close()
    const { text, ended } = await answer
    const { status, headers, body } = splitAnswers(text)[0] ?? expect.fail('no answer')
    expect([status, ended]).toEqual([200, 'in order'])
    if (then.fault === undefined) expect(headers.get('connection')).toBe('close')
    anySuccess.parse(JSON.parse(body))
  })

  it('cuts off at the limit of the drain what takes longer', async () => {
    const cutOff = async (then: Effect): Promise<void> => {
      const fake = await start(then)
      const answer = ask(fake)
      await fired(fake)
      const [first, second] = await Promise.all([closing(fake), closing(fake)])
      expect([first >= drainMs - 50, second >= drainMs - 50]).toEqual([true, true])
      const { text, ended } = await answer
      expect([ended === 'not', text.includes('"data"')]).toEqual([false, false])
      expect(await closing(fake)).toBeLessThan(drainMs)
    }
    const effects: readonly Effect[] = [
      { delay: '1h' },
      { fault: 'slow_body', over: '1h' },
      { delay: '1h', fault: 'reset' },
    ]
    await Promise.all(effects.map(cutOff))
  })

  it.each<Effect>([{ delay: '1h' }, { fault: 'slow_body', over: '1h' }, { fault: 'hang' }])(
    'does not wait for %j once its client has gone away',
    async (then) => {
      const fake = await start(then)
      expect((await ask(fake, fired(fake))).ended).toBe('not')
      expect(await closing(fake)).toBeLessThan(drainMs)
    },
  )

  it.each<[Effect, failure: string]>([
    [{ fault: 'hang' }, 'fetch failed'],
    [{ delay: '1h' }, 'fetch failed'],
    [{ delay: '1h', fault: 'reset' }, 'fetch failed'],
    [{ fault: 'slow_body', over: '1h' }, 'This operation was aborted'],
  ])('in process gives up %j at once', async (then, message) => {
    const fake = await createFake()
    await defineRules(fake, [{ then }])
    const answers = ['GET', 'HEAD'].map((method) =>
      failureOf(senderTo({ fake, sandbox: fake }, 'in process')(list, { method }).then((response) => response.text())),
    )
    await fired(fake, 2)
    expect(await closing(fake)).toBeLessThan(drainMs)
    const [get, head] = await Promise.all(answers)
    expect(get?.message).toBe(message)
    // The body that drips is none of a HEAD.
    expect(head).toEqual(then.fault === 'slow_body' ? undefined : { ...get, message })
  })
})

/** A program with a request under way for each kind of answer, which prints how long its fake took to close. */
const programOf = (entry: string): string => `
  import { connect } from 'node:net'
  import { startFake } from ${JSON.stringify(entry)}
  const effects = [
    { fault: 'hang' },
    { delay: '1h' },
    { fault: 'slow_body', over: '1h' },
    { delay: '1h', fault: 'reset' },
    { fault: 'truncate' },
    { fault: 'reset' },
  ]
  const fake = await startFake()
  const rules = effects.map((then, at) => ({ when: { query: { limit: String(at + 1) } }, then }))
  await fake.scenarios.define({ name: 'own', rules })
  const { port, hostname, pathname } = new URL(fake.baseUrl)
  for (const at of effects.keys()) {
    const socket = connect(Number(port), hostname).on('error', () => {}).resume()
    const head = ['GET ' + pathname + '/cloud/resources?limit=' + (at + 1) + ' HTTP/1.1', 'Host: localhost']
    socket.write([...head, 'Authorization: Bearer csf_full_access', '', ''].join('\\r\\n'))
  }
  while (!(await fake.scenarios.show('own')).rules.every(({ hits }) => hits === 1)) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const startedAt = performance.now()
  await fake.close()
  console.log(performance.now() - startedAt)
`

it.concurrent('a program that closed its fake ends by itself, at the limit of the drain, and says nothing of it', async () => {
  const entry = pathToFileURL(join((await builtPackage()).folder, 'dist/index.js')).href
  const child = spawn(process.execPath, ['--input-type=module', '--eval', programOf(entry)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longEnough,
  })
  // It has closed its fake when it prints: what goes on for so long is not under way but left behind.
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), drainMs - 1000).unref())
  const [out, err, [code]] = await Promise.all([
    child.stdout.setEncoding('utf8').toArray(),
    child.stderr.setEncoding('utf8').toArray(),
    once(child, 'exit').then(([code]) => [Number(code)] as const),
  ])
  expect({ err: err.join(''), code }).toEqual({ err: '', code: 0 })
  expect(Number(out.join(''))).toBeGreaterThan(drainMs - 50)
})
