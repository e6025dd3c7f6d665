import { areas } from '../../app/areas.ts'
import { recordEndpoints } from '../../control/endpoints/records.ts'
import { grouped } from '../../lib/grouped.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import type { JsonObject } from '../../lib/merge-patch.ts'
import { toTable } from '../../lib/table.ts'
import { readFields, readJsonInput, requireJsonObject } from '../config/files.ts'
import { type Actions, type Group, type Running, Shown } from '../group.ts'

const { list, show, create, update, remove } = recordEndpoints

const actions: Actions = {
  'record list': async ({ call, given, args: [area = '', ...filters] }) => {
    const page = await call(list, { path: { area }, query: { ...readFilters(filters), ...given } })
    const { items, total } = list.answer().parse(page)
    const { columns = ['id'] } = areas.find(({ name }) => name === area) ?? {}
    const rows = items.map((record) => columns.map((field) => toCell(record[field])))
    const table = toTable([columns.map((field) => field.toUpperCase().replaceAll('_', ' ')), ...rows])
    return new Shown(page, items.length < total ? `${table}\n\n${items.length} of ${total}` : table)
  },
  'record create': async (running) => {
    const [area = '', ...pairs] = running.args
    return await running.call(create, { path: { area }, body: await readRecord(running, pairs, 'record create') })
  },
  'record set': async (running) => {
    const [area = '', name = '', ...pairs] = running.args
    const body = await readRecord(running, pairs, 'record set')
    if (Object.keys(body).length === 0) {
      throw new InputError('expected FIELD=VALUE or --file, such as status=failed', { field: 'record set' })
    }
    return await running.call(update, { path: { area, name }, body })
  },
  'record delete': async ({ call, args: [area = '', ...ids] }) => {
    // An unknown id is refused before the first record is deleted.
    const distinct = [...new Set(ids)]
    for (const name of distinct) await call(show, { path: { area, name } })
    for (const name of distinct) await call(remove, { path: { area, name } })
    return new Shown({ deleted: distinct }, `deleted: ${distinct.join(', ')}`)
  },
}

export const recordGroup: Group = {
  about: 'list, create, change or delete records',
  endpoints: recordEndpoints,
  actions,
  kinds: areas.map(({ name }) => name),
}

/** The values of each filter: some filters take several. */
function readFilters(pairs: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const filters = pairs.map((pair) => {
    const equals = pair.indexOf('=')
    const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)]
    if (['limit', 'offset'].includes(name)) {
      throw new InputError(`expected --${name} ${value}, got the filter ${quote(pair)}`, { field: 'record list' })
    }
    if (equals > 0) return { name, value }
    throw new InputError(`expected NAME=VALUE, such as type=database, got ${quote(pair)}`, { field: 'record list' })
  })
  const byName = grouped(filters, ({ name }) => name)
  return Object.fromEntries([...byName].map(([name, given]) => [name, given.map(({ value }) => value)]))
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
