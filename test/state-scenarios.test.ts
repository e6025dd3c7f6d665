import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createFake, createLog, type FakeOptions } from '../src/index.ts'
import { noon } from './support/answers.ts'
import { writeFixtures } from './support/fixtures.ts'
import { stateFolder } from './support/state-files.ts'

const failing = (name: string, error: 'internal_error' | 'service_unavailable' = 'internal_error') => ({
  name,
  rules: [{ when: { operation: 'listJobs' as const }, then: { error } }],
})

/** A fake that ends with the test, unless the test ends it, and the lines of its log. */
async function open(options: FakeOptions) {
  const lines: string[] = []
  const log = createLog('warn', (line) => lines.push(line))
  const fake = await createFake({ clock: noon, seed: 3, ...options, log })
  onTestFinished(() => fake.close().catch(() => {}))
  return { fake, lines }
}

type Opened = Awaited<ReturnType<typeof open>>['fake']

/** Lists jobs, and returns the status. @param scenario that the request names (none) */
async function list(fake: Opened, scenario?: string): Promise<number> {
  const headers = { Authorization: `Bearer ${fake.apiKey}`, ...(scenario && { 'X-Fake-Scenario': scenario }) }
  return (await fake.fetch(`${fake.baseUrl}/data/analysis/jobs`, { headers })).status
}

/** The matches of the first rule of a scenario. */
async function matches(fake: Opened, name: string): Promise<number | undefined> {
  return (await fake.scenarios.show(name)).rules[0]?.matches
}

describe('a scenario file that changed while the fake was stopped', () => {
  it('goes off, as one that is missing does, which one warning says', async () => {
    const { state } = await stateFolder()
    const names = ['below', 'mine', 'above', 'off', 'gone', 'same']
    const scenarios = await writeFixtures(Object.fromEntries(names.map((name) => [`${name}.json`, failing(name)])))
    const first = await open({ state, scenarios })
    await first.fake.scenarios.on('below', 'mine', 'above', 'gone')
    await first.fake.sandbox('two').scenarios.on('mine', 'same')
    await first.fake.scenarios.define(failing('own'))
    await list(first.fake)
    for (const name of ['off', 'same']) await list(first.fake, name)
    await first.fake.scenarios.on('mine')
    await list(first.fake)
    await first.fake.close()

    for (const name of ['mine', 'off']) {
      const after = { ...failing(name, 'service_unavailable'), rules: [...failing(name).rules, ...failing(name).rules] }
      await writeFile(join(scenarios, `${name}.json`), JSON.stringify(after))
    }
    await rm(join(scenarios, 'gone.json'))
    const second = await open({ state, scenarios })
    const { fake } = second
    expect(second.lines).toEqual([
      `warn: state: ${JSON.stringify(state)}: changed or missing scenarios are off: mine, gone`,
    ])
    expect((await fake.summary()).scenarios).toEqual(['below', 'above', 'own'])
    expect((await fake.sandbox('two').summary()).scenarios).toEqual(['same'])
    expect([await matches(fake, 'mine'), await matches(fake, 'off'), await matches(fake, 'same')]).toEqual([0, 0, 1])
    await expect(fake.scenarios.show('gone')).rejects.toThrow('no scenario is named "gone"')
    await fake.close()
    expect((await open({ state, scenarios })).lines).toEqual([])
  })

  it('is refused by a snapshot, as before', async () => {
    const scenarios = await writeFixtures({ 'mine.json': failing('mine') })
    const first = await open({ scenarios })
    await first.fake.scenarios.on('mine')
    const saved = await first.fake.snapshot.save()
    await writeFile(join(scenarios, 'mine.json'), JSON.stringify(failing('mine', 'service_unavailable')))
    const { fake } = await open({ scenarios })
    await expect(fake.snapshot.load(saved)).rejects.toThrow(
      'the scenario "mine" has another definition in this fake (file)',
    )
  })

  it('is refused where it takes the name of a scenario that a sandbox defined', async () => {
    const { state } = await stateFolder()
    const first = await open({ state })
    await first.fake.scenarios.define(failing('mine'))
    await first.fake.close()
    const scenarios = await writeFixtures({ 'mine.json': failing('mine') })
    const reason = 'name: "mine" is already the name of a scenario of every sandbox (file); name another file'
    await expect(open({ state, scenarios })).rejects.toThrow(reason)
  })
})
