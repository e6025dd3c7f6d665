import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { createFake, type FakeOptions, type SandboxPreset, type Scenario } from '../../../src/index.ts'
import { cli, command, withEnv } from '../../support/command.ts'
import { type Client, describeFake } from '../../support/fake.ts'
import { getFrom, openFake } from '../../support/served.ts'

const long = '/cloud/resources?limit=101'
const statusOf = async (client: Client): Promise<number> => (await client.get(long)).status

const clamp = { assume: { limitAboveMax: 'clamp' } } satisfies SandboxPreset
const reject = { assume: { limitAboveMax: 'reject' } } satisfies SandboxPreset
const then = { error: 'service_unavailable' } as const
const unavailable: Scenario = { name: 'mine', rules: [{ then }] }

describeFake('a preset', (open) => {
  it.each<[string, NonNullable<FakeOptions['sandboxes']>, Record<string, number>]>([
    ['is for the sandbox of its name', { one: clamp }, { default: 400, one: 200, 'one-more': 400 }],
    ['is for names that begin alike', { 'one*': clamp }, { default: 400, one: 200, 'one-more': 200 }],
    ['is for all sandboxes', { '*': clamp }, { default: 200, one: 200 }],
    ['overrides an earlier one', { '*': clamp, one: reject }, { default: 200, one: 400 }],
    [
      'has scenarios by name, or their definitions',
      { a: { scenarios: ['internal-error'] }, b: { scenarios: [unavailable] } },
      { a: 500, b: 503 },
    ],
    [
      'has scenarios in turn',
      {
        a: {
          scenarios: [
            { name: 'x', ...clamp },
            { name: 'y', ...reject },
          ],
        },
      },
      { a: 400 },
    ],
    ['may come as JSON', JSON.stringify({ one: clamp }), { default: 400, one: 200 }],
  ])('%s', async (_, sandboxes, expected) => {
    const client = await open({ sandboxes })
    const statuses = Object.keys(expected).map(async (name) => [name, await statusOf(client.at(name))])
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual(expected)
  })

  it('overrides the choices of the fake, and a scenario that is on overrides both', async () => {
    const client = await open({ ...reject, sandboxes: { one: clamp } })
    expect([await statusOf(client), await statusOf(client.at('one'))]).toEqual([400, 200])
    await client.at('one').sandbox.scenarios.define({ name: 'mine', ...reject })
    expect(await statusOf(client.at('one'))).toBe(400)
  })

  it('stays on where scenarios are switched off, is in no list, and begins again at a reset', async () => {
    const rules = [{ when: { operation: 'listResources' as const }, count: { first: 2 }, then }]
    const one = (await open({ sandboxes: { one: { ...clamp, scenarios: [{ name: 'mine', rules }] } } })).at('one')
    expect(await statusOf(one)).toBe(503)
    await one.sandbox.scenarios.off()
    expect([await statusOf(one), await statusOf(one)]).toEqual([503, 200])
    expect((await one.sandbox.scenarios.list()).some(({ name, active }) => active || name === 'mine')).toBe(false)
    await one.sandbox.assumptions.set(reject.assume)
    await one.sandbox.reset()
    expect([await statusOf(one), await statusOf(one), await statusOf(one)]).toEqual([503, 503, 200])
  })

  it('holds for a request without a key, and leaves other names as they are', async () => {
    const client = await open({ sandboxes: { one: { assume: { errorStatus: 'always_200' } } } })
    const statuses = ['two', 'one', 'three'].map(
      async (name) => (await client.at(name).get(long, { key: null })).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 200, 401])
  })
})

const variable = 'CLOUDSEC_FAKE_SANDBOXES'

it('the variable gives presets to a fake of a program, whose own options decide', async () => {
  const openWith = async (options: FakeOptions) => {
    const fake = await withEnv({ [variable]: JSON.stringify({ '*': clamp }) }, () => openFake(options))
    return (await getFrom(fake, long)).status
  }
  expect(await openWith({})).toBe(200)
  expect(await openWith(reject)).toBe(400)
  expect(await openWith({ sandboxes: {} })).toBe(400)
})

it('a command takes them as JSON, as a file, and by the variable', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'presets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'presets.json')
  writeFileSync(file, JSON.stringify({ default: clamp }))
  const chosen = async (...flags: readonly string[]): Promise<unknown> => {
    let seen: unknown
    await command(['start', '--port', '0', ...flags], async ({ baseUrl }) => {
      seen = await (await fetch(new URL('/_control/', baseUrl))).json()
    })
    return seen
  }
  const expected = expect.objectContaining({ assumptions: clamp.assume })
  expect(await chosen('--sandboxes', JSON.stringify({ default: clamp }))).toEqual(expected)
  expect(await chosen('--sandboxes', file)).toEqual(expected)
  expect(await withEnv({ [variable]: file }, () => chosen())).toEqual(expected)
})

it.each<[unknown, string]>([
  [
    { one: { assume: { limitAboveMax: 'x' } } },
    'sandboxes: one: assume: assumption limitAboveMax: expected one of reject, clamp, got "x"',
  ],
  [
    { One: {} },
    'sandboxes: One: expected the name of a sandbox (1 to 63 lower-case letters, digits and hyphens, not a hyphen first), or its beginning and *',
  ],
  [{ one: { scenarios: ['zzzzzz'] } }, 'sandboxes: one: scenarios[0]: no scenario is named "zzzzzz".'],
  [
    { one: { scenarios: [{ name: 'x', quota: { limit: 0 } }] } },
    'sandboxes: one: scenarios[0]: quota.limit: expected at least 1, got 0',
  ],
  [
    { one: { scenario: [] } },
    'sandboxes.one.scenario: not a known field. Did you mean scenarios? Known: assume, scenarios',
  ],
  ['{ "one": 1 }', 'sandboxes: one: expected an object, got 1'],
  ['none.json', "sandboxes: none.json: cannot be read (ENOENT: no such file or directory, open 'none.json')"],
])('refuses %j', async (sandboxes, message) => {
  const options: object = { sandboxes }
  await expect(createFake(options)).rejects.toMatchObject({ name: 'InputError', message })
})

it('names the variable or the flag of a preset that is refused', async () => {
  await expect(withEnv({ [variable]: '{' }, () => createFake())).rejects.toThrow(
    `${variable}: the presets: not valid JSON`,
  )
  const { code, err } = await cli('start', '--sandboxes', '{ "one": { "scenarios": ["zzzzzz"] } }')
  expect([code, err]).toEqual([2, 'cloudsec-fake: --sandboxes: one: scenarios[0]: no scenario is named "zzzzzz".\n'])
})
