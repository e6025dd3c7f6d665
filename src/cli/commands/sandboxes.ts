import type { Command } from 'commander'

import type { SandboxInfo } from '../../control/endpoints/sandboxes.ts'
import { toTable } from '../../lib/table.ts'
import { defaultSandbox } from '../../sandbox/sandboxes.ts'
import type { Io } from '../io.ts'
import { addDefaultToGroup, addGroup, addToGroup, print, type RemoteFlags, withFake } from '../remote.ts'

/** Adds `sandboxes`: the sandboxes of a running fake. */
export function addSandboxes(program: Command, io: Io): void {
  const group = addGroup(program, 'sandboxes', 'list, make or delete the sandboxes of a fake')
  addDefaultToGroup(group, 'list', 'all sandboxes, in the order in which they were made').action(async () => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async (_box, { sandboxes }) => {
      const items = await sandboxes.list()
      print(io, flags, { items }, () => toTable([['NAME', 'LAST USED', 'BASE URL', 'SCENARIOS'], ...items.map(toRow)]))
    })
  })
  addToGroup(group, 'create [name]', 'make a sandbox; without a name one is drawn').action(
    async (wanted: string | undefined) => {
      const flags = group.opts<RemoteFlags>()
      await withFake(flags, async (_box, { sandboxes }) => {
        const { name, baseUrl, controlUrl } = await sandboxes.create(wanted)
        print(io, flags, { name, baseUrl, controlUrl }, () =>
          toTable([
            ['name', name],
            ['base URL', baseUrl],
            ['control', controlUrl],
          ]),
        )
      })
    },
  )
  addToGroup(group, 'delete <name...>', 'end sandboxes with all that is in them').action(
    async (names: readonly string[]) => {
      const flags = group.opts<RemoteFlags>()
      await withFake(flags, async (_box, { sandboxes }) => {
        const known = new Set((await sandboxes.list()).map(({ name }) => name))
        // All are known before the first is gone; one that is not is refused as such.
        const unknown = names.find((name) => !known.has(name) || name === defaultSandbox)
        for (const name of unknown === undefined ? names : [unknown]) await sandboxes.delete(name)
        print(io, flags, { deleted: names }, () => `deleted: ${names.join(', ')}`)
      })
    },
  )
}

function toRow({ name, lastUsedAt, baseUrl, scenarios }: SandboxInfo): readonly string[] {
  return [name, lastUsedAt, baseUrl, scenarios.join(', ')]
}
