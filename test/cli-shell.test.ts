import { execFileSync, spawnSync } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { optionRows } from '../src/app/options.ts'
import { assumptionIds } from '../src/assumptions/register.ts'
import { builtPackage } from './support/built.ts'
import { cli, commandNames, usage } from './support/command.ts'
import { run } from './support/consumer.ts'
import { writeFixtures } from './support/fixtures.ts'

let main: string
beforeAll(async () => {
  main = (await builtPackage()).main
})

/** The words that may follow on a line. */
async function after(line: string): Promise<readonly string[]> {
  const { code, out, err } = await cli('completion', 'bash', '--line', `cloudsec-fake ${line}`)
  expect([code, err]).toEqual([0, ''])
  return out.split('\n').filter((word) => word !== '')
}

describe('completion', () => {
  it('knows every command, flag, choice and name', async () => {
    expect(await after('')).toEqual([...commandNames])
    expect(await after('sn')).toEqual(['snapshot'])
    expect(await after('scenario ')).toEqual(['list', 'show', 'define', 'on', 'off', 'verify'].toSorted(byHelp))
    const flags = optionRows.map(({ name }) => `--${name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()}`)
    expect(await after('start --')).toEqual(expect.arrayContaining([...flags, '--help']))
    expect(await after('--')).toEqual(expect.arrayContaining([...flags, '--version']))
    expect(await after('start --log-level ')).toEqual(['silent', 'error', 'warn', 'info', 'debug'])
    expect(await after('start --log-level d')).toEqual(['debug'])
    expect((await after('start --scenario flaky slo')).toSorted()).toEqual(['slow', 'slow-body'])
    expect(await after('scenario on fla')).toEqual(['flaky'])
    expect(await after('start --assume limitA')).toEqual(['limitAboveMax='])
    expect(await after('assumptions set limitAboveMax=')).toEqual(['limitAboveMax=reject', 'limitAboveMax=clamp'])
    expect(await after('resolve --only ')).toEqual([...assumptionIds])
    expect(await after('assumptions --sandbox x show rateQ')).toEqual(['rateQuota'])
    expect(await after('record list j')).toEqual(['jobs'])
    expect(await after('conduct --allow gave')).toEqual(['gave-up'])
    expect(await after('completion z')).toEqual(['zsh'])
  })

  it('has no words for a path, a number, and the command of exec', async () => {
    for (const line of ['start --fixtures ', 'start --port ', 'exec -- npm --', 'snapshot load ', 'nope ']) {
      expect(await after(line), line).toEqual(line === 'nope ' ? [...commandNames] : [])
    }
  })

  it('wants a shell that it knows', async () => {
    const message = "missing required argument 'shell'; usage: cloudsec-fake completion [--line <text>] <shell>"
    expect(await cli('completion')).toEqual(usage(message))
    expect((await cli('completion', 'ksh')).err).toContain('Allowed choices are bash, zsh, fish')
  })

  it('works in bash', async () => {
    const bin = await writeFixtures({})
    await symlink(main, join(bin, 'cloudsec-fake'))
    const PATH = `${bin}${delimiter}${process.env['PATH']}`
    const complete = (line: string, ...words: readonly string[]): string => {
      const script = `
        source <(cloudsec-fake completion bash)
        COMP_LINE=$1 COMP_POINT=\${#1}; shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _cloudsec_fake
        printf '%s|' "\${COMPREPLY[@]}"`
      const args = ['--norc', '-c', script, 'bash', line, ...words]
      return execFileSync('bash', args, { env: { PATH }, encoding: 'utf8' })
    }
    expect(complete('cloudsec-fake sn', 'cloudsec-fake', 'sn')).toBe('snapshot|')
    expect(complete('cloudsec-fake clock ', 'cloudsec-fake', 'clock', '')).toBe('show|set|freeze|run|advance|')
    const words = ['cloudsec-fake', '--assume', 'limitAboveMax', '=', 'c']
    expect(complete('cloudsec-fake --assume limitAboveMax=c', ...words)).toBe('clamp|')
  })

  it.each([
    ['bash', '-n'],
    ['zsh', '-n'],
    ['fish', '--no-execute'],
  ])('is a script that %s reads', async (shell, check) => {
    const { out } = await cli('completion', shell)
    const file = join(await writeFixtures({ script: out }), 'script')
    const { status, stderr, error } = spawnSync(shell, [check, file], { encoding: 'utf8' })
    if (error !== undefined && shell !== 'bash') return
    expect([status, stderr]).toEqual([0, ''])
  })
})

/** The order in which the help has the commands of a group is that of its endpoints. */
const order = ['list', 'show', 'on', 'off', 'define', 'verify']
const byHelp = (a: string, b: string): number => order.indexOf(a) - order.indexOf(b)

describe('colour', () => {
  const coloured = '\u001b[31mcloudsec-fake\u001b[39m: "nope" is not a command. cloudsec-fake --help lists them.\n'
  const plain = 'cloudsec-fake: "nope" is not a command. cloudsec-fake --help lists them.\n'

  it.each([
    [{}, plain],
    [{ FORCE_COLOR: '1' }, coloured],
    [{ FORCE_COLOR: '' }, coloured],
    [{ FORCE_COLOR: '0' }, plain],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, coloured],
    [{ NO_COLOR: '1' }, plain],
  ])('of a pipe: %j', async (variables, err) => {
    expect(await run(main, ['nope'], '/', variables)).toEqual({ code: 2, out: '', err })
  })

  it('marks levels, statuses and headings, and leaves values as they are', async () => {
    const line = 'curl -s "$CLOUDSEC_BASE_URL/cloud/resources"; $0 clock --json; $0 requests list'
    const args = ['exec', '--clock', 'frozen', '--log-level', 'info', '--', 'sh', '-c', line, main]
    const { out, err } = await run(main, args, '/', { FORCE_COLOR: '1' })
    expect(err).toContain(
      '\u001b[36minfo\u001b[39m: GET /v1/cloud/resources → \u001b[33m401\u001b[39m authentication_error',
    )
    expect(out).toContain('{\n  "now": "2026-07-01T00:00:00.000Z",\n')
    const heading = out.split('\n').find((each) => each.includes('REQUEST')) ?? ''
    expect([heading.startsWith('\u001b[1mID '), heading.endsWith('\u001b[22m')]).toEqual([true, true])
  })
})
