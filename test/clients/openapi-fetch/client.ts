import { setTimeout as wait } from 'node:timers/promises'

import createOpenApiClient from 'openapi-fetch'

import type { paths } from '../../client/api.ts'
import { type Access, type Filters, type Item, type Listed, type Service, ServiceError } from '../suite/service.ts'
import { insistentFetch, isUnclear } from './insistent-fetch.ts'
import type { Pages, Ways } from './ways.ts'

const pollMs = 70
const polls = 60
const creates = 4

/** Time after which a created record shows in its list. */
const showsAfterMs = 300

interface Page<T> {
  readonly data?: { readonly data: readonly T[]; readonly pagination: Pages }
}

/** A client of the service with the types of its OpenAPI document. */
export function createClient({ baseUrl, apiKey }: Access, ways: Ways): Service {
  const api = createOpenApiClient<paths>({
    baseUrl,
    fetch: insistentFetch(ways),
    headers: { Authorization: `Bearer ${apiKey}` },
  })

  /** Reads all pages. @param read gets a page by its number */
  async function list<T extends Item>(read: (page?: number) => Promise<Page<T>>): Promise<Listed<T>> {
    const items = new Map<string, T>()
    const totals = new Set<number>()
    let met = 0
    for (let page: number | undefined = 0; page !== undefined;) {
      const { data, pagination } = served(await read(page || undefined))
      for (const item of data) items.set(item.id, item)
      met += data.length
      totals.add(pagination.total_items)
      page = ways.nextPage(pagination)
    }
    return { items: [...items.values()], changed: totals.size > 1 || met > items.size }
  }

  /** Creates a record once. @param find looks for it before the create is repeated */
  async function create<T>(make: () => Promise<T>, find: () => Promise<T | undefined>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await make()
      } catch (error) {
        if (!isUnclear(error) || attempt === creates) throw error
        await wait(Math.max(showsAfterMs, ways.pause(attempt)))
        const found = await find()
        if (found !== undefined) return found
      }
    }
  }

  const listResources = ({ limit = '30', ...filters }: Filters = {}) =>
    list((page) => api.GET('/cloud/resources', { params: { query: { ...filters, ...paging(limit, page) } } }))

  const listAssessments = (resource_id: string) =>
    list((page) => api.GET('/security/assessments', { params: { query: { resource_id, ...paging('30', page) } } }))

  const listJobs = () => list((page) => api.GET('/data/analysis/jobs', { params: { query: paging('30', page) } }))

  async function pollAssessment(id: string, resourceId: string) {
    for (let poll = 0; poll < polls; poll++) {
      try {
        if (ways.pollsList()) await find(id, resourceId)
        const { data } = served(await api.GET('/security/assessments/{id}', { params: { path: { id } } }))
        if (ways.isAssessed(data)) return data
      } catch (error) {
        // An assessment that has not completed may be refused.
        if (!(error instanceof ServiceError) || error.code !== 'resource_not_found') throw error
      }
      await wait(pollMs)
    }
    throw new ServiceError('too_slow', id)
  }

  /** Waits until the list has an assessment, and takes it for complete then. */
  async function find(id: string, resourceId: string): Promise<void> {
    for (let poll = 0; poll < polls; poll++) {
      const item = (await listAssessments(resourceId)).items.find((known) => known.id === id)
      if (item !== undefined && item.score > 0) return
      if (item !== undefined) throw new ServiceError('planted', 'listed without a score')
      await wait(pollMs)
    }
  }

  return {
    listResources,
    findTagged: async (key, value) =>
      (await listResources()).items.filter(({ tags }) => tags.some((tag) => tag.key === key && tag.value === value)),
    getResource: async (id) => served(await api.GET('/cloud/resources/{id}', { params: { path: { id } } })).data,
    listAssessments,
    assess: async ({ id, type }) => {
      const known = new Set((await listAssessments(id)).items.map((item) => item.id))
      const body = {
        resource_id: id,
        resource_type: type,
        scan_options: { comprehensive: false, categories: ['network', 'encryption'] },
      }
      const created = await create<Item>(
        async () => served(await api.POST('/security/assessments', { body })).data,
        async () => (await listAssessments(id)).items.find((item) => !known.has(item.id)),
      )
      return await pollAssessment(created.id, id)
    },
    listJobs,
    runJob: async ({ name, analysis_type, output_format, data_source: { type, parameters } }) => {
      const { log_types, ...dates } = parameters
      const data_source = { type, parameters: { ...dates, log_types: [...log_types] } }
      const body = { name, analysis_type, output_format, data_source }
      const created = await create<Item>(
        async () => served(await api.POST('/data/analysis/jobs', { body })).data,
        async () => (await listJobs()).items.find((known) => known.name === name),
      )
      for (let poll = 0; poll < polls; poll++) {
        const path = { id: created.id }
        const { data } = served(await api.GET('/data/analysis/jobs/{id}', { params: { path } }))
        if (ways.isFinal(data)) return data
        await wait(pollMs)
      }
      throw new ServiceError('too_slow', created.id)
    },
  }
}

function paging(limit: string, page: number | undefined) {
  return { limit: Number(limit), ...(page === undefined ? {} : { page }) }
}

function served<T>({ data }: { readonly data?: T }): T {
  if (data === undefined) throw new ServiceError('no_answer', 'no data')
  return data
}
