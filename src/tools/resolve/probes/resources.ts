import type { Choice } from '../../../core/assumptions/register.ts'
import type { resourceRows } from '../../../core/assumptions/rows/resources.ts'
import type { InputError } from '../../../core/lib/input-error.ts'
import { keysOf } from '../../../core/lib/keys-of.ts'
import type { JsonObject } from '../../../core/lib/merge-patch.ts'
import { encodePart } from '../../../core/lib/path-template.ts'
import { byFilter, notApplied, pickOption, type Probes, unexpected } from '../probe.ts'
import { type RecordedExchange, textAt, textsOf } from '../recorded-exchange.ts'
import { isPageRequest, itemsIn, jobs, malformedId, noSuchValue, resources } from '../requests.ts'
import { type Session, unknownOption } from '../session.ts'

const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The register defines this prefix; ids with another prefix count as any form. */
const opaqueForm = /^res-[0-9a-f]{32}$/

const seeMalformed = (session: Session, operation: 'getJob' | 'getResource'): Promise<RecordedExchange> =>
  session.see(
    { operation, id: malformedId },
    (seen) =>
      seen.operation === operation &&
      seen.method === 'GET' &&
      seen.key === 'main' &&
      seen.query.length === 0 &&
      !uuidForm.test(seen.id),
  )

/** Finds the form of ids without a record: a service rejects a malformed id only if ids are UUIDs. */
async function formOfUnseen(...asked: Parameters<typeof seeMalformed>): Promise<'uuid'> {
  const { code } = await seeMalformed(...asked)
  if (code !== 'invalid_request') throw unknownOption('no id was found')
  return 'uuid'
}

export async function jobIdFormatOf(session: Session): Promise<Choice<'jobIdFormat'>> {
  const ids = textsOf(await itemsIn(session, jobs), 'id')
  if (ids.length === 0) return formOfUnseen(session, 'getJob')
  if (ids.every((id) => uuidForm.test(id))) return 'uuid'
  if (ids.some((id) => uuidForm.test(id))) throw unknownOption('only some ids are UUIDs')
  return 'opaque'
}

/** This many resources show that there is only one status. */
const minStatuses = 50

type Tag = Readonly<Record<'key' | 'value', string>>

/** The tags of a resource that are unambiguous in every format. */
function tagsOf({ tags }: JsonObject): readonly Tag[] {
  return (Array.isArray(tags) ? tags : []).flatMap((tag) => {
    const [key, value] = [textAt(tag, 'key'), textAt(tag, 'value')]
    if (key === undefined || value === undefined || /[:=]/.test(key + value) || key === '') return []
    return [{ key, value }]
  })
}

type TagForm = (tag: Tag) => string

const tagForms: Readonly<Record<Choice<'tagFormat'>, TagForm>> = {
  colon: ({ key, value }) => `${key}:${value}`,
  equals: ({ key, value }) => `${key}=${value}`,
  key: ({ key }) => key,
}

const seeTags = (session: Session, ...filters: readonly string[]): Promise<RecordedExchange> =>
  session.see({ operation: resources, query: filters.map((filter) => `tag=${encodePart(filter)}`).join('&') })

function haveTag(seen: RecordedExchange, form: TagForm, ...wanted: readonly string[]): boolean {
  return seen.isServed && seen.items.every((item) => tagsOf(item).some((tag) => wanted.includes(form(tag))))
}

const unknownFormat = (): InputError => unknownOption('the format of a tag is not known')

/** Finds two tags, each on a resource without the other, in the service's format. */
function exclusiveTags(records: readonly JsonObject[], form: TagForm): readonly [string, string] {
  const written = records.map((record) => tagsOf(record).map(form))
  for (const tags of written) {
    for (const others of written) {
      const [a, b] = [tags.find((tag) => !others.includes(tag)), others.find((tag) => !tags.includes(tag))]
      if (a !== undefined && b !== undefined) return [a, b]
    }
  }
  throw unknownOption('no two tags are on different resources')
}

export const resourceProbes: Probes<keyof typeof resourceRows> = {
  resourceIdFormat: async (session) => {
    const ids = textsOf(await itemsIn(session, resources), 'id')
    if (ids.length === 0) return formOfUnseen(session, 'getResource')
    if (ids.every((id) => opaqueForm.test(id))) return 'opaque'
    if (!ids.every((id) => uuidForm.test(id))) return 'any'
    // Ids of any form may all happen to be UUIDs.
    const seen = await seeMalformed(session, 'getResource')
    return pickOption({ uuid: seen.code === 'invalid_request', any: seen.code === 'resource_not_found' }, seen)
  },
  resourceValues: byFilter(resources, `type=${noSuchValue}`),
  resourceStatusValues: async (session) => {
    const statuses = textsOf(await itemsIn(session, resources), 'status')
    if (statuses.some((status) => status !== 'running')) return 'several'
    if (statuses.length < minStatuses) throw unknownOption('there are too few resources')
    return 'running'
  },
  tagFormat: async (session) => {
    const items = await itemsIn(session, resources)
    const isShared = ({ key }: Tag): boolean => items.every((item) => tagsOf(item).some((tag) => tag.key === key))
    const tag = items.flatMap(tagsOf).find((one) => !isShared(one))
    if (tag === undefined) throw unknownOption('every resource has the same tags')
    for (const format of keysOf(tagForms)) {
      const form = tagForms[format]
      const seen = await seeTags(session, form(tag))
      if (seen.total === 0) continue
      if (!haveTag(seen, form, form(tag))) throw notApplied()
      return format
    }
    throw unknownOption('no format of the filter found the resource with the tag')
  },
  tagMalformed: {
    hiddenBy: { tagFormat: ['key'] },
    find: async (session) => {
      if ((await session.option('tagFormat')) === undefined) throw unknownFormat()
      const isMalformed = isPageRequest({ tag: (text) => /^[^:=]+$/.test(text) }, [resources])
      return byFilter(resources, `tag=${noSuchValue}`, isMalformed)(session)
    },
  },
  /** Finds how two filters are combined, with two tags on different resources. */
  tagRepeat: async (session) => {
    const format = await session.option('tagFormat')
    if (format === undefined) throw unknownFormat()
    const form = tagForms[format]
    const [a, b] = exclusiveTags(await itemsIn(session, resources), form)
    const [one, other, both] = [await seeTags(session, a), await seeTags(session, b), await seeTags(session, a, b)]
    if (!both.isServed) throw unexpected(both)
    if (!haveTag(one, form, a) || !haveTag(other, form, b) || !haveTag(both, form, a, b)) throw notApplied()
    const alone = [one.total, other.total]
    if (both.total < Math.min(...alone)) return 'all'
    if (both.total > Math.max(...alone)) return 'any'
    throw unknownOption('only one of the two filters applied')
  },
}
