import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'

import type { FakeOptions } from '../src/index.ts'
import { jobBody, noon, operations } from './support/answers.ts'
import type { Panel } from './support/control.ts'
import { kinds } from './support/record-admin.ts'
import { type SandboxRequests, bytesOf, controlStep, type Step, step, take } from './support/steps.ts'
import { type StubTransport, stubTransport } from './support/stub-transport.ts'

const transports: unknown[] = []

// The sources are loaded again, with a sender that answers at once and the same each time: no network decides an order.
vi.resetModules()
vi.doMock('../src/app/lazy-transport.ts', () => ({
  createLazyTransport: () => {
    const transport = stubTransport()
    transports.push(transport)
    return transport
  },
}))
const { openPanel, stateOf } = await import('./support/control.ts')

afterAll(() => {
  vi.doUnmock('../src/app/lazy-transport.ts')
  vi.resetModules()
})

const isStub = (value: unknown): value is StubTransport =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'sent')

/** Fakes that end with the test. */
const opened: (() => Promise<void>)[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()))
})

async function open(options: FakeOptions): Promise<{ readonly panel: Panel; readonly sent: string[] }> {
  const { panel, close } = await openPanel('in process', options)
  opened.push(close)
  const transport = transports.at(-1)
  return { panel, sent: isStub(transport) ? transport.sent : [] }
}

const options: FakeOptions = { clock: noon, seed: 3, quota: 200, scenario: ['extra-fields'], completeAfter: '2s' }

/** A signing secret that a client set. */
const ownSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqrTwjU'

const hook = (path: string): unknown => ({ webhook_url: `http://127.0.0.1:9/${path}` })

/** Steps that those of a reset lack: jobs with notifications, choices, the outbox, and a secret. */
const notifying: fc.Arbitrary<Step> = fc
  .constantFrom(hook('ok'), hook('fails'), hook('gone'), { email: 'ops@example.com' })
  .map((notification) => ({
    to: 'api',
    method: 'POST',
    path: '/data/analysis/jobs',
    body: { ...jobBody, notification },
  }))

const secretStep = controlStep('PUT', ['/signing-secret'], [{ secret: ownSecret }])
const resetStep = controlStep('POST', ['/reset'])

const isStill = ({ body }: Step): boolean => !JSON.stringify(body ?? null).includes('"real"')

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: step.filter(isStill), weight: 8 },
  { arbitrary: notifying, weight: 3 },
  controlStep(
    'PATCH',
    ['/assumptions'],
    [
      { rateWindow: 'sliding' },
      { rateWindow: 'clock_hour', rateScope: 'account' },
      { rateQuota: 4 },
      { listOrder: 'by_id', jobIdFormat: 'opaque' },
      { notifyOn: 'every_transition' },
      { webhookRetries: 'none' },
      { rateCounts: 'every_request' },
    ],
  ),
  controlStep(
    'PUT',
    ['webhook-fails', 'webhook-duplicated', 'webhook-out-of-order', 'rate-limit-nearly-exhausted', 'flaky'].map(
      (name) => `/scenarios/${name}`,
    ),
  ),
  controlStep('POST', ['/outbox/{n}/redeliver']),
  controlStep('POST', ['/clock/advance'], [{ by: '1s' }, { by: '6s' }, { by: '59m' }]),
  controlStep('GET', ['/quota', '/outbox', '/jobs', '/keys']),
  { arbitrary: fc.oneof(secretStep, resetStep), weight: 1 },
)

/** Everything that can be asked at the end, of what was done and of what is drawn next. */
async function battery(sandbox: SandboxRequests): Promise<readonly string[]> {
  const seen = [...(await stateOf(sandbox))]
  const control = async (...request: Parameters<Panel['control']>): Promise<void> => {
    seen.push(`${request[0]} ${request[1]}: ${bytesOf('control', await sandbox.control(...request))}`)
  }
  for (const path of ['/outbox', '/outbox/next?timeout=1ms', '/signing-secret', '/assumptions', '/snapshot']) {
    await control('GET', path)
  }
  for (const { method, path, id: _id, permission: _permission, ...rest } of operations) {
    seen.push(`${path}: ${bytesOf('api', await sandbox.api(method, path, rest))}`)
  }
  for (const kind of kinds) await control('POST', `/${kind}`, {})
  await control('POST', '/keys', { name: 'k' })
  for (const by of ['3s', '1h', '4h']) await control('POST', '/clock/advance', { by })
  await control('GET', '/outbox')
  await control('GET', '/snapshot')
  return seen
}

/** Answers and messages of one sandbox as those of another, where the two differ only by their name. */
const renamed = (texts: readonly string[], from: string, to: string): readonly string[] =>
  texts.map((text) => text.replaceAll(`/@${from}/`, `/@${to}/`).replaceAll(`{"name":"${from}"`, `{"name":"${to}"`))

/** Has a sandbox be what a snapshot says. */
async function load({ control }: SandboxRequests, text: string): Promise<void> {
  if (text.includes('"secretHash":') && text.includes('"outbox":')) {
    await control('PUT', '/signing-secret', { secret: ownSecret })
  }
  const answer = await control('PUT', '/snapshot', text)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
}

/** The later life of a sandbox: its answers, and the messages that it sends. */
async function later(sandbox: SandboxRequests, steps: readonly Step[], sent: string[]): Promise<readonly string[]> {
  const from = sent.length
  const answers = [...(await take(sandbox, steps)), ...(await battery(sandbox))]
  return [...answers, ...sent.slice(from)]
}

const settle: Step = { to: 'control', method: 'POST', path: '/clock/advance', body: { by: '1ms' } }

describe('a sandbox that is loaded from a snapshot', () => {
  it('answers every later request, and sends every later message, as the one that was saved', async () => {
    const figures = { requests: 0, sent: 0, copies: 0, parts: new Set<string>() }
    const steps = fc.array(anyStep, { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('default', 'one'), steps, steps, async (name, before, after) => {
        const [first, second] = [await open(options), await open(options)]
        const [original, restored] = [first.panel.at(name), second.panel.at(name)]
        await take(original, [...before, settle])
        const { text } = await original.control('GET', '/snapshot')
        expect(await stateOf(original)).toEqual(await stateOf(original))
        expect((await original.control('GET', '/snapshot')).text).toBe(text)
        const expected = await later(original, after, first.sent)

        await take(restored, after.slice(0, 3))
        await load(restored, text)
        expect((await restored.control('GET', '/snapshot')).text).toBe(text)
        expect(await later(restored, after, second.sent)).toEqual(expected)

        // In another place of the fake where it was saved; what a reset goes back to is that of the place.
        if (name === 'one' && !after.some(({ path }) => path === '/reset')) {
          figures.copies += 1
          const copy = first.panel.at('two')
          await load(copy, text)
          expect((await copy.control('GET', '/snapshot')).text).toBe(text)
          expect(renamed(await later(copy, after, first.sent), 'two', 'one')).toEqual(expected)
        }
        figures.requests += expected.length
        figures.sent += first.sent.length
        for (const id of Object.keys(JSON.parse(text).parts)) figures.parts.add(id)
        await Promise.all(opened.splice(0).map((close) => close()))
      }),
      { numRuns: Number(process.env['SNAPSHOT_RUNS'] ?? 30), seed: 1 },
    )
    // The comparison is not empty: each part differed at some time, and messages went out.
    expect([...figures.parts].toSorted()).toEqual(
      ['assessments', 'clock', 'jobs', 'keys', 'notices', 'outbox', 'resources', 'scenarios', 'storage'].toSorted(),
    )
    expect(figures.sent).toBeGreaterThan(100)
    expect(figures.copies).toBeGreaterThan(10)
  })
})
