import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, it } from 'vitest'
import * as z from 'zod/mini'

import { type Fake, type Scenario, startFake } from '../../src/index.ts'
import { builtPackage } from '../support/built.ts'
import { run } from '../support/consumer.ts'
import { type Row, table } from './table.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const wordsOf = ({ client }: Row): readonly string[] => [client === 'curl.sh' ? 'sh' : process.execPath, client]
const rows = table.map((row) => ({ ...row, title: `${row.client} ${row.plant ?? 'without a plant'}` }))

let program: string
let fake: Fake
beforeAll(async () => {
  const [{ main }, started] = await Promise.all([builtPackage(), startFake({ completeAfter: '200ms' })])
  ;[program, fake] = [main, started]
})
afterAll(() => fake.close())

/** A quota that is used up, for a short time. */
const quota: Scenario = { name: 'quota', quota: { remaining: 0, resetsIn: '3s' } }

/** Scenarios that a sound client survives. */
const survived = [
  'quota',
  'outage-then-recovery',
  'commits-then-fails',
  'flaky',
  'extra-fields',
  'list-changes-while-paging',
]

/** The client by curl reads a list again that changed, and this one changes each time. */
const survives = ({ client }: Row, scenario: string): boolean =>
  client !== 'curl.sh' || scenario !== 'list-changes-while-paging'

/** Runs all parts of a suite in a sandbox of its own, and judges it. */
async function judge(row: Row) {
  const { client, plant, scenario } = row
  const box = fake.sandbox([client.slice(0, 4), plant ?? 'sound', scenario ?? 'plain'].join('-').slice(0, 60))
  if (scenario === quota.name) await box.scenarios.define(quota)
  else if (scenario !== undefined) await box.scenarios.on(scenario)
  const env = { CLOUDSEC_BASE_URL: box.baseUrl, CLOUDSEC_API_KEY: box.apiKey, ...(plant && { PLANT: plant }) }
  const [command = '', ...words] = wordsOf(row)
  const { out, err, code } = await run(command, words, folder, env)
  const { items } = await box.conduct()
  const shown = items.map(({ id, occurrences }) => `${id}: ${occurrences[0]?.detail}`).join('\n')
  return { code, ids: items.map(({ id }) => id).toSorted(), shown: `${out}${err}\n${shown}` }
}

describe('conduct says of a client what is planted, and nothing else', () => {
  it.concurrent.for(rows)('$title', async ({ conduct = [], ...row }, { expect }) => {
    const { code, ids, shown } = await judge(row)
    expect(ids, shown).toEqual([...conduct].toSorted())
    if (row.plant === undefined) expect(code, shown).toBe(0)
  })

  const sound = rows.filter(({ plant }) => plant === undefined)
  const cases = sound.flatMap((row) =>
    survived.filter((name) => survives(row, name)).map((scenario) => ({ ...row, scenario })),
  )
  it.concurrent.for(cases)('$title under $scenario', async (row, { expect }) => {
    const { code, ids, shown } = await judge(row)
    expect({ code, ids }, shown).toEqual({ code: 0, ids: [] })
  })
})

const reported = z.object({
  runs: z.int(),
  findings: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      also: z.array(z.string()),
      outcome: z.string(),
      tests: z.array(z.object({ name: z.string() })),
    }),
  ),
  notTried: z.array(z.string()),
  leftOut: z.array(z.string()),
})

/** A client with several faults takes most runs. */
const maxRuns = 45

describe('sweep finds what is planted in a client, and nothing else', () => {
  const swept = rows.filter(
    ({ isOften, sweep }) => isOften ?? (sweep !== undefined && process.env['CLIENTS'] === 'all'),
  )
  it.concurrent.for(swept)('$title', async (row, { expect }) => {
    const { plant, parts, sweep = [], conduct = [], completeAfter = '200ms' } = row
    const env = { ...(plant && { PLANT: plant }), ...(parts && { PARTS: parts }) }
    const line = [program, 'sweep', '--complete-after', completeAfter, '--format', 'json', '--', ...wordsOf(row)]
    const { code, out, err } = await run(process.execPath, line, folder, env)
    expect([0, 3], err).toContain(code)
    const { findings, notTried, leftOut, runs } = reported.parse(JSON.parse(out))
    const breaking = findings.filter(({ kind }) => kind !== 'conduct')
    const found = breaking.flatMap(({ id, also }) => [id, ...also])
    // One option of a row, or one fault at an operation, spares the others.
    const expected = sweep.filter((id) => found.includes(id) || found.length === 0 || !notTried.includes(id))
    expect(found.toSorted(), out).toEqual(expected.toSorted())
    const verdicts = findings.filter(({ kind }) => kind === 'conduct').map(({ id }) => id.split(' ')[0] ?? '')
    expect(
      verdicts.filter((id) => !conduct.includes(id)),
      out,
    ).toEqual([])
    if (row.client === 'suite.mjs') {
      const unnamed = breaking.filter(({ outcome, tests }) => outcome === 'failed' && tests.length === 0)
      expect(unnamed, 'each names the failed tests').toEqual([])
    }
    expect(leftOut).toEqual([])
    expect(runs, out).toBeLessThan(maxRuns)
    expect(code).toBe(sweep.length === 0 ? 0 : 3)
  })
})
