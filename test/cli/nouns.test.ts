import { expect, it, onTestFinished, vi } from 'vitest'

import { get } from '../../src/core/control/endpoints/endpoint.ts'
import { recordEndpoints } from '../../src/core/control/endpoints/records.ts'
import { controlRoutes } from '../../src/core/control/routes.ts'
import { cli } from '../support/command.ts'

const usages = (routes: readonly { readonly commands?: readonly { readonly usage: string }[] }[]): readonly string[] =>
  routes.flatMap(({ commands = [] }) => commands.map(({ usage }) => usage))

it('has each command that an endpoint declares', async () => {
  const declared = usages([...controlRoutes({ recordAdmins: [], operations: [] }), ...Object.values(recordEndpoints)])
  expect(declared.length).toBeGreaterThan(40)
  for (const usage of declared) {
    const words = usage.split(/ [<[]/)[0] ?? ''
    expect((await cli(...words.split(' '), '--help')).out).toMatch(new RegExp(`^Usage: cloudsec-fake ${words} `))
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
    const list = get('/toys', 'Lists toys', { commands: [{ usage: 'toys list' }] })
    return { groups: { ...groups, toys: { about: 'list toys', endpoints: { list } } } }
  })
  const { cli: fresh } = await import('../support/command.ts')
  expect((await fresh('toys', 'list', '--help')).out).toMatch(/^Usage: cloudsec-fake toys list /)
  expect((await fresh('--help')).out).toMatch(/\n  toys \[options\] +list toys\n/)
  expect((await fresh('toy')).err).toContain('Did you mean toys ')
})
