import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { connect, createFake, type FakeOptions, InputError } from '../../../src/index.ts'
import { noon } from '../../support/answers.ts'
import { cli, command, usage } from '../../support/command.ts'
import { openPanel } from '../../support/control.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { change, withAt } from '../../support/snapshots.ts'
import { moveAway, stateFolder } from '../../support/state-files.ts'

const options: FakeOptions = { clock: noon, seed: 3 }

/** A state file with sandboxes of every kind. */
async function savedFile() {
  const { folder, state } = await stateFolder()
  const { panel, close } = await openPanel('in process', { ...options, state })
  await change(panel.at('one'))
  await panel.fake.sandbox('two').jobs.create({})
  await close()
  const content: unknown = JSON.parse(await readFile(state, 'utf8'))
  return { folder, state, content }
}

/** The reason of a fake not to start. */
async function refusal(given: FakeOptions): Promise<string> {
  const failure: unknown = await createFake({ ...options, ...given }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(InputError)
  return failure instanceof InputError ? failure.message : ''
}

const nameAnother = '; name another file to start with a new state'

describe('a file that cannot be loaded', () => {
  const tooLate = 'expected at most 253402300799999, got 9000000000000000'

  it.each<[path: string, value: unknown, reason: string | RegExp]>([
    ['format', 'other', 'format: expected "cloudsec-fake/state", the format of a state file, got "other"'],
    ['version', 2, 'version: expected 3, the state file version of this fake, got 2'],
    ['more', 1, /^more: not a known field\. Known: format, version, /],
    ['sandboxes.1.createdMs', 9e15, `sandboxes[1].createdMs: ${tooLate}`],
    ['sandboxes.0.usedMs', 9e15, `sandboxes[0].usedMs: ${tooLate}`],
    ['sandboxes.0.savedMs', 9e15, `sandboxes[0].savedMs: ${tooLate}`],
    ['names.drawn', -1, 'names.drawn: expected at least 0, got -1'],
    ['sandboxes.1.name', 'two', 'sandboxes: name: must not contain duplicates'],
    ['sandboxes.1.name', 'One', /^sandboxes\[1\]\.name: expected 1 to 63 lower-case letters, .*, got "One"$/],
    ['sandboxes.1.parts.other', {}, /^sandbox one: parts\.other: not a known part\. Known: clock, /],
    ['sandboxes.0.parts.clock.rate', 0, /^sandbox default: parts\.clock: rate: expected a number above 0, .*, got 0$/],
  ])('has %s %j', async (path, value, reason) => {
    const { state, content } = await savedFile()
    const text = JSON.stringify(withAt(content, path, value))
    await writeFile(state, text)
    const got = await refusal({ state })
    const before = `state: ${JSON.stringify(state)}: `
    expect(got.startsWith(before) && got.endsWith(nameAnother), got).toBe(true)
    expect(got.slice(before.length, -nameAnother.length)).toEqual(
      typeof reason === 'string' ? reason : expect.stringMatching(reason),
    )
    expect(await readFile(state, 'utf8')).toBe(text)
  })

  it.each([
    ['', 'not valid JSON (Unexpected end of JSON input at line 1, column 1)'],
    ['[]', 'the state file: expected an object, got an array'],
  ])('is %j', async (text, reason) => {
    const { state } = await stateFolder()
    await writeFile(state, text)
    expect(await refusal({ state })).toBe(`state: ${JSON.stringify(state)}: ${reason}${nameAnother}`)
  })

  it('has more than the fake may hold', async () => {
    const { state } = await savedFile()
    const inFile = `state: ${JSON.stringify(state)}: `
    expect(await refusal({ state, maxSandboxes: 2 })).toBe(
      `${inFile}expected at most 2 sandboxes (maxSandboxes), got 3${nameAnother}`,
    )
    expect(await refusal({ state, maxStoredBytes: 3000 })).toMatch(
      /: sandbox one: parts\.storage: takenBytes: \d+ bytes: the bound of 3000 bytes for created records is reached; .*maxStoredBytes; name another file/,
    )
    await (await createFake({ ...options, state, maxSandboxes: 3 })).close()
  })
})

it('refuses a path that cannot be used', async () => {
  const { folder } = await stateFolder()
  const sub = join(folder, 'sub')
  await mkdir(sub)
  await writeFile(join(folder, 'file'), '')
  const unusable = 'expected a file, such as state.json, in a folder that this user can write to'
  for (const missing of ['', join(folder, 'none', 'state.json'), join(folder, 'file', 'state.json')]) {
    expect(await refusal({ state: missing })).toBe(`state: ${unusable}, got ${JSON.stringify(missing)}`)
  }
  const isFolder = `${JSON.stringify(sub)}: cannot be read (expected a file, got a folder)${nameAnother}`
  expect(await refusal({ state: sub })).toBe(`state: ${isFolder}`)
  expect(await refusal({ state: '/dev/null' })).toContain('expected a regular file, got a pipe, a device or a socket')
  expect(await refusal({ state: 'a\0b' })).toContain('state: expected a text without a NUL')
})

describe('the command line', () => {
  const notSaved = expect.stringMatching(/\ncloudsec-fake: state: ".*" cannot be saved: ENOENT: .*\n$/)
  const start = (state: string, ...more: readonly string[]) => ['start', '--port', '0', '--state', state, ...more]

  it('names the flag, the variable or the file in one line, and ends with 2', async () => {
    const { folder, state } = await stateFolder()
    await writeFile(state, '{}')
    const reason = `${JSON.stringify(state)}: format: required, but missing; version: required, but missing${nameAnother}`
    expect(await cli(...start(state))).toEqual(usage(`--state: ${reason}`))
    expect(await cli('exec', '--state', state, '--', 'true')).toEqual(usage(`--state: ${reason}`))
    const config = join(folder, 'config.json')
    await writeFile(config, JSON.stringify({ port: 0, state: 'state.json' }))
    expect(await cli('start', '--config', config)).toEqual(usage(`${config}: state: ${reason}`))
    // The runs of a sweep all begin alike.
    expect(await cli('sweep', '--state', 'x.json', '--', 'true')).toMatchObject({ code: 2 })
  })

  it('says what it read, and goes on with what a watched file changed', async () => {
    const { state } = await stateFolder()
    const fixtures = await writeFixtures({ 'jobs.json': [] })
    const mine = { name: 'mine', rules: [] }
    const scenarios = await writeFixtures({ 'mine.json': mine })
    const args = start(state, '--fixtures', fixtures, '--scenarios', scenarios, '--watch')
    const first = await command(args, async ({ baseUrl, err }) => {
      const fake = await connect(baseUrl)
      await fake.jobs.create({})
      await writeFile(join(fixtures, 'assessments.json'), '[]')
      await expect.poll(err).toContain('reloaded everything')
      await fake.scenarios.on('mine')
      await expect.poll(() => readFile(state, 'utf8')).toContain('"on":["mine"]')
      await writeFile(join(scenarios, 'mine.json'), JSON.stringify({ ...mine, description: 'another one' }))
      await expect.poll(err).toContain('reloaded the scenarios')
      await fake.resources.create({})
    })
    expect([first.code, first.err.split('\n')[0]]).toEqual([0, `info: state: ${JSON.stringify(state)} is new`])
    const second = await command(args, async ({ baseUrl }) => {
      const fake = await connect(baseUrl)
      const { counts, scenarios: on } = await fake.summary()
      expect([counts['jobs'], counts['assessments'], counts['resources'], on]).toEqual([0, 0, 1, ['mine']])
      expect((await fake.snapshot.save()).sandbox.incarnation).toBe(1)
    })
    expect(second.err.split('\n')[0]).toBe(`info: state: ${JSON.stringify(state)} is read, with sandboxes: 1`)
  })

  it.each([
    [0, 1],
    [7, 7],
  ])('fails, as the command of `exec` did, where the state cannot be saved: %d', async (ended, expected) => {
    const { folder, state } = await stateFolder()
    const away = `${folder}-away`
    onTestFinished(() => rm(away, { recursive: true }))
    const paths = `${JSON.stringify(folder)}, ${JSON.stringify(away)}`
    // To remove it may fail, because the fake may save in between.
    const script = `require('fs').renameSync(${paths}); process.exit(${ended})`
    const { code, err } = await command(['exec', '--state', state, '--', process.execPath, '-e', script])
    expect([code, err]).toEqual([expected, notSaved])
  })

  it('fails where the state cannot be saved at the stop, and keeps it from one run of `exec` to the next', async () => {
    const { folder, state } = await stateFolder()
    const { code, err } = await command(start(state), async () => void (await moveAway(folder)))
    expect([code, err]).toEqual([1, notSaved])
    const { state: other } = await stateFolder()
    const script = `
      const init = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }
      fetch(process.env.CLOUDSEC_CONTROL_URL + '/jobs', init)
    `
    for (const number of [1, 2]) {
      await command(['exec', '--state', other, '--', process.execPath, '-e', script])
      expect(await readFile(other, 'utf8')).toContain(`"nextNumber":${number}`)
    }
  })
})
