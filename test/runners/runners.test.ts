import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { startFake } from '../../src/index.ts'
import { page } from '../docs/page.ts'
import { type Consumer, createConsumer, type Ran, run as runProgram } from '../support/consumer.ts'

let consumer: Consumer
beforeAll(async () => {
  consumer = await createConsumer(new URL('./', import.meta.url))
  return consumer.remove
})

const vitestReport = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

/** A run of Vitest, and its reports: for people, as JSON and as JUnit. */
interface VitestRun extends Ran {
  readonly tests: readonly { title: string; status: string; failureMessages: string[] }[]
  readonly junit: string
}

let runs = 0

/** @param more arguments: the one file that is run (all of the folder), or flags */
async function runVitest(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  more: readonly string[] = [],
): Promise<VitestRun> {
  runs += 1
  const [json, xml] = [`report-${runs}.json`, `report-${runs}.xml`]
  const reporters = ['default', 'json', 'junit'].map((name) => `--reporter=${name}`)
  const args = [
    'run',
    '--testTimeout=60000',
    ...more,
    ...reporters,
    `--outputFile.json=${json}`,
    `--outputFile.junit=${xml}`,
  ]
  const ran = await consumer.run('vitest', args, folder, { NO_COLOR: '1', ...env })
  const report = vitestReport.parse(JSON.parse(await readFile(join(consumer.folder, folder, json), 'utf8')))
  const junit = await readFile(join(consumer.folder, folder, xml), 'utf8')
  return { ...ran, tests: report.testResults.flatMap(({ assertionResults }) => assertionResults), junit }
}

/** The lines of tests on their consoles, sorted: `sandbox: …`, `job: …`. */
function printed(what: string, { out }: Ran): readonly string[] {
  return [...out.matchAll(new RegExp(`^(?:# )?${what}: (\\S+)$`, 'gm'))].map(([, value = '']) => value).toSorted()
}

/** The titles of tests that ended in a way, sorted. */
function titled(status: string, { tests }: VitestRun): readonly string[] {
  return tests
    .filter((test) => test.status === status)
    .map(({ title }) => title)
    .toSorted()
}

/** The part of a JUnit report on one test. */
function testcase(junit: string, name: string): string {
  return new RegExp(`<testcase [^>]*name="${name}"[\\s\\S]*?</testcase>`).exec(junit)?.[0] ?? ''
}

const strictFailures = [
  'strict: fails after a request that matched nothing',
  'strict: fails where a scenario never fired',
  'strict: fails with the requests that lost their sandbox',
]

const conductFailure = 'conduct: fails after a request for an unknown path'

describe('cloudsec-fake/vitest, run by Vitest', () => {
  let run: VitestRun
  beforeAll(async () => {
    run = await runVitest('vitest')
  })

  it('gives each of the tests at the same time a sandbox of its own', () => {
    expect(run.code).toBe(1)
    expect(titled('failed', run)).toEqual([
      conductFailure,
      'fails after a request that was refused',
      'fails without a request',
      'runs out of time while it waits',
      ...strictFailures,
    ])
    expect(titled('passed', run)).toHaveLength(18)
    const sandboxes = printed('sandbox', run)
    expect(sandboxes).toHaveLength(10)
    expect(new Set(sandboxes).size).toBe(10)
    expect(sandboxes[0]).toMatch(/^a-scenario-is-on-only-in-this-test-[0-9a-f]{8}$/)
  })

  it('reports a failure with the requests of that test, in every report', () => {
    const failed = run.tests.find(({ title }) => title === 'fails after a request that was refused')
    const reports = [
      run.err.split('FAIL ').find((part) => part.includes('> fails after a request that was refused')) ?? '',
      failed?.failureMessages.join('\n') ?? '',
      testcase(run.junit, 'fails after a request that was refused'),
    ]
    for (const report of reports) {
      expect(report).toContain('expected 503 to be 200')
      expect(report).toMatch(
        /cloudsec-fake requests \(sandbox fails-after-a-request-that-was-refused-[0-9a-f]{8}\):\nID +AT +REQUEST +STATUS +CODE +SCENARIOS\n/,
      )
      expect(report).toMatch(/\/v1\/cloud\/resources\?limit=7 +503 +service_unavailable +outage-then-recovery\[0\]\n/)
      expect(report).not.toContain('limit=3')
    }
  })

  it('reports a test without requests, and one that ran out of time', () => {
    expect(run.err).toMatch(/cloudsec-fake requests \(sandbox fails-without-a-request-[0-9a-f]{8}\): none/)
    expect(run.err).toMatch(/Test timed out in 3000ms[^]*jobs\?limit=9 +hang +- +no-answer\[0\]/)
  })

  it('fails strict tests with what was wrong, and shows requests that lost their sandbox', () => {
    const [unmatched = '', unfired = '', stray = ''] = strictFailures.map((title) => {
      const failed = run.tests.find((test) => test.title === title)
      return failed?.failureMessages.join('\n') ?? ''
    })
    expect(unmatched).toMatch(
      /strict: expected a request that matches no operation 0 times, got 1: \S+ GET \/v1\/cloud\/resource → 404 resource_not_found \(nearest: GET \/v1\/cloud\/resources\)\n\ncloudsec-fake requests \(sandbox strict-\S+\):\nID +AT/,
    )
    expect(unfired).toContain(
      'strict: expected every scenario that was on to fire; commits-then-fails did not (no request',
    )
    expect(unfired).not.toContain('matches no operation')
    expect(stray).toMatch(
      /expected 200 to be 503[^]*\(sandbox \S+\): none\n\nrequests without a sandbox, which reached default \(concurrent tests share it\):\nID [^\n]*\n\S+ +\S+ +GET \/v1\/cloud\/resources\?page=2&limit=5 +200/,
    )
    expect(unmatched + unfired).not.toContain('limit=5')
  })

  it('fails a test for the conduct of the client, or warns of it', () => {
    const failed = run.tests.find(({ title }) => title === conductFailure)
    expect(failed?.failureMessages.join('\n')).toMatch(
      /conduct: the client misbehaved \(sandbox conduct-fails-\S+\)\n\nwarning matched-no-operation \(1\) [^]*limit=8[^]*\n\ncloudsec-fake requests \(sandbox conduct-fails-\S+\):\nID/,
    )
    expect(run.err).toMatch(
      /cloudsec-fake conduct: the client misbehaved \(sandbox conduct-passes-with-a-warning-\S+\)/,
    )
    expect(run.out + run.err).not.toContain('conduct-passes-where')
  })

  it('says nothing of tests that pass', () => {
    const passed = run.tests.filter(({ status, title }) => status === 'passed' && !title.includes('second try'))
    expect(passed.flatMap(({ failureMessages }) => failureMessages)).toEqual([])
    expect(run.out + run.err).not.toContain('sandbox passes-beside-it')
  })

  it('uses a fake that runs already, with the same sandboxes and ids in every run', async () => {
    const fake = await startFake({ controlToken: 'open-sesame' })
    const env = { CLOUDSEC_CONTROL_URL: fake.controlUrl, CLOUDSEC_FAKE_CONTROL_TOKEN: 'open-sesame' }
    const first = await runVitest('vitest', env)
    const second = await runVitest('vitest', env, ['--pool=threads'])
    const left = await fake.sandboxes.list()
    await fake.close()
    // The sandboxes of tests that passed are given back, and one test that fails has a fake of its own.
    expect(left.map(({ name }) => name)).toHaveLength(titled('failed', run).length)
    for (const again of [first, second]) {
      expect(titled('failed', again)).toEqual(titled('failed', run))
      expect(printed('sandbox', again)).toEqual(printed('sandbox', run))
      expect(printed('job', again)).toEqual(printed('job', run))
    }
    expect(printed('job', run)).toHaveLength(1)
  })

  it('says where no fake runs', async () => {
    const { tests } = await runVitest('vitest', { CLOUDSEC_CONTROL_URL: 'http://127.0.0.1:9' }, [
      'failing',
      '--pool=threads',
    ])
    const failed = tests.filter(({ title }) => title === 'passes beside it')
    expect(failed.flatMap(({ failureMessages }) => failureMessages).join('\n')).toContain(
      'nothing answers at http://127.0.0.1:9/_control',
    )
  })
})

const attachment = z.object({ name: z.string(), contentType: z.string(), body: z.optional(z.string()) })
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(
    z.object({
      file: z.string(),
      specs: z.array(
        z.object({
          title: z.string(),
          ok: z.boolean(),
          tests: z.array(z.object({ results: z.array(z.object({ attachments: z.array(attachment) })) })),
        }),
      ),
    }),
  ),
})

describe('cloudsec-fake/playwright, run by Playwright', () => {
  let ran: Ran
  let specs: { title: string; ok: boolean; attachments: z.infer<typeof attachment>[] }[]
  let stats: z.infer<typeof playwrightReport>['stats']
  beforeAll(async () => {
    const env = { NO_COLOR: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: 'report.json' }
    ran = await consumer.run('playwright', ['test', '--reporter=list,json'], 'playwright', env)
    const text = await readFile(join(consumer.folder, 'playwright', 'report.json'), 'utf8')
    const report = playwrightReport.parse(JSON.parse(text))
    stats = report.stats
    specs = report.suites.flatMap((suite) =>
      suite.specs.map(({ title, ok, tests }) => ({
        title,
        ok,
        attachments: tests.flatMap(({ results }) => results.flatMap(({ attachments }) => attachments)),
      })),
    )
  })

  it('gives each of the tests at the same time a sandbox of its own', () => {
    expect(ran.code).toBe(1)
    expect(stats).toEqual({ expected: 10, unexpected: 2, flaky: 0, skipped: 0 })
    const failed = specs.filter(({ ok }) => !ok).map(({ title }) => title)
    expect(failed.toSorted()).toEqual(['fails after a request that was refused', strictFailures[1]])
    expect(printed('sandbox', ran).map((name) => name.replace(/-[0-9a-f]{8}$/, ''))).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => `test-${n}-sees-only-its-own-requests`),
    )
  })

  it('reports a failure with the requests of that test, in its message and attached', () => {
    expect(ran.out).toMatch(
      /Received: 503[^]*cloudsec-fake requests \(sandbox fails-after-a-request-that-was-refused-[0-9a-f]{8}\):\n +ID +AT[^\n]*\n[^\n]*\/v1\/cloud\/resources\?limit=7 +503 +service_unavailable +outage-then-recovery\[0\]/,
    )
    const ours = specs.flatMap(({ title, attachments }) =>
      attachments.filter(({ name }) => name === 'cloudsec-fake requests').map((attached) => ({ title, ...attached })),
    )
    const [refused, strict, ...others] = ours.toSorted((a, b) => (a.title < b.title ? -1 : 1))
    expect(others).toEqual([])
    expect(refused).toMatchObject({ title: 'fails after a request that was refused', contentType: 'application/json' })
    const requests = (body = ''): unknown => JSON.parse(Buffer.from(body, 'base64').toString())
    expect(requests(refused?.body)).toMatchObject([
      { path: '/v1/cloud/resources?limit=7', status: 503, code: 'service_unavailable' },
    ])
    expect([strict?.title, requests(strict?.body)]).toMatchObject([strictFailures[1], [{ status: 200 }]])
  })

  it('fails strict tests with what was wrong', () => {
    expect(ran.out).toMatch(
      /strict: expected every scenario that was on to fire; commits-then-fails did not [^]*cloudsec-fake requests \(sandbox strict-\S+\):\n/,
    )
    expect(ran.out).not.toContain('matches no operation')
  })
})

describe.concurrent('cloudsec-fake/node-test, run by Node', () => {
  let run: Ran
  beforeAll(async () => {
    run = await runNode()
  })

  const runNode = async (env: Readonly<Record<string, string>> = {}): Promise<Ran> => {
    const args = ['--test', '--test-reporter=tap', 'apart.suite.mjs']
    return await runProgram(process.execPath, args, join(consumer.folder, 'node-test'), env)
  }

  it('gives each test a sandbox of its own, and reports a failure with its requests', () => {
    const { code, out } = run
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/# pass 6\n# fail 11\n# cancelled 2\n# skipped 1\n# todo 1\n/),
    ])
    const sandboxes = printed('sandbox', run)
    expect(sandboxes).toHaveLength(4)
    expect(new Set(sandboxes).size).toBe(4)
    expect(sandboxes[0]).toMatch(/^each-has-its-own-requests-[0-9a-f]{8}$/)
    expect(out).toMatch(
      /503 !== 200\s+cloudsec-fake requests \(sandbox fails-after-a-request-that-was-refused-[0-9a-f]{8}\):\n +ID +AT[^\n]*\n[^\n]*limit=7 +503 +service_unavailable +outage-then-recovery\[0\]/,
    )
    expect(out).toMatch(
      /strict: expected a request that matches no operation 0 times, got 1: \S+ GET \/v1\/cloud\/resource → 404/,
    )
    expect(out).toMatch(/test timed out after 3000ms[^]*\n# 1-1 [^\n]*jobs\?limit=9 +hang +- +no-answer\[0\]/)
  })

  it('reports errors that cannot be changed, or are no errors, as far as it can', () => {
    const { out } = run
    expect(out).toMatch(/aborted due to timeout\s+cloudsec-fake requests \(sandbox fails-at-a-[^]*jobs\?limit=8 +hang /)
    expect(out).toMatch(/error: 'as cold as ice'/)
    expect(out).toMatch(/a text\s+cloudsec-fake requests \(sandbox fails-with-a-text-[^]*resources\?limit=6 +200 /)
    expect(out).not.toMatch(/Cannot (set|assign)|TypeError/)
  })

  it('refuses options that it cannot use', () => {
    const { out } = run
    expect(out).toContain('the options: expected an object, got null')
    expect(out).toContain('the options: expected an object, got "strict"')
    expect(out).toContain('strict: expected true or false, got "yes"')
    expect(out).toContain(`conduct: expected 'fail', 'warn' or { mode, allow, pollEvery }, got true`)
    expect(out).toContain('conduct.allow: "gave-in" is not one of')
  })

  it('uses a fake that runs already, and gives back the sandboxes of tests that passed', async () => {
    const fake = await startFake()
    const env = { CLOUDSEC_CONTROL_URL: fake.controlUrl }
    const runs = [await runNode(env), await runNode(env)]
    const left = (await fake.sandboxes.list()).map(({ name }) => name.replace(/-[0-9a-f]{8}$/, ''))
    await fake.close()
    expect(left.toSorted()).toEqual([
      'conduct-fails-after-a-request-for-an-unknown-pat',
      'default',
      'fails-after-a-request-that-was-refused',
      'fails-at-a-deadline-of-fetch',
      'fails-with-a-text',
      'fails-with-an-error-that-is-frozen',
      'is-not-done-yet',
      'runs-out-of-time-then-ends',
      'runs-out-of-time-while-it-waits',
      'strict-fails-after-a-request-that-matched-nothin',
    ])
    const [first, second] = runs.map((ran) => printed('sandbox', ran))
    expect(first).toEqual(second)
  })
})

describe.concurrent('cloudsec-fake/msw, run by Vitest with msw/node', () => {
  it('answers for an address of the client, what the network does included', async () => {
    const run = await runVitest('msw', {}, ['--pool=threads'])
    expect(titled('failed', run)).toEqual(['fails after a request that was refused'])
    expect(titled('passed', run)).toHaveLength(13)
    const sandboxes = printed('sandbox', run)
    expect(sandboxes).toHaveLength(6)
    expect(new Set(sandboxes).size).toBe(6)
    expect(run.err).toMatch(/\/v1\/cloud\/resources\?limit=7 +500 +internal_error +internal-error\[0\]/)
    expect(run.err).not.toContain('Unhandled')
  })
})

describe.concurrent('the types of the entries', () => {
  it('are those of the published package, none is any, and the example of https needs no other', async () => {
    const { code = '' } = page('docs/security.md').blocks.find(({ language }) => language === 'ts') ?? {}
    await writeFile(join(consumer.folder, 'https.ts'), code)
    expect(await consumer.run('tsc', ['-p', 'tsconfig.json'], '.')).toEqual({ code: 0, out: '', err: '' })
  })
})

describe.concurrent('the pages', () => {
  it('have samples for each runner that pass as they are printed', async () => {
    const samples = page('docs/test-runners.md').blocks.flatMap(({ code }) =>
      code.includes("'cloudsec-fake/") ? [code] : [],
    )
    // npm run test:installs runs the sample for Jest.
    const [vitest = '', , node = '', playwright = '', msw = '', both = ''] = samples
    expect(samples).toHaveLength(6)
    const folder = join(consumer.folder, 'docs')
    await Promise.all([
      mkdir(join(folder, 'vitest'), { recursive: true }),
      mkdir(join(folder, 'playwright'), { recursive: true }),
    ])
    await writeFile(join(folder, 'vitest', 'fixture.test.ts'), vitest)
    await writeFile(join(folder, 'vitest', 'msw.test.ts'), msw)
    await writeFile(join(folder, 'vitest', 'both.test.ts'), both)
    await writeFile(join(folder, 'playwright', 'fixture.spec.ts'), playwright)
    await writeFile(join(folder, 'sample.mjs'), node)
    expect(titled('passed', await runVitest('docs/vitest', {}, ['--pool=threads']))).toEqual([
      'a page is refused',
      'an outage ends',
      'one',
      'two',
    ])
    const args = ['--test', '--test-reporter=tap', 'sample.mjs']
    expect((await runProgram(process.execPath, args, folder)).out).toMatch(/^# pass 1$/m)
    const { code, out } = await consumer.run('playwright', ['test'], 'docs/playwright', { NO_COLOR: '1' })
    expect(out).toContain('1 passed')
    expect(code).toBe(0)
  })
})
