import { type Command, Option } from 'commander'

import type { KeyInfo, CreatedKey } from '../../control/endpoints/keys.ts'
import { toTable } from '../../lib/table.ts'
import { splitList, wholeNumber } from '../config/flags.ts'
import type { Io } from '../io.ts'
import { addDefaultToGroup, addGroup, addToGroup, print, type RemoteFlags, withFake } from '../remote.ts'

interface CreateFlags {
  readonly name: string
  readonly permission?: readonly string[]
  readonly quota?: number
}

/** Adds the command `keys`. */
export function addKeys(program: Command, io: Io): void {
  const group = addGroup(program, 'keys', 'list, create or revoke the API keys of a running fake')
  addDefaultToGroup(group, 'list', 'list all keys, without their secrets').action(async () => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async ({ keys }) => {
      const items = await keys.list()
      print(io, flags, { items }, () => toTable([['ID', 'NAME', 'QUOTA', 'PERMISSIONS'], ...items.map(toRow)]))
    })
  })
  addToGroup(group, 'create', 'create a key and print its secret, which is not shown again')
    .requiredOption('--name <name>', 'a name for people')
    .option('--permission <permission...>', 'what the key may do (everything)')
    .addOption(
      wholeNumber(new Option('--quota <n>', 'requests an hour (the usual number)'), 1, Number.MAX_SAFE_INTEGER),
    )
    .action(async ({ name, permission, quota }: CreateFlags) => {
      const flags = group.opts<RemoteFlags>()
      await withFake(flags, async ({ keys }) => {
        const made = await keys.create({ name, permissions: permission && [...splitList(permission)], quota })
        print(io, flags, made, () => `${describeKey(made)}\nsecret       ${made.secret}`)
      })
    })
  addToGroup(group, 'revoke <id>', 'revoke a key for good').action(async (id: string) => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async ({ keys }) => {
      const revoked = await keys.revoke(id)
      print(io, flags, revoked, () => `revoked: ${revoked.id} (${revoked.name})`)
    })
  })
}

function toRow({ id, name, quota, revoked, permissions }: KeyInfo): readonly string[] {
  return [id, name, quota === null ? '' : String(quota), revoked ? 'revoked' : permissions.join(', ') || 'none']
}

function describeKey({ id, name, quota, permissions }: CreatedKey): string {
  return toTable([
    ['id', id],
    ['name', name],
    ['permissions', permissions.join(', ') || 'none'],
    ...(quota === null ? [] : [['quota', String(quota)]]),
  ])
}
