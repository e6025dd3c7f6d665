import type { Choice } from '../../assumptions/register.ts'
import type { resourceRows } from '../../assumptions/rows/resources.ts'
import type { JsonObject } from '../../lib/merge-patch.ts'
import { type Finding, found, notApplied, notSeen, pick, type Probes, unexpected, unknown } from '../probe.ts'
import { codeOf, isServed, itemsOf, type Seen, textAt, textsOf, totalOf } from '../recorded-exchange.ts'
import { asksPage, byFilter, fullPage, lists, noId, noSuchValue } from '../requests.ts'
import type { Session } from '../session.ts'

const { resources, jobs } = lists

const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const opaqueForm = /^[a-z]+-[0-9a-f]{32}$/

/** The page of a list with the most ids, and how many of them have a form. */
async function idsIn(session: Session, list: string) {
  const page = await fullPage(session, list)
  const ids = textsOf(itemsOf(page), 'id')
  const areAll = (form: RegExp): boolean => ids.every((id) => form.test(id))
  return { page, ids, areAll }
}

/** The answer to a malformed id. @param get the operation that takes the id */
const seeMalformed = (session: Session, get: string): Promise<Seen> =>
  session.see(
    { operation: get, id: noId },
    ({ operation, method, key, id, query }) =>
      operation === get && method === 'GET' && key === 'main' && query.length === 0 && id !== '' && !uuidForm.test(id),
  )

/** Finds the form of ids where the list shows none. */
async function formOfUnseen(session: Session, get: string): Promise<Finding<'uuid'>> {
  const seen = await seeMalformed(session, get)
  if (seen === undefined) return notSeen()
  return codeOf(seen) === 'invalid_request' ? found('uuid', seen) : unknown('no id was found', seen)
}

export async function jobIdFormatOf(session: Session): Promise<Finding<Choice<'jobIdFormat'>>> {
  const { page, ids, areAll } = await idsIn(session, jobs)
  if (ids.length === 0) return formOfUnseen(session, 'getJob')
  if (areAll(uuidForm)) return found('uuid', page)
  return ids.some((id) => uuidForm.test(id)) ? unknown('only some ids are UUIDs', page) : found('opaque', page)
}

async function resourceIdFormatOf(session: Session): Promise<Finding<Choice<'resourceIdFormat'>>> {
  const { page, ids, areAll } = await idsIn(session, resources)
  if (ids.length === 0) return formOfUnseen(session, 'getResource')
  if (areAll(opaqueForm)) return found('opaque', page)
  if (!areAll(uuidForm)) return found('any', page)
  // Where ids may have any form, all of them can be UUIDs.
  const seen = await seeMalformed(session, 'getResource')
  if (seen === undefined) return notSeen()
  return pick({ uuid: codeOf(seen) === 'invalid_request', any: codeOf(seen) === 'resource_not_found' }, page, seen)
}

/** Fewest resources that show that there is only one status. */
const fewestStatuses = 50

interface Tag {
  readonly key: string
  readonly value: string
}

/** The tags of a resource that are unambiguous in every form. */
function tagsOf({ tags }: JsonObject): readonly Tag[] {
  return (Array.isArray(tags) ? tags : []).flatMap((tag) => {
    const [key, value] = [textAt(tag, 'key'), textAt(tag, 'value')]
    if (key === undefined || value === undefined || /[:=]/.test(key + value) || key === '') return []
    return [{ key, value }]
  })
}

const tagForms = {
  colon: ({ key, value }: Tag) => `${key}:${value}`,
  equals: ({ key, value }: Tag) => `${key}=${value}`,
  key: ({ key }: Tag) => key,
} as const

const seeTags = (session: Session, ...filters: readonly string[]): Promise<Seen> =>
  session.see({ operation: resources, query: filters.map((filter) => `tag=${encodeURIComponent(filter)}`).join('&') })

/** Says if each record in an answer has one of some tags. */
function haveTag(seen: Seen, form: (tag: Tag) => string, ...wanted: readonly string[]): boolean {
  return isServed(seen) && itemsOf(seen).every((item) => tagsOf(item).some((tag) => wanted.includes(form(tag))))
}

/** Pairs of tags that differ in their resources, in the form of the service; those that share the fewest resources come first. */
function apartOf(records: readonly JsonObject[], form: (tag: Tag) => string): readonly (readonly [string, string])[] {
  const written = records.map((record) => tagsOf(record).map(form))
  const countOf = (one: string): number => written.filter((tags) => tags.includes(one)).length
  const all = [...new Set(written.flat())]
  const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b] as const))
  const together = ([a, b]: readonly [string, string]): number =>
    written.filter((tags) => tags.includes(a) && tags.includes(b)).length
  return pairs
    .filter((pair) => together(pair) < Math.min(countOf(pair[0]), countOf(pair[1])))
    .toSorted((a, b) => together(a) - together(b))
}

/** Finds how two filters are joined, by two tags that are on different resources. */
async function tagRepeatOf(session: Session): Promise<Finding<Choice<'tagRepeat'>>> {
  const format = await session.option('tagFormat')
  const page = await fullPage(session, resources)
  if (format === undefined || page === undefined) return unknown('the form of a tag is not known')
  const form = tagForms[format]
  const [pair] = apartOf(itemsOf(page), form)
  if (pair === undefined) return unknown('no two tags are on different resources', page)
  const [one, other] = [await seeTags(session, pair[0]), await seeTags(session, pair[1])]
  const both = await seeTags(session, ...pair)
  if (!isServed(both)) return unexpected(both)
  const evidence = [one, other, both]
  const areApplied = haveTag(one, form, pair[0]) && haveTag(other, form, pair[1]) && haveTag(both, form, ...pair)
  if (!areApplied) return notApplied(...evidence)
  const [a, b, total] = [totalOf(one), totalOf(other), totalOf(both)]
  if (total < Math.min(a, b)) return found('all', ...evidence)
  return total > Math.max(a, b)
    ? found('any', ...evidence)
    : unknown('only one of the two filters applied', ...evidence)
}

/** Probes of the inventory (§2.3, §4.2). */
export const resourceProbes: Probes<keyof typeof resourceRows> = {
  resourceIdFormat: { find: resourceIdFormatOf },
  resourceValues: byFilter(resources, `type=${noSuchValue}`),
  resourceStatusValues: {
    find: async (session) => {
      const page = await fullPage(session, resources)
      if (page === undefined) return notSeen()
      const statuses = textsOf(itemsOf(page), 'status')
      if (statuses.some((status) => status !== 'running')) return found('several', page)
      return statuses.length >= fewestStatuses ? found('running', page) : unknown('there are too few resources', page)
    },
  },
  tagFormat: {
    find: async (session) => {
      const page = await fullPage(session, resources)
      const items = itemsOf(page)
      const isShared = ({ key }: Tag): boolean => items.every((item) => tagsOf(item).some((tag) => tag.key === key))
      const tag = items.flatMap(tagsOf).find((one) => !isShared(one))
      if (tag === undefined) return unknown('every resource has the same tags', page)
      for (const format of ['colon', 'equals', 'key'] as const) {
        const seen = await seeTags(session, tagForms[format](tag))
        if (totalOf(seen) === 0) continue
        const isApplied = haveTag(seen, tagForms[format], tagForms[format](tag))
        return isApplied ? found(format, seen) : notApplied(seen)
      }
      return unknown('no form of the filter found the resource with the tag', page)
    },
  },
  tagMalformed: {
    hiddenBy: [{ row: 'tagFormat', options: ['key'], reason: 'any text is a key, so no filter is malformed' }],
    find: async (session) =>
      (await session.option('tagFormat')) === undefined
        ? unknown('the form of a tag is not known')
        : byFilter(
            resources,
            `tag=${noSuchValue}`,
            asksPage({ tag: (text) => /^[^:=]+$/.test(text) }, [resources]),
          ).find(session),
  },
  tagRepeat: { find: tagRepeatOf },
}
