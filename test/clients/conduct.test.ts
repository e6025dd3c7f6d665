import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, inject, it } from 'vitest'

import { type Fake, type Scenario, startFake } from '../../src/index.ts'
import { run } from '../support/consumer.ts'
import { commandsIn, compileClients } from './commands.ts'
import { type Row, table } from './table.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(inject('buildFolder'), 'conduct')
const commands = commandsIn(folder)

let fake: Fake
beforeAll(async () => {
  await compileClients(folder)
  fake = await startFake({ completeAfter: '200ms' })
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

/** The ids of the verdicts on a client in one run of all its parts. */
async function verdictsOn(
  { client, plant }: Pick<Row, 'client' | 'plant'>,
  scenario: string | undefined,
): Promise<readonly string[]> {
  const box = fake.sandbox([client, plant ?? 'sound', scenario ?? 'plain'].join('-').slice(0, 60))
  await box.reset()
  if (scenario === quota.name) await box.scenarios.define(quota)
  else if (scenario !== undefined) await box.scenarios.on(scenario)
  const words = commands[client]?.words.map((word) => word.replaceAll('{dir}', folder)) ?? []
  const env = { CLOUDSEC_BASE_URL: box.baseUrl, CLOUDSEC_API_KEY: box.apiKey, ...(plant && { PLANT: plant }) }
  const { out, err, code } = await run(words[0] ?? '', words.slice(1), root, env)
  if (code !== 0 && plant === undefined) throw new Error(out + err)
  const { items } = await box.conduct({ pollEvery: '60ms' })
  return items.map(({ id, occurrences }) => `${id}: ${occurrences[0]?.detail}`)
}

const idsIn = (verdicts: readonly string[]) => verdicts.map((verdict) => verdict.replace(/:.*/s, '')).toSorted()

const rows = table.map((row) => ({ ...row, title: `${row.client} ${row.plant ?? 'without one'}` }))

describe('conduct says of a client what is planted, and nothing else', () => {
  it.concurrent.for(rows)('$title', async ({ conduct = [], scenario, ...row }, { expect, skip }) => {
    skip(commands[row.client]?.canRun !== true)
    const verdicts = await verdictsOn(row, scenario)
    expect(idsIn(verdicts), verdicts.join('\n')).toEqual([...conduct].toSorted())
  })
})

describe('conduct says nothing against a sound client', () => {
  const sound = table.filter(({ plant }) => plant === undefined)
  const cases = sound.flatMap(({ client }) => survived.map((scenario) => ({ client, scenario })))
  it.concurrent.for(cases)('$client under $scenario', async ({ client, scenario }, { expect, skip }) => {
    skip(commands[client]?.canRun !== true)
    expect(await verdictsOn({ client }, scenario)).toEqual([])
  })
})
