import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { createFake } from '../../../src/index.ts'
import { assessmentBody, jobBody } from '../../support/answers.ts'
import { command, withEnv } from '../../support/command.ts'
import { describeTwoWays, readProblem } from '../../support/control.ts'
import { readError } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'

const jobs = '/data/analysis/jobs'
const many = 130_000
const wrong: readonly number[] = Array.from({ length: many }, () => 0)
const wrongFields = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`f${i}`, 0]))

const jobWith = (parameters: object): object => ({
  ...jobBody,
  data_source: { ...jobBody.data_source, parameters: { ...jobBody.data_source.parameters, ...parameters } },
})

/** JSON of so many levels below a text. */
const nest = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)

describeTwoWays('more errors than a message can name', (open) => {
  it('is invalid_request to the API, with the first of it', async () => {
    const { api } = await open()
    const post = async (path: string, body: unknown) =>
      readError(await api('POST', path, { body }), 400, 'invalid_request')
    const expected = /^data_source\.parameters\.log_types\[0\]: expected a string, got 0; .*\(and \d+ more\)$/
    expect(await post(jobs, jobWith({ log_types: wrong }))).toMatch(expected)
    const options = { ...assessmentBody, scan_options: { comprehensive: true, categories: wrong } }
    expect(await post('/security/assessments', options)).toMatch(/^scan_options\.categories\[0\]: expected/)
    const late = [...Array.from({ length: 5000 }, () => 'firewall'), ...wrong]
    expect(await post(jobs, jobWith({ log_types: late }))).toBe(
      'the body: expected fewer invalid values, got an object',
    )
    expect(await post(jobs, { ...jobBody, ...wrongFields })).toMatch(
      /^f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 \(and \d+ more\): not a known field/,
    )
  })

  it('is a problem of the control plane', async () => {
    const { control, fake } = await open()
    const refuse = async (method: string, path: string, body: unknown) =>
      readProblem(await control(method, path, body), 400)
    expect(await refuse('POST', '/scenarios', { name: 'own', rules: wrong })).toMatch(
      /^rules\[0\]: expected an object, got 0/,
    )
    expect(await refuse('POST', '/scenarios', { name: 'own', assume: wrongFields })).toMatch(/f0/)
    expect(await refuse('POST', '/requests/verify', { sequence: wrong })).toMatch(/^sequence\[0\]: /)
    expect(await refuse('PATCH', '/assumptions', wrongFields)).toMatch(/f0/)
    expect(await refuse('POST', '/assessments', { findings: wrong })).toMatch(/findings\[0\]/)
    expect(await refuse('POST', '/resources', { tags: wrong })).toMatch(/tags\[0\]/)
    expect(await refuse('POST', '/keys', { name: 'a', permissions: wrong })).toMatch(/permissions\[0\]/)
    const saved = await fake.snapshot.save()
    const parts = { ...saved.parts, jobs: { nextNumber: 1, records: wrong } }
    expect(await refuse('PUT', '/snapshot', { ...saved, parts })).toMatch(/^parts\.jobs: records\[0\]/)
  })

  it('stops the start where a file has it', async () => {
    for (const file of ['resources.json', 'jobs.json', 'keys.json']) {
      const fixtures = await writeFixtures({ [file]: wrong })
      await expect(createFake({ fixtures }).then((fake) => fake.resources.list())).rejects.toThrow(
        new RegExp(`${file}: \\[0\\]: expected an object, got 0; .+ \\(and \\d+ more\\)$`),
      )
    }
    const folder = await writeFixtures({ 'own.json': { name: 'own', rules: wrong } })
    await expect(createFake({ scenarios: folder })).rejects.toThrow(/own\.json: rules\[0\]: expected an object, got 0/)
  })
})

describeTwoWays('JSON that is nested too deeply', (open) => {
  const levels = [101, 2100, 2600, 100_000] as const

  it.each(levels)('is invalid_request to the API, %i levels', async (count) => {
    const { api } = await open()
    const details = 'the body: expected at most 100 levels of objects and arrays, got more'
    for (const body of [nest(count), `{"name":${'['.repeat(count)}${']'.repeat(count)}}`, `[${nest(count)}]`])
      expect(readError(await api('POST', jobs, { body }), 400, 'invalid_request')).toBe(details)
    expect(readError(await api('POST', jobs, { body: nest(100) }), 400, 'invalid_request')).toContain(
      'a: not a known field',
    )
  })

  it.each(levels)('is a problem of the control plane, %i levels', async (count) => {
    const { control, api } = await open()
    const then = (what: string): string => `{"name":"own","rules":[{"then":{${what}}}]}`
    const deep = nest(count)
    const asks: readonly (readonly [string, string, string])[] = [
      ['POST', '/scenarios', `{"name":"own","rules":[{"when":{"body":${deep}},"then":{"error":"internal_error"}}]}`],
      ['POST', '/scenarios', then(`"replace":${deep}`)],
      ['POST', '/scenarios', then(`"patch":${deep}`)],
      ['POST', '/requests/verify', `{"match":{"body":${deep}}}`],
      ['POST', '/requests/verify', `{"sequence":[{"body":${deep}}]}`],
      ['PUT', '/snapshot', deep],
      ['POST', '/resources', deep],
      ['PATCH', '/assumptions', deep],
    ]
    await api('POST', jobs, { body: `{"name":${deep}}` })
    for (const [method, path, body] of asks) {
      const detail = readProblem(await control(method, path, body), 400)
      expect(detail).toBe('expected at most 100 levels of objects and arrays, got more')
    }
  })

  it('is separate from a value of the greatest depth', async () => {
    const { control, api } = await open()
    const body = `{"name":"own","rules":[{"when":{"body":${nest(80)}},"then":{"error":"internal_error"}}]}`
    expect((await control('POST', '/scenarios', body)).status).toBe(201)
    readError(await api('POST', jobs, { body: nest(80) }), 500, 'internal_error')
    expect((await control('POST', '/requests/verify', `{"match":{"body":${nest(80)}}}`)).status).toBe(200)
  })
})

/** Runs a command line to its end, which it comes to by itself. */
async function refused(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await command(args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^cloudsec-fake: [^\n]+\n$/)
  return err
}

/** The flags for each kind of file. @param path of the file */
const readers: Readonly<
  Record<string, { readonly name: string; readonly args: (folder: string) => readonly string[] }>
> = {
  'a fixture file': { name: 'resources.json', args: (folder) => ['start', '--port', '0', '--fixtures', folder] },
  'a scenario file': { name: 'own.json', args: (folder) => ['start', '--port', '0', '--scenarios', folder] },
  'a configuration file': { name: 'a.json', args: (folder) => ['start', '--config', join(folder, 'a.json')] },
  'a file of choices': {
    name: 'a.json',
    args: (folder) => ['start', '--port', '0', '--assumptions', join(folder, 'a.json')],
  },
  'a snapshot': { name: 'a.json', args: (folder) => ['snapshot', 'load', join(folder, 'a.json')] },
  'a recording': { name: 'a.har', args: (folder) => ['resolve', '--har', join(folder, 'a.har')] },
}

/** What is no regular file of a bounded size: how it is made, and why it is refused. */
const kinds: readonly (readonly [kind: string, make: (file: string) => void, reason: string])[] = [
  ['a pipe', (file) => execFileSync('mkfifo', [file]), 'expected a regular file, got a pipe, a device or a socket'],
  [
    'a link to a device that never ends',
    (file) => symlinkSync('/dev/zero', file),
    'expected a regular file, got a pipe, a device or a socket',
  ],
  ['a folder', (file) => mkdirSync(file), 'expected a file, got a folder'],
  [
    'larger than any that is read',
    (file) => {
      execFileSync('touch', [file])
      truncateSync(file, 300_000_000)
    },
    'expected at most 268435456 bytes, got 300000000',
  ],
]

describe.skipIf(process.platform === 'win32')('a file that is no file of JSON', () => {
  const cases = Object.entries(readers).flatMap(([what, reader]) =>
    kinds.map(([kind, make, reason]) => ({ what, kind, ...reader, make, reason })),
  )

  it.each(cases)('$what that is $kind is refused in one line', async ({ name, args, make, reason }) => {
    const folder = await writeFixtures({})
    const path = join(folder, name)
    make(path)
    expect(await refused(...args(folder))).toContain(`${path}: cannot be read (${reason})`)
  })

  it.each(Object.entries(readers))('%s that is nested too deeply is refused in one line', async (_, { name, args }) => {
    const folder = await writeFixtures({ [name]: nest(2500) })
    const path = join(folder, name)
    expect(await refused(...args(folder))).toBe(
      `cloudsec-fake: ${path}: expected at most 100 levels of objects and arrays, got more\n`,
    )
  })
})

describe('the name of an assumption', () => {
  const ids = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype']

  it.each(ids)('%s is refused wherever it is written', async (id) => {
    const choices = `{"${id}":"clamp"}`
    const own = `{"name":"own","assume":${choices}}`
    const folder = await writeFixtures({ 'config.json': `{"assume":${choices}}`, 'choices.json': choices })
    const start = ['start', '--port', '0']
    const service = ['--base-url', 'http://127.0.0.1:9', '--api-key', 'a']
    for (const args of [
      [...start, '--assume', `${id}=clamp`],
      [...start, '--config', join(folder, 'config.json')],
      [...start, '--assumptions', join(folder, 'choices.json')],
      [...start, '--scenarios', await writeFixtures({ 'own.json': own })],
      ['resolve', ...service, '--assumptions', join(folder, 'choices.json')],
    ]) {
      expect(await refused(...args)).toContain(id)
    }
    await withEnv({ CLOUDSEC_FAKE_ASSUME: `${id}=clamp` }, async () => expect(await refused(...start)).toContain(id))
    await expect(createFake({ assume: JSON.parse(choices) })).rejects.toThrow(id)
    const fake = await createFake()
    await expect(fake.assumptions.set(JSON.parse(choices))).rejects.toThrow(id)
    await expect(fake.scenarios.define(JSON.parse(own))).rejects.toThrow(id)
    await fake.close()
  })
})
