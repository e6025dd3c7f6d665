import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createFake } from '../src/index.ts'
import { noon } from './support/answers.ts'
import {
  completesAtOnce,
  exhausted,
  extraFields,
  fails,
  listChanges,
  nearlyExhausted,
  neverCompletes,
  resetsSoon,
  takesAnHour,
  unknownValues,
} from './support/data-shows.ts'
import {
  commitsThenFails,
  connectionReset,
  emptyBody,
  failing,
  flaky,
  gatewayErrorPage,
  keyRevoked,
  malformedJson,
  noAnswer,
  outage,
  permissionRemoved,
  slow,
  slowBody,
  truncatedBody,
  wrongContentType,
} from './support/failure-shows.ts'
import { describeSandboxes } from './support/fake.ts'
import { errors, senderTo } from './support/scenarios.ts'
import type { Show } from './support/shows.ts'

const folder = new URL('../scenarios/', import.meta.url)

const files = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''))
  .toSorted()

const list = '/cloud/resources?limit=1'

const shows: Readonly<Record<string, Show>> = {
  ...Object.fromEntries(errors.map(({ scenario }) => [scenario, failing])),
  'assessments-complete-at-once': completesAtOnce('assessments'),
  'assessments-fail': fails('assessments'),
  'assessments-never-complete': neverCompletes('assessments'),
  'assessments-slow': takesAnHour('assessments'),
  'commits-then-fails': commitsThenFails,
  'connection-reset': connectionReset,
  'empty-body': emptyBody,
  'extra-fields': extraFields,
  flaky,
  'gateway-error-page': gatewayErrorPage,
  'jobs-complete-at-once': completesAtOnce('jobs'),
  'jobs-fail': fails('jobs'),
  'jobs-never-complete': neverCompletes('jobs'),
  'jobs-slow': takesAnHour('jobs'),
  'key-revoked-midway': keyRevoked,
  'list-changes-while-paging': listChanges,
  'malformed-json': malformedJson,
  'no-answer': noAnswer,
  'outage-then-recovery': outage,
  'permission-removed': permissionRemoved,
  'rate-limit-exhausted': exhausted,
  'rate-limit-nearly-exhausted': nearlyExhausted,
  'rate-limit-resets-soon': resetsSoon,
  slow,
  'slow-body': slowBody,
  'truncated-body': truncatedBody,
  'unknown-values': unknownValues,
  'wrong-content-type': wrongContentType,
}

describeSandboxes('the built-in scenario', (open, way) => {
  it.each(Object.entries(shows))('%s', async (name, show) => {
    const client = await open({ clock: noon })
    expect(await client.sandbox.scenarios.show(name)).toMatchObject({ active: false, source: 'built-in' })
    await client.sandbox.scenarios.on(name)
    expect((await client.sandbox.summary()).scenarios).toEqual([name])
    await show({ ...client, way, send: senderTo(client, way) })
  })
})

const fileSchema = z.looseObject({
  $schema: z.literal('./schema/scenario.schema.json'),
  name: z.string(),
  description: z.string().check(z.minLength(20)),
})

it('every file of the folder is shown by a test, named as its scenario, and described', async () => {
  // The scenarios of webhooks are shown by a receiver.
  const receivers = readFileSync(new URL('notifications-scenarios.test.ts', import.meta.url), 'utf8')
  const elsewhere = files.filter((file) => file.startsWith('webhook-') && receivers.includes(`describeFake('${file}'`))
  expect(files).toEqual([...Object.keys(shows), ...elsewhere].toSorted())
  const fake = await createFake()
  expect((await fake.scenarios.list()).map(({ name }) => name)).toEqual(files)
  for (const file of files) {
    const content: unknown = JSON.parse(readFileSync(new URL(`${file}.json`, folder), 'utf8'))
    const { $schema: _, ...definition } = fileSchema.parse(content)
    expect(definition.name).toBe(file)
    const { active, source, rules, ...shownDefinition } = await fake.scenarios.show(file)
    expect({ active, source }).toEqual({ active: false, source: 'built-in' })
    expect({ ...shownDefinition, rules }).toMatchObject(definition)
    expect(rules.every(({ matches, hits }) => matches === 0 && hits === 0)).toBe(true)
  }
  await fake.close()
})

it('flaky draws another sequence from another seed', async () => {
  const sequences: string[] = []
  for (const seed of [1, 2, 1]) {
    const fake = await createFake({ seed, scenario: ['flaky'] })
    const statuses: number[] = []
    for (let asked = 0; asked < 50; asked += 1)
      statuses.push((await senderTo({ fake, sandbox: fake }, 'in process')(list)).status)
    sequences.push(statuses.join(' '))
    await fake.close()
  }
  expect(sequences[2]).toBe(sequences[0])
  expect(sequences[1]).not.toBe(sequences[0])
})
