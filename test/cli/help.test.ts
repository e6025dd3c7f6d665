import { expect, it, onTestFinished, vi } from 'vitest'

import { get } from '../../src/core/control/endpoints/endpoint.ts'
import { recordEndpoints } from '../../src/core/control/endpoints/records.ts'
import { controlRoutes } from '../../src/core/control/routes.ts'
import { cli } from '../support/command.ts'

const usages = (routes: readonly { readonly commands?: object }[]): readonly string[] =>
  routes.flatMap(({ commands = {} }) => Object.keys(commands))

const flagsIn = (help: string): readonly string[] =>
  [...help.matchAll(/^ +(?:-\w, )?--([a-z-]+)/gm)].map(([, flag = '']) => flag)

/** The commands of the program, in the order of its help. */
const commandNames = [
  ...'start status stop exec init wait env scenario assumptions clock keys quota record requests'.split(' '),
  ...'conduct outbox sandboxes tls snapshot clear reset check capture resolve drift sweep mcp'.split(' '),
]

it('shows its help and its version', async () => {
  const help = await cli('start', '--help')
  expect([help.code, help.err]).toEqual([0, ''])
  const [usual = '', further = ''] = help.out.split('\nFurther options:\n')
  expect([usual, further]).toEqual([expect.stringContaining('--port'), expect.stringContaining('--max-sandboxes')])
  const { out } = await cli('--help')
  expect(out).toContain('cloudsec-fake start --help')
  const groups = out.split(/^(?:Every day|Everything else):\n/m).slice(1)
  const listed = groups.map((group) => [...group.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name))
  const everyDay = 'start status stop exec init scenario clock requests reset'.split(' ')
  const names = [...commandNames, 'help']
  expect(listed).toEqual([everyDay, names.filter((name) => !everyDay.includes(name))])
  expect(out).toMatch(/\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 differences found, 4 nothing proved\.\n$/)
  expect((await cli('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  // A command that is loaded by itself is the same as with all the others.
  for (const name of names.slice(0, -1)) {
    const alone = await cli(name, '--help')
    expect([alone.code, alone.out]).toEqual([0, (await cli('help', name)).out])
  }
})

it.each([
  ['wait', ['timeout', 'url', 'sandbox', 'help']],
  ['env', ['url', 'sandbox', 'control-token', 'format', 'help']],
  ['quota set', ['limit', 'remaining', 'resets-in', 'help', 'url', 'sandbox', 'control-token', 'format']],
])('%s shows its flags', async (name, flags) => {
  const { code, out, err } = await cli(...name.split(' '), '--help')
  expect([code, err, flagsIn(out).toSorted()]).toEqual([0, '', flags.toSorted()])
})

it('has each command that an endpoint declares', async () => {
  const declared = usages([...controlRoutes({ recordAdmins: [], operations: [] }), ...Object.values(recordEndpoints)])
  expect(declared.length).toBeGreaterThan(40)
  for (const usage of declared) {
    const words = usage.split(/ [<[]/)[0] ?? ''
    const { out } = await cli(...words.split(' '), '--help')
    expect(out).toMatch(new RegExp(`^Usage: cloudsec-fake ${words} `))
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(84)
    expect(flagsIn(out)).toEqual(expect.arrayContaining(['url', 'sandbox', 'control-token', 'format', 'help']))
  }
})

it('has the commands of a noun that is declared with them, and nowhere else', async () => {
  vi.resetModules()
  onTestFinished(() => {
    vi.doUnmock('../../src/cli/commands/groups.ts')
    vi.resetModules()
  })
  vi.doMock('../../src/cli/commands/groups.ts', async (importOriginal) => {
    const { groups } = await importOriginal<{ readonly groups: object }>()
    const list = get('/toys', 'Lists toys', { commands: { 'toys list': {} } })
    return { groups: { ...groups, toys: { about: 'list toys', endpoints: { list } } } }
  })
  const { cli: fresh } = await import('../support/command.ts')
  expect((await fresh('toys', 'list', '--help')).out).toMatch(/^Usage: cloudsec-fake toys list /)
  expect((await fresh('--help')).out).toMatch(/\n  toys \[options\] +list toys\n/)
  expect((await fresh('toy')).err).toContain('Did you mean toys ')
})
