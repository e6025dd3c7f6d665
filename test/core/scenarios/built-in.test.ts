import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createFake } from '../../../src/index.ts'
import { noon } from '../../support/answers.ts'
import * as data from '../../support/data-shows.ts'
import * as failures from '../../support/failure-shows.ts'
import { describeSandboxes } from '../../support/fake.ts'
import { errors, senderTo } from '../../support/scenarios.ts'
import type { Show } from '../../support/shows.ts'

const folder = new URL('../../../scenarios/', import.meta.url)

const files = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''))
  .toSorted()

const shows: Readonly<Record<string, Show>> = {
  ...Object.fromEntries(errors.map(({ scenario }) => [scenario, failures.failing])),
  ...Object.fromEntries(
    (['assessments', 'jobs'] as const).flatMap((kind) => [
      [`${kind}-complete-at-once`, data.completesAtOnce(kind)],
      [`${kind}-fail`, data.fails(kind)],
      [`${kind}-never-complete`, data.neverCompletes(kind)],
      [`${kind}-slow`, data.takesAnHour(kind)],
    ]),
  ),
  'commits-then-fails': failures.commitsThenFails,
  'connection-reset': failures.connectionReset,
  'empty-body': failures.emptyBody,
  'extra-fields': data.extraFields,
  flaky: failures.flaky,
  'gateway-error-page': failures.gatewayErrorPage,
  'key-revoked-midway': failures.keyRevoked,
  'list-changes-while-paging': data.listChanges,
  'malformed-json': failures.malformedJson,
  'no-answer': failures.noAnswer,
  'outage-then-recovery': failures.outage,
  'permission-removed': failures.permissionRemoved,
  'rate-limit-exhausted': data.exhausted,
  'rate-limit-nearly-exhausted': data.nearlyExhausted,
  'rate-limit-resets-soon': data.resetsSoon,
  slow: failures.slow,
  'slow-body': failures.slowBody,
  'truncated-body': failures.truncatedBody,
  'unknown-values': data.unknownValues,
  'unusual-texts': data.unusualTexts,
  'wrong-content-type': failures.wrongContentType,
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
  description: z.string().check(z.minLength(10)),
})

it('every file of the folder is shown by a test, named as its scenario, and described', async () => {
  // The scenarios of webhooks are shown by a receiver.
  const receivers = readFileSync(new URL('../notifications/scenarios.test.ts', import.meta.url), 'utf8')
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
