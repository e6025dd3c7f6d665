import { once } from 'node:events'
import { connect } from 'node:net'

import { describe, expect, it, onTestFinished } from 'vitest'

import { errorEnvelopeSchema } from '../../../src/core/spec/envelope.ts'
import { createFake, type ListenOptions, startFake } from '../../../src/index.ts'
import { answers, anySuccess, assessmentBody, jobBody, knownResource, noon, unknownId } from '../../support/answers.ts'
import { askBroken } from '../../support/broken.ts'
import { describeFake, read, readError } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { requestHead, sendRaw } from '../../support/raw.ts'
import { completedRow } from '../assumptions/own-data.ts'

describeFake('quotas when the clock is set back', (open) => {
  it.each(['first_request', 'clock_hour', 'sliding'] as const)(
    'rateWindow %s never lasts longer than an hour',
    async (rateWindow) => {
      const { get, fake } = await open({ clock: noon, quota: 2, assume: { rateWindow } })
      for (const now of [noon, '2026-07-01T02:00:00Z', '1971-01-01T00:00:00Z']) {
        await fake.clock.set(now)
        for (const remaining of ['1', '0']) {
          const answer = await get('/cloud/resources')
          read(answer, 200, anySuccess)
          expect(answer.headers.get('x-rate-limit-remaining')).toBe(remaining)
          expect(
            Math.abs(Number(answer.headers.get('x-rate-limit-reset')) * 1000 - Date.parse(now)),
          ).toBeLessThanOrEqual(3_600_000)
        }
        readError(await get('/cloud/resources'), 429, 'rate_limit_exceeded')
        await fake.clock.advance('1h')
        read(await get('/cloud/resources'), 200, anySuccess)
      }
    },
  )
})

describeFake('input of a size or form that few send', (open) => {
  it('a category named often is looked at once', async () => {
    const { post, get } = await open({ completeAfter: '0s' })
    const categories = Array.from({ length: 50_000 }, () => 'network')
    const body = { ...assessmentBody, scan_options: { comprehensive: true, categories } }
    const { id } = read(await post('/security/assessments', body), 201, answers.creation).data
    const { findings, summary } = read(await get(`/security/assessments/${id}`), 200, answers.assessment).data
    expect(findings.length + summary.passing_checks).toBe(5)
  })

  it('dates do without their seconds, as some languages write a whole minute', async () => {
    const { get, post } = await open()
    const list = async (date: string) =>
      read(await get(`/security/assessments?limit=100&from_date=${date}`), 200, answers.assessments)
    expect((await list('2026-06-01T12:00Z')).data).toEqual((await list('2026-06-01T12:00:00Z')).data)
    const parameters = { ...jobBody.data_source.parameters, start_date: '2026-06-01T12:00+02:00' }
    read(
      await post('/data/analysis/jobs', { ...jobBody, data_source: { ...jobBody.data_source, parameters } }),
      201,
      answers.job,
    )
  })

  it('a record that is not found is named as it was asked for', async () => {
    const { get } = await open({ assume: { resourceIdFormat: 'opaque' } })
    const id = `res-${'1'.repeat(32)}`
    expect(readError(await get(`/cloud/resources/${id}`), 404, 'resource_not_found')).toBe(
      `id: no record has the id "${id}"`,
    )
    const upper = 'ABCDEF00-2222-4333-8444-555555555555'
    expect(readError(await get(`/data/analysis/jobs/${upper}`), 404, 'resource_not_found')).toBe(
      `id: no record has the id "${upper}"`,
    )
  })

  it('a mailbox on a host without a domain can be notified', async () => {
    const { post } = await open()
    read(await post('/data/analysis/jobs', { ...jobBody, notification: { email: 'root@localhost' } }), 201, answers.job)
  })

  it('a body that arrives late is served at the instant it arrived', async () => {
    const { post, get, fake } = await open({ clock: noon })
    let send: ReadableStreamDefaultController<Uint8Array> | undefined
    const late = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = controller
      },
    })
    const answer = post('/data/analysis/jobs', late)
    await get('/cloud/resources')
    await fake.clock.advance('1h')
    send?.enqueue(new TextEncoder().encode(JSON.stringify(jobBody)))
    send?.close()
    expect(read(await answer, 201, answers.job).data.created_at).toBe('2026-07-01T13:00:00Z')
  })

  it('a creation that is refused takes no room', async () => {
    const { post } = await open({ maxStoredBytes: 10_000 })
    for (let i = 0; i < 10; i += 1) {
      readError(
        await post('/security/assessments', { ...assessmentBody, resource_id: unknownId }),
        404,
        'resource_not_found',
      )
    }
    read(await post('/security/assessments', assessmentBody), 201, answers.creation)
  })

  it('a created record that is deleted gives its room back', async () => {
    const { fake, post } = await open({ maxStoredBytes: 20_000 })
    for (let i = 0; i < 10; i += 1) {
      const { id } = read(await post('/data/analysis/jobs', jobBody), 201, answers.job).data
      await fake.jobs.remove(id)
    }
    read(await post('/security/assessments', assessmentBody), 201, answers.creation)
  })

  it('records of fixtures stay as they are, wherever the clock stands', async () => {
    const { get } = await open({ clock: '2020-01-01T00:00:00Z' })
    expect(read(await get('/security/assessments'), 200, answers.assessments).pagination.total_items).toBe(42)
    expect(
      read(await get('/data/analysis/jobs?status=completed'), 200, answers.jobs).pagination.total_items,
    ).toBeGreaterThan(10)
  })
})

describe('a log that cannot be written', () => {
  const broken = (): never => {
    throw new Error('no space left')
  }

  it('changes no answer, and makes nothing twice', async () => {
    const fake = await createFake({ log: { error: broken, warn: broken, info: broken, debug: broken } })
    const headers = { Authorization: `Bearer ${fake.apiKey}`, 'Content-Type': 'application/json' }
    const jobs = `${fake.baseUrl}/data/analysis/jobs`
    const statuses = [
      await fake.fetch(`${fake.baseUrl}/nowhere`, { headers }),
      await fake.fetch(jobs, { headers, method: 'POST', body: JSON.stringify(jobBody) }),
    ].map((response) => response.status)
    expect(statuses).toEqual([404, 201])
    expect(await (await fake.fetch(jobs, { headers })).text()).toContain('"total_items":26')
  })

  it('is refused where it is none', async () => {
    for (const [log, shown] of [
      ['debug', '"debug"'],
      [null, 'null'],
      [{}, 'an object'],
    ] as const) {
      const options = Object.fromEntries([['log', log]])
      await expect(createFake(options)).rejects.toThrow(`log: expected a log as createLog makes it, got ${shown}`)
    }
  })
})

describe('options that are none', () => {
  it.each([null, 5, 'text'])('%j is refused', async (options) => {
    for (const start of [createFake, startFake]) {
      await expect(Reflect.apply(start, undefined, [options])).rejects.toThrow('the options: expected an object, got ')
    }
    const assume = Object.fromEntries([['assume', options]])
    await expect(createFake(assume)).rejects.toThrow('assume: expected an object, got ')
  })
})

describe('a defect', () => {
  it('is internal_error in the envelope, and its stack is on the console', async () => {
    const { status, text, headers, lines } = await askBroken()
    const { error } = errorEnvelopeSchema.parse(JSON.parse(text))
    expect([status, error.code]).toEqual([500, 'internal_error'])
    expect(text).not.toContain('a defect')
    expect(headers.get('x-rate-limit-limit')).toBe('5000')
    expect(lines[0]).toMatch(/^error: a defect of cloudsec-fake: Error: a defect\n\s+at /)
  })
})

describe('messages that a server answers by itself', () => {
  const start = async (options: ListenOptions = {}) => {
    const fake = await startFake({ clock: noon, ...options })
    onTestFinished(() => fake.close())
    return fake
  }

  const head = requestHead('GET', '/v1/cloud/resources')
  const body = JSON.stringify(jobBody)
  const posted = (header: string): string =>
    requestHead('POST', '/v1/data/analysis/jobs').replace(
      '\r\n\r\n',
      `\r\nContent-Type: application/json\r\n${header}\r\n\r\n`,
    )
  it.each<[about: string, message: string, status: string, options?: ListenOptions]>([
    ['no Host', 'GET /v1/cloud/resources HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request'],
    ['two of them', requestHead('GET', '/v1/cloud/resources', 'a\r\nHost: b'), '400 Bad Request'],
    ['CONNECT', requestHead('CONNECT', '127.0.0.1:80'), '400 Bad Request'],
    ['a chunk that is none', `${posted('Transfer-Encoding: chunked')}ZZZ\r\n`, '400 Bad Request'],
    ['an unknown expectation', head.replace('\r\n\r\n', '\r\nExpect: fancy\r\n\r\n'), '200 OK'],
    [
      'HTTP/1.0 without a Host, on IPv6',
      head.replace('1.1', '1.0').replace(/Host: .*\r\n/, ''),
      '200 OK',
      { host: '::1' },
    ],
    [
      'garbage after a request',
      `${posted(`Content-Length: ${body.length}`)}${body}no request at all\r\n\r\n`.replace('close', 'keep-alive'),
      '201 Created',
    ],
  ])('%s', async (_, message, status, options) => {
    const text = await sendRaw((await start(options)).baseUrl, message)
    expect(text.slice(0, text.indexOf('\r\n'))).toBe(`HTTP/1.1 ${status}`)
    if (!status.startsWith('400')) return
    expect(text).toMatch(/^x-rate-limit-remaining: 5000\r$/im)
    expect(text).toContain('"code":"invalid_request"')
  })

  it('one that is refused does not take the place of the answer before it', async () => {
    const fake = await start()
    const first = requestHead('GET', '/v1/cloud/resources?limit=1').replace(
      'Connection: close',
      'Connection: keep-alive',
    )
    for (const second of ['GET /v1/cloud/resources HTTP/1.1\r\n\r\n', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n']) {
      expect(await sendRaw(fake.baseUrl, first + second)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    }
  })

  it('a client that resets its CONNECT, or never ends, neither stops nor holds the server', async () => {
    const fake = await startFake()
    const port = Number(new URL(fake.baseUrl).port)
    for (let i = 0; i < 20; i += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(requestHead('CONNECT', 'a:1'))
      socket.resetAndDestroy()
    }
    const silent = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    silent.on('error', () => {})
    silent.write(requestHead('CONNECT', 'a:1'))
    await once(silent, 'data')
    const response = await fetch(`${fake.baseUrl}/cloud/resources`)
    expect(response.status).toBe(401)
    await response.text()
    await fake.close()
    silent.destroy()
  })
})

describe('keys of fixtures', () => {
  const load = async (keys: readonly object[], options = {}) => {
    return createFake({ fixtures: await writeFixtures({ 'keys.json': keys }), ...options })
  }

  it('show the first that may do everything under the chosen model, in plain text', async () => {
    const hashed = { id: 'h', name: 'H', permissions: ['security', 'cloud', 'analysis'], secret_sha256: 'a'.repeat(64) }
    const plain = { id: 'p', name: 'P', permissions: ['security', 'cloud', 'analysis'], secret: 'plain-secret' }
    const fake = await load([hashed, plain], { assume: { permissionModel: 'area' } })
    expect(fake.apiKey).toBe('plain-secret')
    const other = await load([hashed, plain])
    expect(() => other.apiKey).toThrow('apiKey: ')
  })

  it('resources are found by the assessments of fixtures in either case', async () => {
    const id = 'AAAAAAAA-0000-4000-8000-000000000001'
    const row = completedRow(1, noon, { id, resource_id: knownResource.id.toUpperCase() })
    const fake = await createFake({
      fixtures: await writeFixtures({ 'assessments.json': `\uFEFF${JSON.stringify([row])}` }),
    })
    const url = `${fake.baseUrl}/security/assessments?resource_id=${knownResource.id}`
    const response = await fake.fetch(url, { headers: { Authorization: `Bearer ${fake.apiKey}` } })
    expect(answers.assessments.parse(await response.json()).data).toHaveLength(1)
  })
})
