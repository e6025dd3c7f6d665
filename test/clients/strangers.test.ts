import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'

import { type Fake, startFake } from '../../src/index.ts'
import { builtPackage } from '../support/built.ts'
import { run } from '../support/consumer.ts'
import { commandOf, noTags, quota, type Stranger, strangers, usedUp } from './strangers/table.ts'

const folder = fileURLToPath(new URL('strangers', import.meta.url))
const scenarios = join(inject('buildFolder'), 'scenarios-of-strangers')
const flags = ['--complete-after', '200ms', '--scenarios', scenarios]

let program: string
let fake: Fake
beforeAll(async () => {
  await mkdir(scenarios, { recursive: true })
  for (const one of [noTags, quota, usedUp]) await writeFile(join(scenarios, `${one.name}.json`), JSON.stringify(one))
  // A job is not done when it is read for the first time, even by a slow machine.
  fake = await startFake({ completeAfter: '600ms', scenarios })
  program = (await builtPackage()).main
})
afterAll(() => fake.close())

const clients = strangers.map((client) => ({ ...client, words: commandOf(client) }))

describe('the suite of a stranger is green, and shows what is planted', () => {
  const rows = clients.flatMap(({ file, words, red = [] }) =>
    [[], ...red].map((changed) => ({ file, words, changed, title: changed.join(' ') || 'green' })),
  )
  it.concurrent.for(rows)('$file $title', async ({ words, changed }, { expect, skip }) => {
    if (words === undefined) return skip()
    const line = [program, 'exec', ...flags, '--log-level', 'error', ...changed, '--', ...words]
    const { code, out, err } = await run(process.execPath, line, folder)
    expect(code, out + err).toBe(changed.length === 0 ? 0 : 1)
  })
})

/** Scenarios that a sound client survives. */
const survived = [
  'quota',
  'outage-then-recovery',
  'commits-then-fails',
  'flaky',
  'extra-fields',
  'unknown-values',
  'webhook-duplicated',
  'webhook-tampered',
]

/** Runs a suite in a sandbox of its own, and judges it. */
async function judged(file: string, words: readonly string[], scenario: string | undefined) {
  const box = fake.sandbox(`${file.replace(/\W+/g, '-')}-${scenario ?? 'plain'}`)
  await box.reset()
  if (scenario !== undefined) await box.scenarios.on(scenario)
  const [command = '', ...others] = words
  const { code, out, err } = await run(command, others, folder, {
    CLOUDSEC_BASE_URL: box.baseUrl,
    CLOUDSEC_CONTROL_URL: box.controlUrl,
    CLOUDSEC_API_KEY: box.apiKey,
  })
  const { items } = await box.conduct()
  const shown = items.map(({ id, occurrences }) => `${id}: ${occurrences[0]?.detail}`).join('\n')
  return { code, ids: items.map(({ id }) => id).toSorted(), shown: `${out}${err}\n${shown}` }
}

describe('conduct says of a stranger what is planted, and nothing else', () => {
  it.concurrent.for(clients)('$file', async ({ file, words, conduct = [], scenario }, { expect, skip }) => {
    if (words === undefined) return skip()
    const { ids, shown } = await judged(file, words, scenario)
    expect(ids, shown).toEqual(conduct)
  })

  const sound = clients.filter(({ file }) => file.startsWith('s'))
  const rows = sound.flatMap((client) => survived.map((scenario) => ({ ...client, scenario })))
  it.concurrent.for(rows)('$file under $scenario', async ({ file, words, scenario }, { expect, skip }) => {
    if (words === undefined) return skip()
    const { code, ids, shown } = await judged(file, words, scenario)
    expect({ code, ids }, shown).toEqual({ code: 0, ids: [] })
  })
})

const reported = z.object({
  runs: z.number(),
  findings: z.array(z.object({ id: z.string(), kind: z.string(), also: z.array(z.string()) })),
  notTried: z.array(z.string()),
  leftOut: z.array(z.string()),
})

/** Sweeps the suite of a stranger. */
async function sweep(words: readonly string[], args: readonly string[] = [], env: Record<string, string> = {}) {
  const line = [program, 'sweep', '--complete-after', '200ms', '--format', 'json', ...args, '--', ...words]
  const { out, err } = await run(process.execPath, line, folder, env)
  return { ...reported.parse(JSON.parse(out)), shown: out + err }
}

function findingsOf({ findings }: z.infer<typeof reported>, { mayFind = [] }: Stranger): readonly string[] {
  const all = findings.filter(({ kind }) => kind !== 'conduct').flatMap(({ id, also }) => [id, ...also])
  return all.filter((id) => !mayFind.includes(id)).toSorted()
}

describe('sweep finds what is planted in a stranger, and nothing else', () => {
  const runs: number[] = []

  it.concurrent.for(clients)('$file', async (client, { expect, skip }) => {
    const { words, finds = [], misbehaves = [] } = client
    if (words === undefined) return skip()
    const report = await sweep(words)
    runs.push(report.runs)
    const found = findingsOf(report, client)
    // One option of a row, or one fault at an operation, spares the others.
    const expected = finds.filter((id) => found.includes(id) || found.length === 0 || !report.notTried.includes(id))
    expect(found, report.shown).toEqual(expected.toSorted())
    expect(
      report.findings.filter(({ kind }) => kind === 'conduct').map(({ id }) => id),
      report.shown,
    ).toEqual(misbehaves)
    expect(report.leftOut).toEqual([])
  })

  it.concurrent('a receiver that refuses a forged webhook, and learns of no other', async ({ expect }) => {
    const words = [process.execPath, '--test-reporter=junit', 's16-verifies-webhooks.mjs']
    const report = await sweep(words, ['--only', 'webhook-tampered'], { LEARN: 'webhooks' })
    expect({ ...report, runs: 0 }, report.shown).toMatchObject({ findings: [] })
  })

  it('takes at most 14 runs on average', () => {
    const sum = runs.reduce((total, count) => total + count, 0)
    expect(sum / Math.max(runs.length, 1)).toBeLessThanOrEqual(14)
  })
})
