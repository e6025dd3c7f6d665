import type { resourceRows } from '../assumptions/resource-rows.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { asksPage, fullPage, lists, noSuchValue, notSeen, queryOf, refusedOr, textsOf, unexpected } from './asks.ts'
import { at, codeOf, isServed, itemsOf, paginationOf, type Seen, textAt } from './exchange.ts'
import { found, type Finding, type Probes, unknown } from './probe.ts'
import type { Session } from './session.ts'

const [resources, , jobs] = lists

const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The form of the ids in a list, or of what answers one of no form. @param get the operation that is asked for one */
async function idFormatOf(session: Session, list: string, get: string): Promise<Finding<'uuid' | 'opaque'>> {
  const page = await fullPage(session, list)
  const ids = page === undefined ? [] : textsOf(itemsOf(page), 'id')
  if (page !== undefined && ids.length > 0) {
    return found(ids.every((id) => uuidForm.test(id)) ? 'uuid' : 'opaque', page)
  }
  const seen = await session.see({ operation: get, id: 'not-an-id' })
  if (seen === undefined) return notSeen()
  if (codeOf(seen) === 'invalid_request') return found('uuid', seen)
  return codeOf(seen) === 'resource_not_found' ? found('opaque', seen) : unexpected(seen)
}

/** The form of job ids. */
export const jobIdFormatOf = (session: Session) => idFormatOf(session, jobs, 'getJob')

interface Tag {
  readonly key: string
  readonly value: string
}

/** The tags of a resource that can be written in every form without doubt. */
function tagsOf(resource: JsonObject): readonly Tag[] {
  const tags = at(resource, 'tags')
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

const seeTags = (session: Session, ...filters: readonly string[]): Promise<Seen | undefined> =>
  session.see({ operation: resources, query: queryOf(...filters.map((filter) => ['tag', filter] as const)) })

const totalOf = (seen: Seen | undefined): number => (seen === undefined ? 0 : (paginationOf(seen)?.total_items ?? 0))

/** Pairs of tags that different resources have, in the form of the service: no resource that is known has both. */
function apartOf(records: readonly JsonObject[], form: (tag: Tag) => string): readonly (readonly [string, string])[] {
  const written = records.map((record) => tagsOf(record).map(form))
  const all = [...new Set(written.flat())]
  const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b] as const))
  const together = ([a, b]: readonly [string, string]): number =>
    written.filter((tags) => tags.includes(a) && tags.includes(b)).length
  return pairs.toSorted((a, b) => together(a) - together(b))
}

/** What finds out what services do with the inventory (§2.3, §4.2). */
export const resourceProbes: Probes<keyof typeof resourceRows> = {
  resourceIdFormat: { find: (session) => idFormatOf(session, resources, 'getResource') },
  resourceValues: {
    find: async (session) =>
      refusedOr(await session.see({ operation: resources, query: `type=${noSuchValue}` }), 'reject', 'empty'),
  },
  resourceStatusValues: {
    find: async (session) => {
      const page = await fullPage(session, resources)
      if (page === undefined) return notSeen()
      const statuses = textsOf(itemsOf(page), 'status')
      if (statuses.some((status) => status !== 'running')) return found('several', page)
      return statuses.length >= 10 ? found('running', page) : unknown('too few resources to tell', page)
    },
  },
  tagFormat: {
    find: async (session) => {
      const page = await fullPage(session, resources)
      const [tag] = page === undefined ? [] : itemsOf(page).flatMap(tagsOf)
      if (tag === undefined) return unknown('no resource has a tag', page)
      for (const format of ['colon', 'equals', 'key'] as const) {
        const seen = await seeTags(session, tagForms[format](tag))
        if (seen !== undefined && totalOf(seen) > 0) return found(format, seen)
      }
      return unknown('no form of a tag found the resource that has it', page)
    },
  },
  tagMalformed: {
    hiddenBy: [{ row: 'tagFormat', options: ['key'], reason: 'every text is a key, so nothing is malformed' }],
    find: async (session) => {
      const format = await session.option('tagFormat')
      if (format === undefined) return unknown('the form of a tag is not known')
      const isMalformed = (text: string): boolean => !/[:=]/.test(text)
      const isLike = asksPage({ tag: isMalformed }, [resources])
      return refusedOr(
        await session.see({ operation: resources, query: `tag=${noSuchValue}` }, isLike),
        'reject',
        'empty',
      )
    },
  },
  tagRepeat: {
    find: async (session) => {
      const format = await session.option('tagFormat')
      const page = await fullPage(session, resources)
      if (format === undefined || page === undefined) return unknown('the form of a tag is not known')
      const [pair] = apartOf(itemsOf(page), tagForms[format])
      if (pair === undefined) return unknown('no two tags to ask for', page)
      const [one, other] = [await seeTags(session, pair[0]), await seeTags(session, pair[1])]
      const both = await seeTags(session, ...pair)
      if (both === undefined || !isServed(both)) return unexpected(both)
      const [least, most] = [totalOf(one), totalOf(other)].toSorted((a, b) => a - b)
      const total = totalOf(both)
      if (least === undefined || most === undefined || (least === most && total === least))
        return unknown('all resources have both', both)
      if (total <= least) return found('all', ...[one, other, both].filter((seen) => seen !== undefined))
      return total >= most ? found('any', ...[one, other, both].filter((seen) => seen !== undefined)) : unexpected(both)
    },
  },
}
