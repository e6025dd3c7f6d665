import type { Profile } from '../../core/assumptions/register.ts'
import type { JsonObject } from '../../core/lib/merge-patch.ts'
import { later } from '../../core/time/clock.ts'
import { statuses } from '../../core/time/lifecycle.ts'
import { inTurns } from '../../core/time/turns.ts'
import type { RecordedExchange } from '../resolve/recorded-exchange.ts'
import type { Answered } from './areas/captured-area.ts'
import { type CapturableArea, recordsIn, compareAnswers, fieldNamesIn, collectTexts } from './assemble.ts'
import { findLeaks, SourceTokens } from './audit.ts'
import { Pseudonyms } from './pseudonyms.ts'
import { tokensOf } from './tokens.ts'
import { StagedFolder } from './write-folder.ts'

/** What a fake of the finished files answers about an area. */
export interface FakeAnswers {
  /** By the id in the answers. */
  readonly items: ReadonlyMap<string, JsonObject>
  readonly get: (id: string) => Promise<JsonObject | undefined>
}

export interface CaptureOptions {
  readonly areas: readonly CapturableArea[]
  readonly seen: readonly RecordedExchange[]
  readonly profile: Profile
  /** The names and paths of fields whose values stay as they are. */
  readonly keep: ReadonlySet<string>
  /** Texts that no file may have: the keys. */
  readonly secrets: readonly string[]
  /** The names of fields whose words the corpus shows. */
  readonly vocabulary: ReadonlySet<string>
  /** Words that reveal nothing, such as the names of options and operations. */
  readonly known: readonly string[]
  /** Files without a value of the service, by name. */
  readonly others: ReadonlyMap<string, string>
  /** Removes from a row the values that a fixture file rejects. @returns false if the file cannot have the row at all */
  readonly repair: (area: CapturableArea, row: FixtureRow) => boolean
  /** Aborts between two records; nothing is written then. */
  readonly signal: AbortSignal
  /** Starts a fake of a folder. */
  readonly open: (folder: string) => Promise<{
    readonly show: (area: CapturableArea) => Promise<FakeAnswers>
    readonly close: () => Promise<void>
  }>
}

export type CapturedCount = Readonly<Awaited<ReturnType<typeof addExtra>>>

/**
 * Writes the records of a service into a folder of fixtures, with pseudonyms, after an audit found no value of the
 * service in it.
 * @throws Error for a leak, or if there are no records; nothing is written then
 */
export async function writeCapture(folder: string, options: CaptureOptions): Promise<readonly CapturedCount[]> {
  const { areas, seen, keep, secrets, others, vocabulary, signal } = options
  const answered = areas.map((area) => [area, recordsIn(area, seen)] as const)
  if (answered.every(([, found]) => found.size === 0))
    throw new Error('nothing to capture: the answers have no record with an id')
  const [closed, open] = [new SourceTokens(), new SourceTokens()]
  const said = collectTexts(areas, seen, keep, vocabulary)
  await inTurns(said, (one) => (one.isOpen ? open : closed).add(one), signal)
  const pseudonyms = new Pseudonyms(new Set([...closed.keys(), ...open.keys()]), keep)
  const staged = new StagedFolder(folder)
  try {
    for (const [file, text] of others) staged.write(file, text)
    const files: AreaRows[] = []
    for (const [area, found] of answered) files.push(await toSoundRows(area, found, pseudonyms, options))
    for (const { area, rows } of files) staged.write(area.file, textOf([...rows.values()]))
    const fake = await options.open(staged.folder)
    const work = Promise.all(files.map(async (one) => addExtra(one, await fake.show(one.area), options)))
    const counts = await work.finally(() => fake.close())
    for (const { area, rows } of files) staged.write(area.file, textOf([...rows.values()]))
    const rowsOf = files.flatMap(({ rows }) => [...rows.values()])
    const ours = [...rowsOf.flatMap(Object.keys), ...statuses, ...areas.flatMap(({ words = [] }) => words)]
    const names = new Set((await inTurns(seen, ({ json }) => fieldNamesIn(json), signal)).flat())
    const known = new Set([...open.keys(), ...[...names, ...ours, ...options.known].flatMap(tokensOf)])
    const leaks = await findLeaks(closed, staged.read(), known, secrets, signal)
    if (leaks.length > 0)
      throw new Error(`nothing was written, because the audit found values of the service: ${leaks.join('; ')}`)
    signal.throwIfAborted()
    staged.finish()
    return counts
  } catch (error) {
    staged.discard()
    throw error
  }
}

/** A row of a fixture file; all of its values are masked. */
export type FixtureRow = Record<string, unknown>

const textOf = (rows: readonly FixtureRow[]): string => `${JSON.stringify(rows, undefined, 2)}\n`

type AreaRows = Awaited<ReturnType<typeof toSoundRows>>

/** Masks the records of an area, and makes the rows that a fixture file accepts. */
async function toSoundRows(
  area: CapturableArea,
  answered: ReadonlyMap<string, Answered>,
  pseudonyms: Pseudonyms,
  { profile, repair, signal }: CaptureOptions,
) {
  await pseudonyms.addIds(answered.keys(), signal)
  const toMasked = ({ item, record }: Answered) => {
    const masked = {
      item: item && pseudonyms.mask(item, area.kept),
      record: record && pseudonyms.mask(record, area.kept),
    }
    return { id: String(masked.item?.['id'] ?? masked.record?.['id']), answered: masked }
  }
  const taken = await inTurns(answered.values(), toMasked, signal)
  const toSound = ({ id, answered: masked }: (typeof taken)[number]): (readonly [string, FixtureRow])[] => {
    const row: FixtureRow = structuredClone({ ...area.toRow(masked, profile) })
    return repair(area, row) ? [[id, row]] : []
  }
  const rows = (await inTurns(taken, toSound, signal)).flat()
  // A file has the oldest record first; records of the same instant keep their order.
  const inOrder = profile.listOrder === 'newest_first' ? rows.toReversed() : rows
  return { area, taken, /** By the id in the answers. */ rows: new Map(inOrder) }
}

function listedIn({ list }: CapturableArea, seen: readonly RecordedExchange[]): number {
  const pages = seen.filter(
    ({ operation, method, key, query }) =>
      operation === list.id &&
      method === 'GET' &&
      key === 'main' &&
      query.every(([name]) => /^(?:page|limit)$/.test(name)),
  )
  return pages.reduce((max, { total }) => Math.max(max, total), 0)
}

/** Adds to the rows the fields that the fake would not show otherwise. */
async function addExtra({ area, taken, rows }: AreaRows, shown: FakeAnswers, { seen, signal }: CaptureOptions) {
  const [extra, different] = [new Set<string>(), new Set<string>()]
  const listed = listedIn(area, seen)
  for (const { id, answered } of taken) {
    await new Promise<void>(later)
    signal.throwIfAborted()
    const row = rows.get(id)
    if (row === undefined) {
      different.add('id')
      continue
    }
    const compare = (wanted: JsonObject | null | undefined, got: JsonObject | undefined): JsonObject => {
      if (wanted == null) return {}
      if (got === undefined) different.add('the record itself')
      const found = compareAnswers(wanted, got ?? wanted)
      for (const path of found.different) different.add(path)
      return found.extra
    }
    const inList = compare(answered.item, shown.items.get(id))
    const found = { ...inList, ...compare(answered.record, await shown.get(id)) }
    for (const field of Object.keys(found)) extra.add(field)
    if (Object.keys(found).length > 0) row['extra'] = found
    if (Object.keys(inList).length > 0) row['inList'] = Object.keys(inList)
  }
  const whole = taken.filter(({ id, answered }) => rows.has(id) && answered.record != null).length
  const about = seen.filter(({ operation }) => operation === area.list.id || operation === area.get.id)
  const unread = new Set(about.flatMap((one) => one.unread)).size
  return {
    name: area.name,
    records: rows.size,
    /** The largest total that the service named for the unfiltered list; 0 if it named none. */
    listed,
    /** Records in the answers that were not read. */
    unread,
    /** Records that a get returned. */
    whole,
    /** Fields that are not in the document. */
    extra: [...extra],
    /** Paths of fields that the fake lacks or shows differently. */
    different: [...different],
  }
}
