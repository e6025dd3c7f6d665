import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { assumptionIds } from '../../../src/core/assumptions/register.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { reportsOf, resolve as run, serve } from '../../support/resolving.ts'

/** What a command line prints. @param args further flags */
async function resolve(baseUrl: string, ...args: readonly string[]) {
  const { out, err } = await run(baseUrl, ...args)
  expect(err).toBe('')
  return out
}

describe('the words of a report', () => {
  // Parts of its own ids, options, reasons and error codes.
  it.each(['low', 'request'])('stay as they are where a key and the name of a record are "%s"', async (part) => {
    const jobs = z
      .array(z.looseObject({}))
      .parse(JSON.parse(readFileSync(new URL('../../../fixtures/jobs.json', import.meta.url), 'utf8')))
    const fixtures = await writeFixtures({ 'jobs.json': jobs.map((job) => ({ ...job, name: part })) })
    const fake = await serve({ fixtures, assume: { methodNotAllowed: 'resource_not_found_404' } })
    const reports = reportsOf(await resolve(fake.baseUrl, '--format', 'json', '--spare-key', part))
    expect(reports.map(({ id }) => id)).toEqual(assumptionIds)
    const said = reports.flatMap(({ reason }) => reason ?? [])
    expect(said).toContain('it cannot be observed, because methodNotAllowed is resource_not_found_404')
    expect(reports.flatMap(({ evidence }) => evidence).join('\n')).toMatch(/ 400 invalid_request$/m)
  })
})

describe('errorStatus', () => {
  const limited = ['--limited-key', 'csf_one_permission']

  it.each([
    ['conventional', [], null, 'all answers fit conventional and hidden; give --limited-key', [400]],
    ['hidden', [], null, 'all answers fit conventional and hidden; give --limited-key', [400]],
    ['unprocessable', [], 'unprocessable', null, [422]],
    ['always_200', [], 'always_200', null, [200]],
    ['conventional', limited, 'conventional', null, [400, 403]],
    ['hidden', limited, 'hidden', null, [400, 404]],
    ['unprocessable', limited, 'unprocessable', null, [422, 403]],
    ['always_200', limited, 'always_200', null, [200]],
  ] as const)(
    '%s with %j: finds %s, or says %s, by the statuses %j',
    async (errorStatus, flags, option, reason, by) => {
      const fake = await serve({ assume: { errorStatus } })
      const [report] = reportsOf(await resolve(fake.baseUrl, '--format', 'json', '--only', 'errorStatus', ...flags))
      expect(report).toMatchObject({ option, reason })
      expect(new Set(report?.evidence.map((line) => Number(/→ (\d+)/.exec(line)?.[1])))).toEqual(new Set(by))
    },
  )
})
