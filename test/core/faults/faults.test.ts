import { expect, it } from 'vitest'

import type { ScenarioRule } from '../../../src/index.ts'
import { answers, jobBody, noon } from '../../support/answers.ts'
import { describeSandboxes, readError } from '../../support/fake.ts'
import {
  countsOf,
  defineRules,
  failureOf,
  fired,
  giveUp,
  openHead,
  senderTo,
  tallyOf,
  watch,
} from '../../support/scenarios.ts'

type Effect = ScenarioRule['then']
const list = '/cloud/resources?limit=1'
const refusedFetch = { name: 'TypeError', message: 'fetch failed', code: 'ECONNRESET' }
const create: RequestInit = { method: 'POST', body: JSON.stringify(jobBody) }
const jobs = '/data/analysis/jobs'

describeSandboxes('a fault', (open, way) => {
  it.each<[Effect, ScenarioRule['phase'], made: number]>([
    [{ fault: 'reset' }, 'before', 0],
    [{ fault: 'reset' }, 'after', 1],
    [{ fault: 'gateway_html' }, 'before', 0],
    [{ fault: 'gateway_html' }, 'after', 1],
    [{ fault: 'truncate' }, 'after', 1],
    [{ fault: 'malformed_json' }, 'after', 1],
    [{ fault: 'empty' }, 'after', 1],
    [{ fault: 'wrong_content_type' }, 'after', 1],
    [{ fault: 'slow_body', over: '20ms' }, 'after', 1],
    [{ error: 'internal_error', fault: 'truncate' }, 'before', 0],
    [{ error: 'internal_error', fault: 'truncate' }, 'after', 1],
  ])('%j %s what is asked: %i are made', async (then, phase, made) => {
    const { fake, sandbox } = await open()
    const before = await countsOf(sandbox)
    await defineRules(sandbox, [{ phase, then }])
    await failureOf(senderTo({ fake, sandbox }, way)(jobs, create).then((response) => response.text()))
    expect(await countsOf(sandbox)).toEqual({ ...before, jobs: (before['jobs'] ?? 0) + made })
    expect(await tallyOf(sandbox)).toEqual([[1, 1]])
  })

  it('of a hung answer after it was made leaves what was made', async () => {
    const { fake, sandbox } = await open()
    const before = await countsOf(sandbox)
    await defineRules(sandbox, [{ phase: 'after', then: { fault: 'hang' } }])
    if (way === 'in process') {
      const send = senderTo({ fake, sandbox }, way)
      const failure = await giveUp(
        (signal) => send(jobs, { ...create, signal }),
        () => fired(sandbox),
      )
      expect(failure?.name).toBe('AbortError')
    } else {
      const head = openHead(sandbox.baseUrl, jobs, { method: 'POST', body: JSON.stringify(jobBody) })
      expect(await watch(sandbox.baseUrl, head, fired(sandbox))).toEqual({ text: '', ended: 'not', at: [] })
    }
    expect(await countsOf(sandbox)).toEqual({ ...before, jobs: (before['jobs'] ?? 0) + 1 })
  })

  it('changes an error as it changes any answer', async () => {
    const { fake, sandbox } = await open()
    const send = senderTo({ fake, sandbox }, way)
    const answer = async (fault: Effect['fault']) => {
      await defineRules(sandbox, [{ then: { error: 'internal_error', fault } }])
      const response = await send(list)
      const type = response.headers.get('content-type')
      return [response.status, type, await response.text().catch((error: unknown) => String(error))]
    }
    const body = '{"status":"error","error":{"code":"internal_error"'
    expect(await answer('malformed_json')).toEqual([500, 'application/json', expect.stringMatching(/^\{.*,$/)])
    expect(await answer('empty')).toEqual([500, 'application/json', ''])
    expect(await answer('wrong_content_type')).toEqual([500, 'text/html', expect.stringContaining(body)])
    expect(await answer('truncate')).toEqual([500, 'application/json', 'TypeError: terminated'])
    expect(await answer('gateway_html')).toEqual([502, 'text/html', expect.stringContaining('502 Bad Gateway')])
    await defineRules(sandbox, [{ then: { error: 'internal_error', fault: 'reset' } }])
    expect(await failureOf(send(list))).toEqual(refusedFetch)
  })

  it('does not change an earlier refusal', async () => {
    const { sandbox, get } = await open()
    for (const fault of ['malformed_json', 'empty', 'truncate', 'slow_body', 'wrong_content_type'] as const) {
      await defineRules(sandbox, [{ then: { fault } }])
      readError(await get('/nowhere'), 404, 'resource_not_found')
      readError(await get(list, { key: null }), 401, 'authentication_error')
      expect(await tallyOf(sandbox)).toEqual([[0, 0]])
    }
  })

  it('has the status and the headers that its rule gives it', async () => {
    const { fake, sandbox } = await open()
    const then: Effect = {
      fault: 'gateway_html',
      status: 504,
      headers: { 'Retry-After': '9', 'content-type': 'text/html; charset=utf-8' },
    }
    await defineRules(sandbox, [{ then }])
    const response = await senderTo({ fake, sandbox }, way)(list)
    expect([response.status, response.headers.get('retry-after'), response.headers.get('content-type')]).toEqual([
      504,
      '9',
      'text/html; charset=utf-8',
    ])
    expect(await response.text()).toContain('<h1>502 Bad Gateway</h1>')
  })

  it.each<[Effect, expected: unknown]>([
    [{ fault: 'reset' }, refusedFetch],
    [{ fault: 'gateway_html' }, [502, 'text/html', '']],
    [{ fault: 'truncate' }, [200, 'application/json', '']],
    [{ fault: 'slow_body', over: '20ms' }, [200, 'application/json', '']],
    [{ fault: 'malformed_json' }, [200, 'application/json', '']],
    [{ fault: 'empty' }, [200, 'application/json', '']],
    [{ fault: 'wrong_content_type' }, [200, 'text/html', '']],
    [{ error: 'internal_error' }, [500, 'application/json', '']],
    [{ status: 202 }, [202, 'application/json', '']],
    [{ status: 202, headers: { Date: null, 'Content-Type': null } }, [202, null, '']],
  ])('%j of a HEAD', async (then, expected) => {
    const { fake, sandbox } = await open()
    await defineRules(sandbox, [{ then }])
    const seen = await senderTo({ fake, sandbox }, way)(list, { method: 'HEAD' }).then(
      async (response) => [response.status, response.headers.get('content-type'), await response.text()],
      async (error: unknown) => failureOf(Promise.reject(error)),
    )
    expect(seen).toEqual(expected)
  })

  it('of 204 that names no type has neither type nor body', async () => {
    const { fake, sandbox } = await open()
    await defineRules(sandbox, [{ then: { status: 204, headers: { 'Content-Type': null } } }])
    const response = await senderTo({ fake, sandbox }, way)(list)
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([204, null, ''])
  })
})

describeSandboxes('a body that drips', (open, way) => {
  it.concurrent('comes in many pieces over as long as the rule says, and whole', async () => {
    const { fake, sandbox } = await open({ clock: noon })
    const send = senderTo({ fake, sandbox }, way)
    const plain = await (await send('/cloud/resources')).text()
    await defineRules(sandbox, [{ then: { fault: 'slow_body', over: '1s' } }])
    const startedAt = performance.now()
    const response = await send('/cloud/resources')
    const chunks: Uint8Array[] = []
    for await (const chunk of response.body ?? []) chunks.push(chunk)
    const tookMs = performance.now() - startedAt
    expect(Buffer.concat(chunks).toString()).toBe(plain)
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(plain)))
    expect([chunks.length > 5, chunks.length <= 25, tookMs >= 990]).toEqual([true, true, true])
  })

  it.concurrent('comes at once where the rule says so, and whole where it is short', async () => {
    const { fake, sandbox } = await open()
    await defineRules(sandbox, [{ then: { fault: 'slow_body', over: '0s', patch: { data: null, pagination: null } } }])
    expect(await (await senderTo({ fake, sandbox }, way)(list)).text()).toBe('{"status":"success"}')
  })

  it.concurrent('holds up no other request', async () => {
    const { fake, sandbox, get } = await open()
    await defineRules(sandbox, [{ when: { operation: 'listJobs' }, then: { fault: 'slow_body', over: '1h' } }])
    const over = new AbortController()
    const dripping = await senderTo({ fake, sandbox }, way)(jobs, { signal: over.signal })
    expect((await get(list)).status).toBe(200)
    over.abort()
    expect((await failureOf(dripping.text()))?.name).toBe('AbortError')
  })
})

describeSandboxes('a delay', (open, way) => {
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now()
    await work()
    return performance.now() - startedAt
  }

  it.concurrent.each<Effect>([
    { delay: '60ms' },
    { delay: 'PT0.06S' },
    { delay: { min: '60ms', max: '90ms' } },
    { delay: '60ms', status: 202 },
    { delay: '60ms', error: 'internal_error' },
  ])('%j passes on the wall clock, not on the clock of the sandbox', async (then) => {
    const { sandbox, get } = await open({ clock: noon })
    await defineRules(sandbox, [{ then }])
    expect(await timed(() => get(list))).toBeGreaterThanOrEqual(59)
    expect((await sandbox.clock.show()).now).toBe('2026-07-01T12:00:00.000Z')
  })

  it.concurrent('holds up only its own requests', async () => {
    const { fake, sandbox, get } = await open()
    await defineRules(sandbox, [{ when: { operation: 'listJobs' }, then: { delay: '1h' } }])
    const failure = await giveUp(
      (signal) => senderTo({ fake, sandbox }, way)(jobs, { signal }),
      async () => {
        await fired(sandbox)
        answers.resources.parse(JSON.parse((await get(list)).text))
      },
    )
    expect(failure?.name).toBe('AbortError')
  })

  it.concurrent('ends for a client that gives up', async () => {
    const { fake, sandbox } = await open()
    await defineRules(sandbox, [{ then: { delay: '1h' } }])
    if (way === 'in process') {
      const send = senderTo({ fake, sandbox }, way)
      const failure = await giveUp(
        (signal) => send(list, { signal }),
        () => fired(sandbox),
      )
      expect(failure?.name).toBe('AbortError')
      const aborted = failureOf(send(list, { signal: AbortSignal.abort(new DOMException('', 'TimeoutError')) }))
      expect((await aborted)?.name).toBe('TimeoutError')
      expect(await tallyOf(sandbox)).toEqual([[1, 1]])
    } else {
      const watched = await watch(sandbox.baseUrl, openHead(sandbox.baseUrl, list), fired(sandbox))
      expect(watched).toEqual({ text: '', ended: 'not', at: [] })
    }
  })
})
