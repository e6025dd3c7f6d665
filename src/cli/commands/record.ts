import { Argument, type Command, Option } from 'commander'

import { type FixtureRecord, pageLimits } from '../../control/endpoints/records.ts'
import { grouped } from '../../lib/grouped.ts'
import { InputError, quote, UnknownError } from '../../lib/input-error.ts'
import { toTable } from '../../lib/table.ts'
import { wholeNumber } from '../config/flags.ts'
import { readFields, readJsonInput, requireJsonObject } from '../config/json-input.ts'
import type { Io } from '../io.ts'
import {
  addGroup,
  addToGroup,
  areaNames,
  givenToAll,
  print,
  type RemoteFlags,
  type SandboxClient,
  withFake,
} from '../remote.ts'

/** A kind of records. */
type Kind = (typeof areaNames)[number]

/** The fields in the table of a kind. */
const columns: Readonly<Record<Kind, readonly string[]>> = {
  resources: ['id', 'name', 'type', 'status', 'provider', 'region'],
  assessments: ['id', 'resource_id', 'resource_type', 'status', 'score'],
  jobs: ['id', 'name', 'analysis_type', 'status', 'created_at'],
}

interface ListFlags {
  readonly limit: number
  readonly offset?: number
  readonly filter?: readonly string[]
}

interface FileFlag {
  readonly file?: string
}

/** Adds the command `record`. */
export function addRecord(program: Command, io: Io): void {
  const group = addGroup(program, 'record', 'list, create, change or delete records')
  const add = (usage: string, description: string): Command =>
    addToGroup(group, usage, description).addArgument(new Argument('<kind>', 'the kind of records').choices(areaNames))
  const act = async (work: (client: SandboxClient, flags: RemoteFlags) => Promise<void>): Promise<void> => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, (client) => work(client, flags), givenToAll)
  }
  add('list', 'list records, the newest first')
    .addOption(
      wholeNumber(new Option('--limit <n>', 'the most records to list'), 1, pageLimits.most).default(pageLimits.usual),
    )
    .addOption(wholeNumber(new Option('--offset <n>', 'how many to skip (0)'), 0, Number.MAX_SAFE_INTEGER))
    .argument('[name=value...]', "filters of the API's list, such as type=database")
    .option('--filter <name=value...>', 'the same')
    .action((kind: Kind, filters: readonly string[], { filter = [], ...page }: ListFlags) =>
      act(async (client, flags) => {
        const listed = await client[kind].list({ ...readFilters([...filters, ...filter]), ...page })
        print(io, flags, listed, () => describe(kind, listed))
      }),
    )
  add('show', 'show a record')
    .argument('<id>')
    .action((kind: Kind, id: string) =>
      act(async (client, flags) => printRecord(io, flags, await find(client, kind, id))),
    )
  withFields(add('create', 'create a record; fields that are left out are drawn')).action(
    async (kind: Kind, pairs: readonly string[], { file }: FileFlag) => {
      const record = await readRecord(io, pairs, file, 'record create')
      await act(async (client, flags) => printRecord(io, flags, await client[kind].create(record)))
    },
  )
  withFields(add('set', 'change fields of a record; null removes one').argument('<id>')).action(
    async (kind: Kind, id: string, pairs: readonly string[], { file }: FileFlag) => {
      const patch = await readRecord(io, pairs, file, 'record set')
      if (Object.keys(patch).length === 0) {
        throw new InputError('expected FIELD=VALUE or --file, such as status=failed', { field: 'record set' })
      }
      await act(async (client, flags) => printRecord(io, flags, await client[kind].update(id, patch)))
    },
  )
  add('delete', 'delete records')
    .argument('<id...>')
    .action((kind: Kind, ids: readonly string[]) =>
      act(async (client, flags) => {
        // An unknown id is refused before the first record is deleted.
        const distinct = [...new Set(ids)]
        for (const id of distinct) await find(client, kind, id)
        for (const id of distinct) await client[kind].remove(id)
        print(io, flags, { deleted: distinct }, () => `deleted: ${distinct.join(', ')}`)
      }),
    )
}

function withFields(command: Command): Command {
  return command
    .argument('[field=value...]', 'values in JSON, or as text: score=5, name=db, tags=[], name=\'"5"\'')
    .option('--file <file>', 'a JSON file with the fields, or - for stdin')
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

async function readRecord(
  io: Io,
  pairs: readonly string[],
  file: string | undefined,
  field: string,
): Promise<FixtureRecord> {
  if (file === undefined) return readFields(pairs, field)
  if (pairs.length > 0) throw new InputError('expected FIELD=VALUE or --file, got both', { field })
  return requireJsonObject(await readJsonInput(io, file), file === '-' ? 'stdin' : file)
}

async function find(client: SandboxClient, kind: Kind, id: string): Promise<FixtureRecord> {
  const record = await client[kind].get(id)
  if (record !== undefined) return record
  throw new UnknownError(`no record has the id ${quote(id)}`, { field: kind })
}

function printRecord(io: Io, flags: RemoteFlags, record: FixtureRecord): void {
  print(io, flags, record, () => JSON.stringify(record, null, 2))
}

function describe(kind: Kind, { items, total }: { items: readonly FixtureRecord[]; total: number }): string {
  const fields = columns[kind]
  const rows = items.map((record) => fields.map((field) => toCell(record[field])))
  const table = toTable([fields.map((field) => field.toUpperCase().replaceAll('_', ' ')), ...rows])
  return items.length < total ? `${table}\n\n${items.length} of ${total}` : table
}

function toCell(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}
