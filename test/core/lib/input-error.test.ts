import { join } from 'node:path'

import { expect, it } from 'vitest'

import { createFake, InputError, startFake } from '../../../src/index.ts'
import { writeFixtures } from '../../support/fixtures.ts'

const refusedBy = async (work: Promise<unknown>): Promise<InputError> => {
  const error: unknown = await work.catch((reason: unknown) => reason)
  if (error instanceof InputError) return error
  throw new Error(`expected an InputError, got ${String(error)}`)
}

const unknownFault = JSON.parse('{"name":"mine","rules":[{"then":{"fault":"rest"}}]}')

it.each([
  ['an option', () => createFake({ quota: 0 }), 'quota'],
  ['an option of a server', () => startFake({ host: '' }), 'host'],
  ['an item of an option', () => startFake({ allowHost: ['a.test', 'a b'] }), 'allowHost[1]'],
  ['an unknown option', () => createFake(JSON.parse('{"quotta":1}')), 'quotta'],
  ['the first of several', () => createFake(JSON.parse('{"seed":"x","quota":0}')), 'seed'],
  ['a field of a scenario', async () => (await createFake()).scenarios.define(unknownFault), 'rules[0].then.fault'],
  ['an unknown name', async () => (await createFake()).scenarios.on('slwo'), 'scenario'],
  ['a field of a key', async () => (await createFake()).keys.create({ name: '' }), 'name'],
  ['the name of a sandbox', async () => (await createFake()).sandbox('No'), 'sandbox'],
])('an InputError has the field that it is about: %s', async (_, work, field) => {
  const error = await refusedBy(work())
  expect(error.field).toBe(field)
  expect(error.message.startsWith(`${field}: `), error.message).toBe(true)
})

it('an InputError of a file has the file as its field, and that of the value as its cause', async () => {
  const folder = await writeFixtures({ 'keys.json': '[{"id":"k"}]' })
  const error = await refusedBy(createFake({ fixtures: folder }))
  expect(error).toMatchObject({ field: join(folder, 'keys.json'), cause: { field: '[0].name' } })
})

it.each([
  ['the whole', () => createFake(JSON.parse('null')), 'the options: expected an object, got null'],
  [
    'several unknown fields',
    () => createFake(JSON.parse('{"a":1,"b":2}')),
    expect.stringMatching(/^a, b: not a known field\. Known: seed, fixtures, .+ \(and \d+ more\)$/),
  ],
])('an InputError about %s has no field', async (_, work, message) => {
  expect(await refusedBy(work())).toMatchObject({ field: undefined, message })
})

it('says what is right in its own words where the program imports the whole of zod', async () => {
  const { z } = await import('zod')
  const before = z.config()
  z.config(z.locales.en())
  const fake = await createFake()
  await expect(fake.keys.create({ name: '', permissions: [] })).rejects.toThrow('name: expected at least 1 characters')
  z.config({ localeError: before.localeError })
})
