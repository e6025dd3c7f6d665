import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { assumptionIds, register } from '../src/assumptions/register.ts'
import { writeFixtures } from './support/fixtures.ts'
import { forward, serveOther } from './support/other-server.ts'
import { reportsOf, resolve as run, serve } from './support/resolving.ts'

/** The findings of a command line. @param args further flags */
async function resolve(baseUrl: string, ...args: readonly string[]) {
  const { out, err, output } = await run(baseUrl, ...args)
  expect(err).toBe('')
  return { out, found: readFileSync(output, 'utf8') }
}

/** Parts of the words of the report: of ids, options, reasons and error codes. */
const parts = ['low', 'Not', 'request', 'invalid', 'page', 'not', 'error']

describe('the words of a report', () => {
  it.each(parts)('stay as they are where a key or the name of a record is "%s"', async (part) => {
    const jobs = z
      .array(z.looseObject({}))
      .parse(JSON.parse(readFileSync(new URL('../fixtures/jobs.json', import.meta.url), 'utf8')))
    const fixtures = await writeFixtures({ 'jobs.json': jobs.map((job) => ({ ...job, name: part })) })
    const fake = await serve({ fixtures, assume: { methodNotAllowed: 'resource_not_found_404' } })
    const plain = await resolve(fake.baseUrl, '--format', 'json')
    const spare = await resolve(fake.baseUrl, '--format', 'json', '--spare-key', part)
    for (const { out, found } of [plain, spare]) {
      expect(found).not.toContain('[redacted]')
      const reports = reportsOf(out)
      expect(reports.map(({ id }) => id)).toEqual(assumptionIds)
      const said = reports.flatMap(({ reason }) => reason ?? []).join('\n')
      expect(said).toContain(
        'methodNotAllowed is resource_not_found_404: a method that a path does not have gets resource_not_found',
      )
      expect(said).not.toContain('[redacted]')
      const codes = reports.flatMap(({ evidence }) =>
        evidence.map(({ response }) => JSON.stringify(response?.['body'])),
      )
      expect(codes.join('\n')).toContain('"code":"invalid_request"')
    }
    const { out } = await resolve(fake.baseUrl, '--spare-key', part)
    expect(out).toContain('→ 400 invalid_request')
  })

  it('hide what the service says where a reason repeats it', async () => {
    const fake = await serve()
    const baseUrl = await serveOther((incoming, outgoing) => {
      void (async () => {
        const answer = await forward(incoming, fake)
        const headers = { 'content-type': 'application/json; owner=jane.doe@example.com; key=csf_full_access' }
        outgoing.writeHead(answer.status, headers).end(await answer.text())
      })()
    })
    const { out } = await resolve(`${baseUrl}/v1`, '--format', 'json', '--only', 'contentType')
    expect(reportsOf(out)).toMatchObject([
      { reason: 'the Content-Type is application/json; owner=[email]; key=[redacted]', option: null },
    ])
  })
})

/** The statuses of the evidence of a row. */
const statusesOf = ({ evidence }: ReturnType<typeof reportsOf>[number]) =>
  evidence.map(({ response }) => response?.status)

describe('errorStatus', () => {
  const cases = [
    ['conventional', [], null, 'limitedKey', [400]],
    ['hidden', [], null, 'limitedKey', [400]],
    ['unprocessable', [], 'unprocessable', null, [422]],
    ['always_200', [], 'always_200', null, [200]],
    ['conventional', ['--limited-key', 'csf_one_permission'], 'conventional', null, [400, 403]],
    ['hidden', ['--limited-key', 'csf_one_permission'], 'hidden', null, [404]],
    ['unprocessable', ['--limited-key', 'csf_one_permission'], 'unprocessable', null, [422]],
    ['always_200', ['--limited-key', 'csf_one_permission'], 'always_200', null, [200]],
  ] as const

  it.each(cases)('%s with %j: finds %s by its difference from the others', async (errorStatus, flags, ...expected) => {
    expect(Object.keys(register.errorStatus.options)).toContain(errorStatus)
    const fake = await serve({ assume: { errorStatus } })
    const { out } = await resolve(fake.baseUrl, '--format', 'json', ...flags)
    const report = reportsOf(out).find(({ id }) => id === 'errorStatus')
    const [option, need, statuses] = expected
    expect(report).toMatchObject({ option, need })
    expect(report === undefined ? [] : statusesOf(report)).toEqual(statuses)
  })

  it('names every refusal that separates it from another option, in the text too', async () => {
    const fake = await serve()
    const { out } = await resolve(fake.baseUrl, '--limited-key', 'csf_one_permission', '--only', 'errorStatus')
    expect(out).toMatch(/^errorStatus .* → 400 invalid_request, .* → 403 authorization_error$/m)
  })
})
