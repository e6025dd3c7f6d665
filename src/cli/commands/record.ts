import { areas } from '../../app/areas.ts'
import { recordEndpoints } from '../../control/endpoints/records.ts'
import { grouped } from '../../lib/grouped.ts'
import { InputError } from '../../lib/input-error.ts'
import type { JsonObject } from '../../lib/merge-patch.ts'
import { toTable } from '../../lib/table.ts'
import { readFields, readJsonInput, requireJsonObject, splitPair } from '../config/files.ts'
import type { Actions, Group, Running } from '../group.ts'

const { list, show, create, update, remove } = recordEndpoints

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
  'record create': async (running) => {
    const [area = '', ...pairs] = running.args
    const body = await readRecord(running, pairs, 'record create')
    running.tell(await running.call(create, { path: { area }, body }))
  },
  'record set': async (running) => {
    const [area = '', name = '', ...pairs] = running.args
    const body = await readRecord(running, pairs, 'record set')
    running.tell(await running.call(update, { path: { area, name }, body }))
  },
  'record delete': async ({ call, args: [area = '', ...ids], tell }) => {
    // An unknown id is refused before the first record is deleted.
    const distinct = [...new Set(ids)]
    for (const name of distinct) await call(show, { path: { area, name } })
    for (const name of distinct) await call(remove, { path: { area, name } })
    tell({ deleted: distinct }, `deleted: ${distinct.join(', ')}`)
  },
}

export const recordGroup: Group = {
  about: 'list, create, change or delete records',
  endpoints: recordEndpoints,
  actions,
  kinds: areas.map(({ name }) => name),
}

async function readRecord({ io, given }: Running, pairs: readonly string[], field: string): Promise<JsonObject> {
  const { file } = given
  if (typeof file !== 'string') return readFields(pairs, field)
  if (pairs.length > 0) throw new InputError('expected FIELD=VALUE or --file, got both', { field })
  return requireJsonObject(await readJsonInput(io, file), file === '-' ? 'stdin' : file)
}

function toCell(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}
