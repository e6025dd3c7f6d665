import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'

import { expect, it } from 'vitest'

import { answers, assessmentBody, jobBody } from '../../support/answers.ts'
import { describeFake, read, readError } from '../../support/fake.ts'

const [assessments, jobs] = ['/security/assessments', '/data/analysis/jobs'] as const
const encoded = (encoding: string) => ({ headers: { 'Content-Encoding': encoding } })
const text = JSON.stringify(jobBody)

// The fastest levels: some of the bodies are long.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const encoders = [
  ['gzip', (body: string | Buffer) => gzipSync(body, { level: 1 })],
  ['deflate', (body: string | Buffer) => deflateSync(body, { level: 1 })],
  ['br', (body: string | Buffer) => brotliCompressSync(body, brotli)],
] as const

/** Bodies with spaces at their ends, by encoding and length: the long ones take a while. */
const padded = new Map<string, Buffer>()

describeFake('assumptions about how a body is encoded', (open) => {
  it.each(encoders)('requestEncoding: reject and decode, of %s', async (name, encode) => {
    const strict = await open({ assume: { requestEncoding: 'reject' } })
    const refused = await strict.post(jobs, encode(text), encoded(name))
    const details = readError(refused, 400, 'invalid_request')
    expect(details).toBe(`Content-Encoding: expected none, got "${name}"`)
    const { post, sandbox } = await open({ assume: { requestEncoding: 'decode' } })
    const { data } = read(await post(jobs, encode(text), encoded(name.toUpperCase())), 201, answers.job)
    expect(data).toMatchObject(jobBody)
    const assessed = encode(JSON.stringify(assessmentBody))
    read(await post(assessments, assessed, encoded(` ${name} `)), 201, answers.creation)
    const [created] = await sandbox.requests.list()
    expect(created?.request.body).toEqual(jobBody)
    expect(created?.assumptions).toContain('requestEncoding')
  })

  it.each(['identity', ''])('requestEncoding: %j is none at all', async (name) => {
    const { post, sandbox } = await open({ assume: { requestEncoding: 'reject' } })
    read(await post(jobs, text, encoded(name)), 201, answers.job)
    expect((await sandbox.requests.list())[0]?.assumptions).not.toContain('requestEncoding')
  })

  it.each(['zstd', 'gzip, gzip', 'x'.repeat(300)])('requestEncoding: decode refuses %s', async (name) => {
    const { post } = await open({ assume: { requestEncoding: 'decode' } })
    const details = readError(await post(jobs, gzipSync(text), encoded(name)), 400, 'invalid_request')
    expect(details).toMatch(/^Content-Encoding: expected one of gzip, deflate, br, got "/)
  })

  it.each(encoders)('requestEncoding: decode refuses what is not %s, or breaks off', async (name, encode) => {
    const { post } = await open({ assume: { requestEncoding: 'decode' } })
    for (const body of [text, encode(text).subarray(0, 40)]) {
      const details = readError(await post(jobs, body, encoded(name)), 400, 'invalid_request')
      expect(details).toBe(`the body: not valid ${name}, as its Content-Encoding says`)
    }
  })

  it.each(encoders)('requestEncoding: decode reads at most 1 MiB out of %s', async (name, encode) => {
    const { post } = await open({ assume: { requestEncoding: 'decode' } })
    const bodyOf = (length: number) => {
      const body = padded.get(`${name} ${length}`) ?? encode(Buffer.alloc(length, ' ').fill(text, 0, text.length))
      padded.set(`${name} ${length}`, body)
      return body
    }
    read(await post(jobs, bodyOf(1_048_576), encoded(name)), 201, answers.job)
    for (const length of [1_048_577, 200_000_000]) {
      const details = readError(await post(jobs, bodyOf(length), encoded(name)), 400, 'invalid_request')
      expect(details).toBe('the body: expected at most 1048576 bytes, got more')
    }
  })

  it('requestEncoding: decode counts the bytes that were read as created records', async () => {
    const description = 'x'.repeat(100_000)
    const body = gzipSync(JSON.stringify({ ...jobBody, description }))
    const { post } = await open({ maxStoredBytes: 2_000_000, assume: { requestEncoding: 'decode' } })
    for (let i = 0; i < 2; i += 1) read(await post(jobs, body, encoded('gzip')), 201, answers.job)
    readError(await post(jobs, body, encoded('gzip')), 503, 'service_unavailable')
  })

  it('a rule of a scenario looks into an encoded body', async () => {
    const { post, sandbox } = await open({ assume: { requestEncoding: 'decode' } })
    const rules = [{ when: { body: { name: jobBody.name } }, then: { error: 'internal_error' as const } }]
    await sandbox.scenarios.define({ name: 'own', rules })
    readError(await post(jobs, gzipSync(text), encoded('gzip')), 500, 'internal_error')
    read(await post(jobs, gzipSync(JSON.stringify({ ...jobBody, name: 'n' })), encoded('gzip')), 201, answers.job)
    readError(await post(jobs, 'no gzip', encoded('gzip')), 400, 'invalid_request')
  })
})
