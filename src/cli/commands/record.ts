import { areas } from '../../app/areas.ts'
import { recordEndpoints } from '../../control/endpoints/records.ts'
import { grouped } from '../../lib/grouped.ts'
import { toTable } from '../../lib/table.ts'
import { readFields, splitPair } from '../config/files.ts'
import type { Actions, Group } from '../group.ts'

const { list, create, update } = recordEndpoints

const actions: Actions = {
  'record list': async ({ call, given, args: [area = '', ...filters], tell }) => {
    const byName = grouped(
      filters.map((filter) => splitPair(filter, 'NAME=VALUE, such as type=database', 'record list')),
      ([name]) => name,
    )
    const selected = Object.fromEntries([...byName].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]))
    const page = await call(list, { path: { area }, query: { ...given, ...selected } })
    const { items, total } = list.answer().parse(page)
    const { columns = ['id'] } = areas.find(({ name }) => name === area) ?? {}
    const rows = items.map((record) => columns.map((field) => toCell(record[field])))
    const table = toTable([columns.map((field) => field.toUpperCase().replaceAll('_', ' ')), ...rows])
    tell(page, items.length < total ? `${table}\n\n${items.length} of ${total}` : table)
  },
  'record create': async ({ call, args: [area = '', ...pairs], tell }) =>
    tell(await call(create, { path: { area }, body: readFields(pairs, 'record create') })),
  'record set': async ({ call, args: [area = '', name = '', ...pairs], tell }) =>
    tell(await call(update, { path: { area, name }, body: readFields(pairs, 'record set') })),
}

export const recordGroup: Group = {
  about: 'list, create, change or delete records',
  endpoints: recordEndpoints,
  actions,
  kinds: areas.map(({ name }) => name),
}

function toCell(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}
