import type { Command } from 'commander'

import type { SandboxInfo } from '../../control/endpoints/sandboxes.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import { toTable } from '../../lib/table.ts'
import { defaultSandbox } from '../../sandbox/sandboxes.ts'
import type { Io } from '../io.ts'
import {
  addDefaultToGroup,
  addGroup,
  addToGroup,
  type Fake,
  givenToAll,
  print,
  type RemoteFlags,
  withFake,
} from '../remote.ts'

/** The fields that errors name by what gave them: the name is an argument. */
const given = new Map([...givenToAll, ['name', 'sandboxes create']])

/** Adds the command `sandboxes`. */
export function addSandboxes(program: Command, io: Io): void {
  const group = addGroup(program, 'sandboxes', 'list, create or delete the sandboxes of a running fake')
  addDefaultToGroup(group, 'list', 'list all sandboxes, the oldest first').action(async () => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async (_box, { sandboxes }) => {
      const items = await sandboxes.list()
      print(io, flags, { items }, () => toTable([['NAME', 'LAST USED', 'BASE URL', 'SCENARIOS'], ...items.map(toRow)]))
    })
  })
  addToGroup(group, 'create [name]', 'create a sandbox; without a name it gets one').action(
    async (wanted: string | undefined) => {
      const flags = group.opts<RemoteFlags>()
      const create = async (_box: unknown, { sandboxes }: Fake): Promise<void> => {
        const { name, baseUrl, controlUrl } = await sandboxes.create(wanted)
        print(io, flags, { name, baseUrl, controlUrl }, () =>
          toTable([
            ['name', name],
            ['base URL', baseUrl],
            ['control', controlUrl],
          ]),
        )
      }
      await withFake(flags, create, given)
    },
  )
  addToGroup(group, 'delete <name...>', 'delete sandboxes with everything in them').action(
    async (names: readonly string[]) => {
      const flags = group.opts<RemoteFlags>()
      if (names.includes(defaultSandbox)) {
        const why = 'it is behind the plain base URL; cloudsec-fake reset puts it back to its start'
        throw new InputError(`${quote(defaultSandbox)} cannot be deleted, since ${why}`, { field: 'sandboxes delete' })
      }
      await withFake(flags, async (_box, { sandboxes }) => {
        const known = new Set((await sandboxes.list()).map(({ name }) => name))
        // A name that is refused comes before all others. One that is not listed may be behind a balancer.
        for (const name of names.toSorted((a, b) => Number(known.has(a)) - Number(known.has(b)))) {
          await sandboxes.delete(name)
        }
        print(io, flags, { deleted: names }, () => `deleted: ${names.join(', ')}`)
      })
    },
  )
}

function toRow({ name, lastUsedAt, baseUrl, scenarios }: SandboxInfo): readonly string[] {
  return [name, lastUsedAt, baseUrl, scenarios.join(', ')]
}
