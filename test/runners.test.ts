import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { startFake } from '../src/index.ts'
import { page } from './docs/page.ts'
import { type Consumer, createConsumer, type Ran } from './support/consumer.ts'

let consumer: Consumer
beforeAll(async () => {
  consumer = await createConsumer(new URL('runners/', import.meta.url))
  return consumer.remove
}, 120_000)

const slow = 120_000

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
  const args = ['run', ...more, ...reporters, `--outputFile.json=${json}`, `--outputFile.junit=${xml}`]
  const ran = await consumer.run('vitest', args, folder, { NO_COLOR: '1', ...env })
  const report = vitestReport.parse(JSON.parse(await readFile(join(consumer.folder, folder, json), 'utf8')))
  const junit = await readFile(join(consumer.folder, folder, xml), 'utf8')
  return { ...ran, tests: report.testResults.flatMap(({ assertionResults }) => assertionResults), junit }
}

/** The lines of tests on their consoles, sorted: `sandbox: …`, `job: …`. */
function printed(what: string, { out }: Ran): readonly string[] {
  return [...out.matchAll(new RegExp(`^${what}: (\\S+)$`, 'gm'))].map(([, value = '']) => value).toSorted()
}

/** The titles of tests that ended in a way. */
function titled(status: string, { tests }: VitestRun): readonly string[] {
  return tests.filter((test) => test.status === status).map(({ title }) => title)
}

/** The part of a JUnit report on one test. */
function testcase(junit: string, name: string): string {
  return new RegExp(`<testcase [^>]*name="${name}"[\\s\\S]*?</testcase>`).exec(junit)?.[0] ?? ''
}

describe('cloudsec-fake/vitest, run by Vitest', () => {
  let run: VitestRun
  beforeAll(async () => {
    run = await runVitest('vitest')
  }, slow)

  it('gives each of the tests at the same time a sandbox of its own', () => {
    expect(run.code).toBe(1)
    expect(titled('failed', run)).toEqual([
      'fails after a request that was refused',
      'fails without a request',
      'runs out of time while it waits',
    ])
    expect(titled('passed', run)).toHaveLength(14)
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
        /cloudsec-fake requests \(sandbox fails-after-a-request-that-was-refused-[0-9a-f]{8}\):\nID +AT +REQUEST +STATUS +CODE +SCENARIOS +ASSUMPTIONS\n/,
      )
      expect(report).toMatch(
        /\/v1\/cloud\/resources\?limit=7 +503 +service_unavailable +outage-then-recovery\[0\] +errorStatus /,
      )
      expect(report).not.toContain('limit=3')
    }
  })

  it('reports a test without requests, and one that ran out of time', () => {
    expect(run.err).toMatch(/cloudsec-fake requests \(sandbox fails-without-a-request-[0-9a-f]{8}\): none/)
    expect(run.err).toMatch(/Test timed out in 300ms[^]*jobs\?limit=9 +hang +- +no-answer\[0\]/)
  })

  it('says nothing of tests that pass', () => {
    const passed = run.tests.filter(({ status, title }) => status === 'passed' && !title.includes('second try'))
    expect(passed.flatMap(({ failureMessages }) => failureMessages)).toEqual([])
    expect(run.out + run.err).not.toContain('sandbox passes-beside-it')
  })

  it('uses a fake that runs already, with the same sandboxes and ids in every run', { timeout: slow }, async () => {
    const fake = await startFake({ controlToken: 'open-sesame' })
    const env = { CLOUDSEC_CONTROL_URL: fake.controlUrl, CLOUDSEC_FAKE_CONTROL_TOKEN: 'open-sesame' }
    const first = await runVitest('vitest', env)
    const second = await runVitest('vitest', env, ['--pool=threads'])
    const left = await fake.sandboxes.list()
    await fake.close()
    // The sandboxes of tests that passed are given back.
    expect(left.map(({ name }) => name)).toHaveLength(1 + titled('failed', run).length)
    for (const again of [first, second]) {
      expect(titled('failed', again)).toEqual(titled('failed', run))
      expect(printed('sandbox', again)).toEqual(printed('sandbox', run))
      expect(printed('job', again)).toEqual(printed('job', run))
    }
    expect(printed('job', run)).toHaveLength(1)
  })

  it('says where no fake runs', { timeout: slow }, async () => {
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
  }, slow)

  it('gives each of the tests at the same time a sandbox of its own', () => {
    expect(ran.code).toBe(1)
    expect(stats).toEqual({ expected: 9, unexpected: 1, flaky: 0, skipped: 0 })
    expect(specs.filter(({ ok }) => !ok).map(({ title }) => title)).toEqual(['fails after a request that was refused'])
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
    expect(ours).toHaveLength(1)
    expect(ours[0]).toMatchObject({
      title: 'fails after a request that was refused',
      contentType: 'application/json',
    })
    const requests: unknown = JSON.parse(Buffer.from(ours[0]?.body ?? '', 'base64').toString())
    expect(requests).toMatchObject([{ path: '/v1/cloud/resources?limit=7', status: 503, code: 'service_unavailable' }])
  })
})

describe.concurrent('cloudsec-fake/msw, run by Vitest with msw/node', () => {
  it('answers for an address of the client, what the network does included', { timeout: slow }, async () => {
    const run = await runVitest('msw', {}, ['--pool=threads'])
    expect(titled('failed', run)).toEqual(['fails after a request that was refused'])
    expect(titled('passed', run)).toHaveLength(17)
    const sandboxes = printed('sandbox', run)
    expect(sandboxes).toHaveLength(6)
    expect(new Set(sandboxes).size).toBe(6)
    expect(run.err).toMatch(/\/v1\/cloud\/resources\?limit=7 +500 +internal_error +internal-error\[0\]/)
    expect(run.err).not.toContain('Unhandled')
  })
})

describe.concurrent('the types of the entries', () => {
  it('are those of the published package, and none is any', { timeout: slow }, async () => {
    expect(await consumer.run('tsc', ['-p', 'tsconfig.json'], '.')).toEqual({ code: 0, out: '', err: '' })
  })
})

describe.concurrent('the pages', () => {
  it('have samples for each runner that pass as they are printed', { timeout: slow }, async () => {
    const samples = page('docs/test-runners.md').blocks.flatMap(({ code }) =>
      code.includes("'cloudsec-fake/") ? [code] : [],
    )
    const [vitest = '', playwright = '', msw = ''] = samples
    expect(samples).toHaveLength(3)
    const folder = join(consumer.folder, 'docs')
    await Promise.all([
      mkdir(join(folder, 'vitest'), { recursive: true }),
      mkdir(join(folder, 'playwright'), { recursive: true }),
    ])
    await writeFile(join(folder, 'vitest', 'fixture.test.ts'), vitest)
    await writeFile(join(folder, 'vitest', 'msw.test.ts'), msw)
    await writeFile(join(folder, 'playwright', 'fixture.spec.ts'), playwright)
    expect(titled('passed', await runVitest('docs/vitest', {}, ['--pool=threads']))).toEqual([
      'an outage ends',
      'one',
      'two',
    ])
    const { code, out } = await consumer.run('playwright', ['test'], 'docs/playwright', { NO_COLOR: '1' })
    expect(out).toContain('1 passed')
    expect(code).toBe(0)
  })
})
