import { toTable } from '../../lib/table.ts'
import { readPairs, unknownAssumption } from '../config/choices.ts'
import { type Actions, Shown } from '../group.ts'

export const assumptionActions: Actions = {
  'assumptions show': async ({ client: { assumptions }, args: [id = ''] }) => {
    const row = (await assumptions.list()).find((other) => other.id === id)
    if (row === undefined) throw unknownAssumption(id)
    return row
  },
  'assumptions set': async ({ client: { assumptions }, args }) => {
    await assumptions.set(readPairs(args, 'assumptions set'))
    const items = (await assumptions.list()).filter(({ choice, default: usual }) => choice !== usual)
    const rows = items.map(({ id, choice, default: usual }) => [id, String(choice), String(usual)])
    return new Shown({ items }, toTable([['ID', 'CHOICE', 'DEFAULT'], ...rows]))
  },
}
