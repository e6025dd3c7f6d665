import type { Command } from 'commander'

import type { AssumptionInfo } from '../../control/endpoints/assumptions.ts'
import { toTable } from '../../lib/table.ts'
import { readPairs, unknownAssumption } from '../config/choices.ts'
import type { Io } from '../io.ts'
import { addDefaultToGroup, addGroup, addToGroup, print, type RemoteFlags, withFake } from '../remote.ts'

/** Adds the command `assumptions`. */
export function addAssumptions(program: Command, io: Io): void {
  const group = addGroup(program, 'assumptions', 'list assumptions and choose options')
  addDefaultToGroup(group, 'list', 'list all assumptions with their choices').action(async () => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async ({ assumptions }) => {
      const items = await assumptions.list()
      print(io, flags, { items }, () => toTable([['ID', 'CHOICE', 'QUESTION'], ...items.map(toRow)]))
    })
  })
  addToGroup(group, 'show <id>', 'show an assumption with its options').action(async (id: string) => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async ({ assumptions }) => {
      const row = (await assumptions.list()).find((other) => other.id === id)
      if (row === undefined) throw unknownAssumption(id)
      print(io, flags, row, () => describe(row))
    })
  })
  addToGroup(group, 'set <id=option...>', 'choose options: all of them or none').action(
    async (pairs: readonly string[]) => {
      const flags = group.opts<RemoteFlags>()
      const choices = readPairs(pairs, 'assumptions set')
      await withFake(flags, async ({ assumptions }) => {
        await assumptions.set(choices)
        const items = (await assumptions.list()).filter(({ choice, default: usual }) => choice !== usual)
        print(io, flags, { items }, () => toTable([['ID', 'CHOICE', 'DEFAULT'], ...items.map(toChange)]))
      })
    },
  )
}

function toRow({ id, choice, default: usual, question }: AssumptionInfo): readonly string[] {
  return [id, choice === usual ? String(choice) : `${choice} *`, question]
}

function toChange({ id, choice, default: usual }: AssumptionInfo): readonly string[] {
  return [id, String(choice), String(usual)]
}

function describe({ id, section, question, options, default: usual, choice, reason }: AssumptionInfo): string {
  return toTable([
    [id, `section ${section} of the document`],
    ['question', question],
    ['options', options.join(', ')],
    ['choice', String(choice)],
    ['default', `${usual}: ${reason}`],
  ])
}
