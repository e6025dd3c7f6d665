import { type Command, Option } from 'commander'

import type { QuotaInfo, QuotaPatch } from '../../control/endpoints/keys.ts'
import { InputError } from '../../lib/input-error.ts'
import { toTable } from '../../lib/table.ts'
import { wholeNumber } from '../config/flags.ts'
import type { Io } from '../io.ts'
import { addDefaultToGroup, addGroup, addToGroup, print, type RemoteFlags, withFake } from '../remote.ts'

/** Adds the command `quota`. */
export function addQuota(program: Command, io: Io): void {
  const group = addGroup(program, 'quota', 'show or set the quotas of API keys')
  addDefaultToGroup(group, 'list', 'list the quotas of all keys').action(async () => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async ({ quota }) => {
      const items = await quota.list()
      print(io, flags, { items }, () => describe(items))
    })
  })
  addToGroup(group, 'show <key-id>', 'show the quota of a key').action(async (id: string) => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async ({ quota }) => {
      const shown = await quota.show(id)
      print(io, flags, shown, () => describe([shown]))
    })
  })
  addToGroup(group, 'set <key-id>', 'set the quota of a key, or a part of it')
    .addOption(wholeNumber(new Option('--limit <n>', 'requests an hour'), 1, Number.MAX_SAFE_INTEGER))
    .addOption(wholeNumber(new Option('--remaining <n>', 'requests left now'), 0, Number.MAX_SAFE_INTEGER))
    .option('--resets-in <duration>', 'time until the hour ends (10m, at most 1h)')
    .action(async (id: string, change: QuotaPatch) => {
      if (Object.keys(change).length === 0) {
        const expected = 'expected --limit, --remaining or --resets-in, as in: quota set full-access --remaining 1'
        throw new InputError(expected, { field: 'quota set' })
      }
      const flags = group.opts<RemoteFlags>()
      await withFake(flags, async ({ quota }) => {
        const changed = await quota.set(id, change)
        print(io, flags, changed, () => describe([changed]))
      })
    })
}

function describe(quotas: readonly QuotaInfo[]): string {
  return toTable([
    ['KEY', 'NAME', 'LIMIT', 'REMAINING', 'RESET'],
    ...quotas.map(({ id, name, limit, remaining, reset }) => [id, name, String(limit), String(remaining), reset]),
  ])
}
