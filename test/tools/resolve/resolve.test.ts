import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { defaultProfile } from '../../../src/core/assumptions/profile.ts'
import { type AssumptionId, assumptionIds } from '../../../src/core/assumptions/register.ts'
import { startFake } from '../../../src/index.ts'
import { cli, command, failed, usage, withEnv } from '../../support/command.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { freeOrigin } from '../../support/other-server.ts'
import { hidingOf } from '../../support/probing.ts'
import { newFile, profileOf, reportsOf, resolve, serve, serveBefore, serveService } from '../../support/resolving.ts'

describe('a service of which nothing is known', () => {
  // Only the waits by the wall clock take time, so all wait at once.
  it('is resolved by the command line only, under any profile', async () => {
    await Promise.all([1, 2, 3, 4].map(expectResolved))
  }, 180_000)

  async function expectResolved(seed: number): Promise<void> {
    const profile = profileOf(seed)
    const fake = await startFake({ completeAfter: '4s', assume: profile })
    const { id: failedId } = await fake.assessments.create({ status: 'failed' })
    const folder = await writeFixtures({})
    const output = join(folder, 'assumptions.json')
    const flags = `--api-key csf_full_access --limited-key csf_one_permission --spare-key csf_small_quota --rate 1000
      --write --wait 2m --format json --webhook-url ${await freeOrigin()}/ --base-url ${fake.baseUrl}
      --failed-assessment ${failedId} --output ${output}`
    const { code, err, out } = await cli('resolve', ...flags.split(/\s+/))
    await fake.close()
    expect({ code, err }).toEqual({ code: 3, err: '' })
    const reports = reportsOf(out)
    expect(reports.map(({ id }) => id)).toEqual(assumptionIds)
    const isHidden = (id: AssumptionId): boolean =>
      hidingOf(id, profile) !== undefined || (id === 'rateWindow' && profile[id] !== 'clock_hour')
    for (const id of assumptionIds) {
      const outcome = profile[id] === defaultProfile[id] ? 'observed' : 'contradicted'
      const expected = isHidden(id) ? { outcome: 'unknown', option: null } : { outcome, option: profile[id] }
      expect(reports.find((report) => report.id === id)).toMatchObject({ id, ...expected })
    }

    await command(['start', '--port', '0', '--assumptions', output], async ({ baseUrl }) => {
      const listed = await cli('assumptions', '--url', baseUrl, '--format', 'json')
      for (const { id, option } of reports) {
        if (option !== null) expect(choicesIn(listed.out).get(id), id).toBe(option)
      }
    })
  }
})

function choicesIn(out: string): ReadonlyMap<string, string | number> {
  const row = z.looseObject({ id: z.string(), choice: z.union([z.string(), z.number()]) })
  const { items } = z.looseObject({ items: z.array(row) }).parse(JSON.parse(out))
  return new Map(items.map(({ id, choice }) => [id, choice]))
}

describe('cloudsec-fake resolve', () => {
  it('prints a table, and exits with 0 where nothing contradicts what is expected', async () => {
    const fake = await serve()
    const { code, out, err, output } = await resolve(fake.baseUrl)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^ID +OUTCOME +OPTION +EXPECTED +EVIDENCE\n/)
    expect(out).toMatch(
      /^limitAboveMax +observed +reject +reject +GET \/v1\/cloud\/resources\?limit=101 → 400 invalid_request$/m,
    )
    expect(out).toMatch(/^jobCreateStatus +unknown +- +201 +it must create records; give --write$/m)
    expect(out).toMatch(/^permissionModel +unknown .*; give --limited-key$/m)
    expect(out).toMatch(/\n\d+ observed, |\n0 contradicted, /)
    expect(out.trim().split('\n').at(-1)).toMatch(/^0 contradicted, [45]\d observed, \d+ unknown; saved to /)
    const found: unknown = JSON.parse(readFileSync(output, 'utf8'))
    expect(found).toMatchObject({ limitAboveMax: 'reject', rateQuota: 5000 })
    expect(found).not.toHaveProperty('jobCreateStatus')
  })

  it('exits with 3 where something contradicts, and shows that first', async () => {
    const fake = await serve({ assume: { limitAboveMax: 'clamp' } })
    const { code, out, err } = await resolve(fake.baseUrl)
    expect({ code, err }).toEqual({ code: 3, err: '' })
    expect(out.split('\n')[1]).toMatch(/^limitAboveMax +contradicted +clamp +reject +GET .* → 200$/)
    expect(out).toContain('\n1 contradicted, ')
  })

  it('expects what a file says', async () => {
    const fake = await serve({ assume: { limitAboveMax: 'clamp', rateQuota: 900 } })
    const folder = await writeFixtures({
      'one.json': { limitAboveMax: 'clamp', rateQuota: 800 },
      'two.json': { limitAboveMax: 'clamp', rateQuota: 900 },
    })
    const only = ['--only', 'limitAboveMax,rateQuota', '--format', 'json']
    const one = await resolve(fake.baseUrl, ...only, '--assumptions', join(folder, 'one.json'))
    expect(one.code).toBe(3)
    expect(reportsOf(one.out).map(({ outcome, expected }) => [outcome, expected])).toEqual([
      ['observed', 'clamp'],
      ['contradicted', 800],
    ])
    const two = await resolve(fake.baseUrl, ...only, '--assumptions', join(folder, 'two.json'))
    expect([two.code, two.err]).toEqual([0, ''])
  })

  it('probes only some rows, with few requests', async () => {
    const fake = await serve()
    const { baseUrl, requests } = await serveBefore(fake)
    const { code, out } = await resolve(baseUrl, '--only', 'limitAboveMax', 'unknownQuery', '--format', 'json')
    expect(code).toBe(0)
    expect(reportsOf(out).map(({ id }) => id)).toEqual(['limitAboveMax', 'unknownQuery'])
    expect(requests.map(({ path }) => path)).toEqual([
      '/v1/cloud/resources',
      '/v1/cloud/resources?limit=101',
      '/v1/cloud/resources?no_such_parameter=1',
    ])
  })

  it('keeps of its file what did not show, and writes what did', async () => {
    const fake = await serve()
    const folder = await writeFixtures({ 'a.json': { limitAboveMax: 'clamp', jobCreateStatus: '202' } })
    const file = join(folder, 'a.json')
    await resolve(fake.baseUrl, '--only', 'limitAboveMax', 'jobCreateStatus', '--output', file)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ jobCreateStatus: '202', limitAboveMax: 'reject' })
  })

  it('takes the service and the key from the environment', async () => {
    const fake = await serve()
    const output = await newFile()
    const variables = { CLOUDSEC_BASE_URL: `${fake.baseUrl}/`, CLOUDSEC_API_KEY: fake.apiKey }
    await withEnv(variables, async () => {
      const { code, err } = await cli('resolve', '--only', 'rateQuota', '--output', output)
      expect([code, err]).toEqual([0, ''])
    })
  })

  it('refuses wrong usage before any request', async () => {
    const baseUrl = await serveService(() => {
      throw new Error('a request was made')
    })
    const folder = await writeFixtures({ 'broken.json': '{', 'list.json': [], 'wrong.json': { limitAboveMax: 'x' } })
    const at = (name: string): string => join(folder, name)
    const noUrl = /^--base-url \(CLOUDSEC_BASE_URL\): expected an http or https URL/
    const wrong: readonly (readonly [words: string, message: string | RegExp])[] = [
      ['--only limitAbove', '--only: assumption "limitAbove" is not in the register. Did you mean limitAboveMax?'],
      [`--output ${at('broken.json')}`, /^--output: .*broken.json: not valid JSON .*$/],
      [`--output ${at('list.json')}`, /^--output: .*expected an object.*$/],
      [`--output ${at('wrong.json')}`, /^--output: .*limitAboveMax.*$/],
      [`--output ${at('none/a.json')}`, `--output: "${at('none/a.json')}" cannot be written`],
      [`--output ${folder}`, /./],
      [`--assumptions ${at('none.json')}`, /none.json: cannot be read/],
      ['--wait long', /^--wait: .*long/],
      ['--rate 0', /--rate/],
      ['--rate many', /./],
      ['--format xml', /./],
      ['--webhook-url https://example.com/', /^--webhook-url: expected an http URL/],
      ['--webhook-url nowhere', /./],
      ['extra', /./],
      ['--nope', /./],
      ['--base-url nowhere', noUrl],
      ['--base-url ftp://example.com/v1', noUrl],
      [`--base-url ${baseUrl}?a=1`, noUrl],
      [`--base-url ${baseUrl}#a`, noUrl],
      ['--base-url http://u:p@127.0.0.1:1/v1', noUrl],
    ]
    for (const [words, message] of wrong) {
      const { code, out, err } = await resolve(baseUrl, ...words.split(' '))
      expect([words, code, out]).toEqual([words, 2, ''])
      expect(err).toMatch(/^cloudsec-fake: .+\n$/)
      const said = err.slice('cloudsec-fake: '.length, -1)
      if (typeof message === 'string') expect(said).toBe(message)
      else expect(said).toMatch(message)
    }
    const output = await newFile()
    expect(await cli('resolve', '--base-url', baseUrl, '--output', output)).toEqual(
      usage('--api-key (CLOUDSEC_API_KEY): required, unless --har names a recording'),
    )
    expect(await cli('resolve', '--api-key', 'a', '--output', output)).toEqual(
      usage('--base-url (CLOUDSEC_BASE_URL): required, unless --har names a recording'),
    )
  })

  it('fails where there is no such service', async () => {
    const answering = (status: number, text: string) =>
      serveService((_, outgoing) => outgoing.writeHead(status, { 'Content-Type': 'text/html' }).end(text))
    const gone = `${await freeOrigin()}/v1`
    const fake = await serve()
    const on = async (baseUrl: string, ...args: readonly string[]) => {
      const { output: _, ...answer } = await resolve(baseUrl, ...args)
      return answer
    }
    const strange = [
      [404, '<p>', '404 in HTML'],
      [200, '[1]', '200'],
      [204, '', '204'],
    ] as const
    for (const [status, text, said] of strange) {
      const url = await answering(status, text)
      const reason = `does not answer as documented (status ${said} for /v1/cloud/resources); it must end in /v1`
      expect(await on(url)).toEqual(failed(`${url} ${reason}`))
    }
    const closed = await answering(401, '{"message":"no"}')
    expect(await on(closed)).toEqual(failed(`${closed} rejects the API key (status 401)`))
    expect(await on(gone)).toMatchObject({ code: 1, err: expect.stringMatching(/: no answer: .*ECONNREFUSED.*\n$/) })
    expect(await on(fake.baseUrl, '--api-key', 'wrong')).toEqual(
      failed(`${fake.baseUrl} rejects the API key (authentication_error)`),
    )
  })
})
