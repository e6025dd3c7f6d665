import { setTimeout as wait } from 'node:timers/promises'

import {
  type Access,
  type Assessment,
  type AssessmentItem,
  type Filters,
  type Item,
  type Job,
  type Listed,
  type Resource,
  type ResourceRecord,
  type Service,
  ServiceError,
} from '../suite/service.ts'
import type { Envelope, Ways } from './ways.ts'

/** Most tries of a request. */
const attempts = 5

/** Most polls of a record that takes time. */
const polls = 60

/** Time after which a created record shows in its list. */
const showsAfterMs = 600

const finalStates = new Set(['completed', 'succeeded', 'failed'])

/** A client of the service that needs only `fetch`. */
export function createClient({ baseUrl, apiKey }: Access, ways: Ways): Service {
  async function exchange<T>(url: URL, body?: unknown): Promise<Envelope<T>> {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `${ways.scheme} ${apiKey}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: ways.timeLimit(body !== undefined),
    })
    const envelope = ways.parse<T>(await response.text(), response)
    ways.meet(response.headers)
    const code = ways.code(envelope, response.status)
    if (code !== undefined)
      throw new ServiceError(code, `${url.pathname} ${envelope.error?.details}`, ways.announcedWait(response.headers))
    if (body !== undefined && !ways.isCreated(response.status)) throw new ServiceError('not_created', url.pathname)
    return envelope
  }

  /** Tries until it is served. @param settle may find that an earlier try was served, although its answer was lost */
  async function insist<T>(
    work: () => Promise<T>,
    settle: (failure: ServiceError) => Promise<T | undefined> = async () => undefined,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        const failure = ways.failure(error)
        if (!ways.isPassing(failure.code) || attempt >= attempts) throw failure
        await wait(failure.waitMs ?? ways.pause(attempt))
        const settled = await settle(failure)
        if (settled !== undefined) return settled
      }
    }
  }

  function addressOf(path: string, filters: Filters = {}): URL {
    const url = new URL(baseUrl + path)
    for (const [name, value] of Object.entries(filters)) url.searchParams.set(name, value)
    return url
  }

  const get = <T>(path: string): Promise<Envelope<T>> => insist(() => exchange<T>(addressOf(path)))

  async function list<T extends Item>(path: string, filters: Filters): Promise<Listed<T>> {
    const items: T[] = []
    const totals = new Set<number>()
    const followed = new Set<string>()
    for (let url: URL | undefined = addressOf(path, { limit: '25', ...filters }); url !== undefined;) {
      const here: URL = url
      if (followed.has(here.href)) throw new ServiceError('circle', here.href)
      followed.add(here.href)
      try {
        const { data, pagination } = await insist(() => exchange<readonly T[]>(here))
        items.push(...data)
        if (pagination !== undefined) totals.add(pagination.total_items)
        const link = pagination && ways.next(pagination, data)
        url = link === undefined ? undefined : ways.refilter(ways.resolve(link, here, baseUrl), here)
      } catch (error) {
        if (!(error instanceof ServiceError) || !ways.isBeyondEnd(error, here)) throw error
        url = undefined
      }
    }
    const collected = ways.collect(items)
    return { items: collected, changed: totals.size > 1 || collected.length < items.length }
  }

  /** Creates a record once: where an answer is lost, `find` looks for the record before the create is repeated. */
  const create = <T>(path: string, body: unknown, find: () => Promise<T | undefined>): Promise<T> =>
    insist(
      async () => (await exchange<T>(addressOf(path), body)).data,
      async ({ code }) => {
        if (!ways.looksFirst() || code === 'rate_limit_exceeded') return undefined
        await wait(showsAfterMs)
        return await find()
      },
    )

  async function listResources(filters: Filters = {}): Promise<Listed<Resource>> {
    const { items, changed } = await list<Resource>('/cloud/resources', filters)
    return { items: items.map(ways.resource), changed }
  }

  const listAssessments = (resourceId: string): Promise<Listed<AssessmentItem>> =>
    list('/security/assessments', { resource_id: resourceId, ...ways.assessmentFilters })

  async function pollAssessment(id: string): Promise<Assessment> {
    for (let poll = 0; poll < polls; poll++) {
      try {
        const { data } = await get<Partial<Assessment> & { readonly status?: string }>(`/security/assessments/${id}`)
        if (ways.isAssessed(data)) return data
        if (ways.isFailed(data.status)) throw new ServiceError('failed', id)
      } catch (error) {
        if (!(error instanceof ServiceError) || !ways.isNotYet(error.code)) throw error
      }
      await wait(ways.pollMs)
    }
    throw new ServiceError('too_slow', id)
  }

  async function listJobs(): Promise<Listed<Job>> {
    const { items, changed } = await list<Job>('/data/analysis/jobs', ways.jobFilters)
    return { items: items.map(ways.jobItem), changed }
  }

  return {
    listResources,
    findTagged: async (key, value) => {
      const { items } = await listResources(ways.tagFilter(key, value))
      return items.filter(({ tags }) => tags.some((tag) => tag.key === key && tag.value === value))
    },
    getResource: async (id) => ways.resource((await get<ResourceRecord>(`/cloud/resources/${id}`)).data),
    listAssessments,
    assess: async ({ id, type }) => {
      const known = new Set((await listAssessments(id)).items.map((item) => item.id))
      const body = {
        resource_id: id,
        resource_type: type,
        scan_options: { comprehensive: true, categories: ['network'] },
      }
      const created = await create<Item>('/security/assessments', body, async () =>
        (await listAssessments(id)).items.find((item) => !known.has(item.id)),
      )
      return await pollAssessment(created.id)
    },
    listJobs,
    runJob: async (job) => {
      const created = await create<Job>('/data/analysis/jobs', job, async () =>
        (await listJobs()).items.find(({ name }) => name === job.name),
      )
      for (let poll = 0; poll < polls; poll++) {
        const { data } = await get<Job>(`/data/analysis/jobs/${created.id}`)
        const { status, completed_at, completed_date } = data
        if (finalStates.has(status) || Boolean(completed_at ?? completed_date)) return ways.job(data)
        await wait(ways.pollMs)
      }
      throw new ServiceError('too_slow', created.id)
    },
  }
}
