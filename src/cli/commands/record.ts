import { areas } from '../../core/app/areas.ts'
import { recordEndpoints } from '../../core/control/endpoints/records.ts'
import { grouped } from '../../core/lib/grouped.ts'
import { readFields, splitPair } from '../config/files.ts'
import { describe } from '../format/answer.ts'
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
    const table = describe(page, columns)
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
