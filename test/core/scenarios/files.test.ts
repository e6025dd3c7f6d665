import { Server } from 'node:net'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { readScenario, ScenarioLibrary } from '../../../src/core/scenarios/library.ts'
import { createFake, InputError, type Scenario, startFake } from '../../../src/index.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { openSandbox } from '../../support/record-admin.ts'
import { effect, scenario } from '../../support/refused-scenarios.ts'

describe('a folder of scenarios', () => {
  const good = {
    name: 'own',
    description: 'Jobs are down',
    rules: [{ when: { operation: 'listJobs' }, then: { error: 'service_unavailable' } }],
  }

  it.each<[files: Record<string, unknown>, ...parts: string[]]>([
    [{ 'bad.json': '{ "name": "own", }' }, 'bad.json: not valid JSON'],
    [{ 'bad.json': '' }, 'bad.json: not valid JSON'],
    [{ 'bad.json': [] }, 'bad.json: the file: expected an object, got an array'],
    [{ 'bad.json': {} }, 'bad.json: name: required, but missing'],
    [{ 'bad.json': scenario({ rulez: [] }) }, 'bad.json: rulez: not a known field', 'Did you mean rules'],
    [{ 'bad.json': effect({ fault: 'rest' }) }, 'bad.json: rules[0].then.fault', 'Did you mean reset'],
    [{ 'bad.json': scenario({ assume: { pageBeyondEnds: 'empty' } }) }, 'bad.json: ', 'Did you mean pageBeyondEnd'],
    [{ 'a.json': good, 'bad.json': good }, 'bad.json: name: "own" is already the name of another scenario (file)'],
    [{ 'bad.json': { name: 'slow' } }, 'bad.json: name: "slow" is already the name of another scenario (built-in)'],
    [{ 'a.json': good, 'bad.json': { name: 'A' } }, 'bad.json: name: expected 1 to 63'],
  ])('with %j stops the start, with file, path and reason', async (files, ...parts) => {
    const folder = await writeFixtures(files)
    const listened = vi.spyOn(Server.prototype, 'listen')
    onTestFinished(() => listened.mockRestore())
    for (const make of [startFake, createFake]) {
      const error: unknown = await make({ scenarios: folder }).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(InputError)
      const message = error instanceof InputError ? error.message : ''
      expect(message.startsWith(join(folder, 'bad.json'))).toBe(true)
      for (const part of parts) expect(message).toContain(part)
      expect(message).not.toContain('\n')
    }
    expect(listened).not.toHaveBeenCalled()
  })

  it('that is none, or that cannot be read, stops the start', async () => {
    const folder = await writeFixtures({ 'file.txt': 'text' })
    for (const name of ['none', 'file.txt']) {
      const scenarios = join(folder, name)
      await expect(createFake({ scenarios })).rejects.toThrow(`scenarios: "${scenarios}" cannot be read as a folder`)
    }
    const notText: object = { scenarios: 7 }
    await expect(createFake(notText)).rejects.toThrow('scenarios: expected a string, got 7')
  })

  it('adds its files to the built-in ones, in every sandbox', async () => {
    const folder = await writeFixtures({
      'one.json': `\uFEFF${JSON.stringify({ $schema: 'anything', ...good })}`,
      'README.md': 'not looked at',
      'two.json': { name: 'two' },
    })
    const fake = await startFake({ scenarios: folder, scenario: ['own'] })
    for (const sandbox of [fake, fake.sandbox('other')]) {
      const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
      expect((await fetch(`${sandbox.baseUrl}/data/analysis/jobs`, { headers })).status).toBe(503)
      expect((await fetch(`${sandbox.baseUrl}/cloud/resources`, { headers })).status).toBe(200)
      const { description } = good
      expect(await sandbox.scenarios.show('own')).toMatchObject({ active: true, source: 'file', description })
      expect(await sandbox.scenarios.show('own')).not.toHaveProperty('$schema')
      expect(await sandbox.scenarios.show('two')).toMatchObject({ active: false, source: 'file', rules: [] })
      await expect(sandbox.scenarios.define({ name: 'two' })).rejects.toThrow('every sandbox (file)')
    }
    const known = await fake.scenarios.list()
    expect(known.filter(({ source }) => source === 'built-in').length).toBe(known.length - 2)
    await fake.close()
  })

  it('may be empty', async () => {
    const fake = await createFake({ scenarios: await writeFixtures({}) })
    expect((await fake.scenarios.list()).every(({ source }) => source === 'built-in')).toBe(true)
    await fake.close()
  })

  it('has the names that may be on from the start', async () => {
    const folder = await writeFixtures({ 'one.json': good })
    await expect(createFake({ scenarios: folder, scenario: ['onw'] })).rejects.toThrow(
      'scenario: no scenario is named "onw". Did you mean own',
    )
    await expect(startFake({ scenario: ['own'] })).rejects.toThrow('no scenario is named "own"')
    const notList: object = { scenario: 'flaky' }
    await expect(createFake(notList)).rejects.toThrow('scenario: expected an array, got "flaky"')
  })
})

const names = { operations: [], lifecycles: [] }

describe('a library that changes', () => {
  const rules = (hits: number): Scenario => ({
    name: 'own',
    rules: [{ count: { first: hits }, then: { delay: '1ms' } }],
  })
  const other = { name: 'other', rules: [{ then: { status: 202 } }] }

  it('sets a scenario with another definition to 0, keeps the others, and takes bytes only for what is left', () => {
    const { scenarios, storage } = openSandbox()
    scenarios.define(other)
    const bytes = storage.usedBytes
    scenarios.define(rules(1))
    for (const { rules } of scenarios.used()) Object.assign(rules[0] ?? {}, { matches: 3 })
    const matches = () => scenarios.list().map(({ active, rules }) => [active, rules[0]?.matches])
    for (const [definition, left] of [
      [
        rules(1),
        [
          [true, 3],
          [true, 3],
        ],
      ],
      [
        rules(2),
        [
          [true, 3],
          [true, 0],
        ],
      ],
    ] as const) {
      const library = new ScenarioLibrary(names)
      library.keep(readScenario(names, definition, 'own', 'file'))
      scenarios.setLibrary(library)
      expect([matches(), storage.usedBytes]).toEqual([left, bytes])
    }
    scenarios.setLibrary(new ScenarioLibrary(names))
    expect([matches(), scenarios.activeAt(), storage.usedBytes]).toEqual([[[true, 3]], ['other'], bytes])
  })
})
