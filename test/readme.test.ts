import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { knownPermissionNames } from '../src/assumptions/permissions.ts'
import { assumptionIds, register } from '../src/assumptions/register.ts'
import { type Fake, type Scenario, startFake } from '../src/index.ts'
import { command } from './support/command.ts'
import { writeFixtures } from './support/fixtures.ts'

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')

/** What stands below a heading, up to the next one of its level. */
function section(heading: string): string {
  const [, below = ''] = readme.split(`\n## ${heading}\n`)
  return below.split('\n## ')[0] ?? ''
}

/** Runs a script of the README against a fake. @returns what it prints */
async function runShell(script: string, { baseUrl }: Fake): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', [
    '-uc',
    script.replaceAll('http://127.0.0.1:4747', new URL(baseUrl).origin),
  ])
  return stdout
}

/** The code blocks of a language, in order. */
function blocks(language: string, text = readme): string[] {
  return [...text.matchAll(/```(\w*)\n([\s\S]*?)```/g)]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code)
}

/** The rows of a table below a heading, cell by cell. */
function table(heading: string): string[][] {
  const rows = section(heading)
    .split('\n')
    .filter((line) => line.startsWith('| '))
  return rows.slice(2).map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** What says itself what it prints. */
const recipes = ['Failures on demand', 'OpenAPI'].flatMap((heading) => blocks('sh', section(heading)))

const inCode = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

describe('the README', () => {
  it('names each key of the fixtures with what it may', async () => {
    const keys = z
      .array(z.looseObject({ secret: z.string(), name: z.string(), permissions: z.array(z.string()) }))
      .parse(JSON.parse(await readFile(new URL('../fixtures/keys.json', import.meta.url), 'utf8')))
    const rows = table('API keys')
    expect(rows.map(([secret = '', name]) => [inCode(secret)[0], name])).toEqual(
      keys.map(({ secret, name }) => [secret, name]),
    )
    rows.forEach(([, , may = ''], position) => {
      const named = inCode(may).filter((code) => knownPermissionNames.includes(code))
      if (named.length > 0) expect(named).toEqual(keys[position]?.permissions)
    })
  })

  it('has each flag of start, with its variable', async () => {
    const { out: help } = await command(['start', '--help'])
    const flags = [...help.matchAll(/(--[a-z-]+)/g)].map(([flag]) => flag).filter((flag) => flag !== '--help')
    const variables = [...help.matchAll(/CLOUDSEC_FAKE_[A-Z_]+/g)].map(([variable]) => variable)
    const rows = table('Options')
    const named = rows.flatMap(([flag = '']) => inCode(flag).slice(-1))
    expect(named.toSorted()).toEqual([...new Set(flags)].toSorted())
    expect(rows.flatMap(([, variable = '']) => inCode(variable)).toSorted()).toEqual(variables.toSorted())
  })

  it('tells the defaults and options that the register has', () => {
    const rows = table('Assumptions')
    expect(rows.length).toBeGreaterThan(5)
    for (const [id = '', chosen = '', others = ''] of rows) {
      const row = assumptionIds.flatMap((known) => (known === inCode(id)[0] ? [register[known]] : []))[0]
      expect(row?.default, id).toBe(inCode(chosen)[0])
      expect([String(row?.default), ...inCode(others)].toSorted()).toEqual(Object.keys(row?.options ?? {}).toSorted())
    }
  })

  it('has examples for the shell that run as they are printed', async () => {
    const fake = await startFake({ completeAfter: '0s' })
    const examples = blocks('sh').filter((code) => code.includes('curl ') && !recipes.includes(code))
    const script = examples.join('\n').replaceAll('curl -s ', "curl -s --fail-with-body -w '\\n' ")
    const stdout = await runShell(script, fake)
    await fake.close()
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => z.looseObject({ status: z.string() }).parse(JSON.parse(line)).status)
    expect(answers).toEqual(Array.from({ length: 8 }, () => 'success'))
  })

  it('has recipes for failures that print what they say', async () => {
    const fake = await startFake({})
    const script = recipes.join('\n')
    const printed = (await runShell(script, fake)).trim().split(/\s+/)
    await fake.close()
    const promised = [...script.matchAll(/# → (.+)$/gm)].flatMap(([, text = '']) => text.split(/\s+/))
    expect(promised.length).toBeGreaterThan(20)
    expect(printed).toEqual(promised)
  })

  it('has a command that finds out what a service does, as it is printed', async () => {
    const fake = await startFake({ assume: { limitAboveMax: 'clamp' } })
    const folder = await writeFixtures({})
    const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))
    const program = `${process.execPath} --import ${import.meta.resolve('tsx')} ${main}`
    const [script = '', ...others] = blocks('sh', section('What the real service does'))
    expect(others).toEqual([])
    const quick = script.replace(
      'npx cloudsec-fake resolve',
      `cd '${folder}'; ${program} resolve --rate 1000 || echo "exit $?"`,
    )
    const printed = await runShell(quick, fake)
    await fake.close()
    expect(printed).toMatch(/^limitAboveMax +contradicted +clamp +reject /m)
    expect(printed).toMatch(/\nexit 3\n$/)
    const found: unknown = JSON.parse(await readFile(join(folder, 'assumptions.json'), 'utf8'))
    expect(found).toMatchObject({ limitAboveMax: 'clamp', rateQuota: 5000 })
  }, 30_000)

  it('has a scenario that can be used, as all that it shows', async () => {
    const fake = await startFake({})
    const [scenario = ''] = blocks('json', section('Failures on demand'))
    const parsed: Scenario = JSON.parse(scenario)
    expect((await fake.scenarios.define(parsed)).active).toBe(true)
    await fake.close()
  })

  it('has a program that prints what it says', { timeout: 90_000 }, async () => {
    // Those of test runners are run by them: test/runners.test.ts.
    const programs = blocks('ts').filter((code) => !code.includes("'cloudsec-fake/"))
    expect(programs).toHaveLength(5)
    await Promise.all(programs.map(expectPromised))
  })
})

/** Runs a program of the README, and holds it to what it says that it prints. */
async function expectPromised(program: string): Promise<void> {
  const index = new URL('../src/index.ts', import.meta.url).href
  const code = program.replace("'cloudsec-fake'", `'${index}'`)
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '--eval',
    code,
  ])
  const promised = [...program.matchAll(/^ *console\.log\(.+\) \/\/ (.+)$/gm)].map(([, text]) => text)
  expect(promised.length).toBeGreaterThan(0)
  expect(stdout.trim().split('\n')).toEqual(promised)
}
