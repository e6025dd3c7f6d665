import { setTimeout as wait } from 'node:timers/promises'

/** An error of the service, or of the way to it. */
export class ServiceError extends Error {
  name = 'ServiceError'

  constructor(code, message, waitMs) {
    super(`${code}: ${message}`)
    this.code = code
    this.waitMs = waitMs
  }
}

const passing = new Set(['rate_limit_exceeded', 'service_unavailable', 'internal_error', 'no_answer'])
const finalStates = new Set(['completed', 'succeeded', 'failed'])
const attempts = 5
const maxPolls = 60

/** Time after which a created record shows in its list. */
const showsAfterMs = 600

/** When the quota is full again, in Unix milliseconds. Seconds are told from milliseconds by their size. */
function resetAt(headers) {
  const reset = Number(headers.get('X-Rate-Limit-Reset'))
  return reset > 1e11 ? reset : reset * 1000
}

/** The decisions of the client, each in one place. A plant replaces one of them. */
export const sound = {
  /** Longer than a record takes below a sweep, so that it is read twice at most until it ends. */
  pollMs: 480,
  /** A create has more time, since nobody knows what an ended one did. */
  timeLimit: (isCreate) => AbortSignal.timeout(isCreate ? 2000 : 1500),
  failure: (error) => (error instanceof ServiceError ? error : new ServiceError('no_answer', String(error))),
  parse: (text, _response) => JSON.parse(text),
  /** Looks at the headers of each answer. */
  meet: (_headers) => undefined,
  /** The error code of an answer; undefined where it was served. */
  code: ({ status, error }, _httpStatus) => (status === 'success' ? undefined : (error?.code ?? 'no_answer')),
  isPassing: (code) => passing.has(code),
  pause: (attempt) => 40 * 2 ** (attempt - 1),
  /** Milliseconds that the service says to wait; undefined where it does not. */
  announcedWait: (headers) => {
    const seconds = Number(headers.get('Retry-After') ?? 0)
    if (seconds > 0) return seconds * 1000
    return headers.get('X-Rate-Limit-Remaining') === '0' ? Math.max(0, resetAt(headers) - Date.now()) : undefined
  },
  /** The link to the next page; undefined after the last. */
  next: ({ next_page }, _items) => next_page || undefined,
  resolve: (link, request, baseUrl) => {
    const { pathname } = new URL(baseUrl)
    const isBelowBase = link.startsWith('/') && !link.startsWith(`${pathname}/`)
    return new URL(isBelowBase ? pathname + link : link, request)
  },
  /** Adds the filters of the request that a link leaves out. */
  refilter: (url, request) => {
    for (const [name, value] of request.searchParams) if (!url.searchParams.has(name)) url.searchParams.set(name, value)
    return url
  },
  /** A removal by another client may leave a page after the last. */
  isBeyondEnd: ({ code }, url) =>
    url.searchParams.has('page') && (code === 'resource_not_found' || code === 'invalid_request'),
  /** A record that moved to a later page while the pages were read comes once. */
  collect: (items) => [...new Map(items.map((item) => [item.id, item])).values()],
  resource: (record) => record,
  /** The form of a tag filter is open, so tags are compared by the client. */
  tagFilter: (_key, _value) => ({}),
  isCreated: (_httpStatus, _path) => true,
  /** A create without a clear answer is looked for before it is repeated. */
  looksFirst: () => true,
  /** True if the list of assessments, not the record, says when one completes. */
  waitsInTheList: false,
  assessmentItem: (item) => item,
  /** A record that has not completed may be refused, have no result, or one with nothing in it. */
  isAssessed: ({ summary, findings, score }) =>
    summary !== undefined && (findings?.length !== 0 || score !== 0 || summary.passing_checks !== 0),
  isFailed: (status) => status === 'failed',
  /** A refusal of a get that may be served later. */
  isNotYet: (code) => code === 'resource_not_found',
  hasEnded: ({ status, completed_at, completed_date }) =>
    finalStates.has(status) || Boolean(completed_at ?? completed_date),
  job: (record) => record,
}

/** A client of the service by `fetch`. */
export class Client {
  constructor({ baseUrl, apiKey }, ways) {
    Object.assign(this, { baseUrl, apiKey, ways })
  }

  async exchange(url, body) {
    const { ways } = this
    const isCreate = body !== undefined
    const response = await fetch(url, {
      method: isCreate ? 'POST' : 'GET',
      headers: {
        Authorization: `Bearer ${this.apiKey}`,
        ...(isCreate && { 'Content-Type': 'application/json' }),
      },
      body: JSON.stringify(body),
      signal: ways.timeLimit(isCreate),
    })
    const envelope = ways.parse(await response.text(), response)
    ways.meet(response.headers)
    const code = ways.code(envelope, response.status)
    if (code !== undefined) {
      throw new ServiceError(code, `${url.pathname} ${envelope.error?.details}`, ways.announcedWait(response.headers))
    }
    if (isCreate && !ways.isCreated(response.status, url.pathname)) throw new ServiceError('not_created', url.pathname)
    return envelope
  }

  /**
   * Tries until the service serves a request.
   * @param work sends it
   * @param {(failure: ServiceError) => Promise<unknown>} settle may find that an earlier try was served, although its answer was lost
   */
  async insist(work, settle = async () => undefined) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        const failure = this.ways.failure(error)
        if (!this.ways.isPassing(failure.code) || attempt >= attempts) throw failure
        await wait(failure.waitMs ?? this.ways.pause(attempt))
        const settled = await settle(failure)
        if (settled !== undefined) return settled
      }
    }
  }

  addressOf(path, filters = {}) {
    const url = new URL(this.baseUrl + path)
    for (const [name, value] of Object.entries(filters)) url.searchParams.set(name, value)
    return url
  }

  get(path) {
    return this.insist(() => this.exchange(this.addressOf(path)))
  }

  /** The items of all pages, and whether the list changed while it was read. */
  async list(path, filters) {
    const { ways } = this
    const [items, totals, followed] = [[], new Set(), new Set()]
    /** @type {URL | undefined} */
    let url = this.addressOf(path, { limit: '25', ...filters })
    while (url !== undefined) {
      const here = url
      if (followed.has(here.href)) throw new ServiceError('circle', here.href)
      followed.add(here.href)
      try {
        const { data, pagination } = await this.insist(() => this.exchange(here))
        items.push(...data)
        totals.add(pagination?.total_items)
        const link = pagination && ways.next(pagination, data)
        url = link === undefined ? undefined : ways.refilter(ways.resolve(link, here, this.baseUrl), here)
      } catch (error) {
        if (!(error instanceof ServiceError) || !ways.isBeyondEnd(error, here)) throw error
        url = undefined
      }
    }
    const collected = ways.collect(items)
    return { items: collected, changed: totals.size > 1 || collected.length < items.length }
  }

  /** Creates a record once. @param find looks for the record before a create is repeated whose answer was lost */
  async create(path, body, find) {
    const send = async () => (await this.exchange(this.addressOf(path), body)).data
    return await this.insist(send, async ({ code }) => {
      if (!this.ways.looksFirst() || code === 'rate_limit_exceeded') return undefined
      await wait(showsAfterMs)
      return await find()
    })
  }

  async listResources(filters = {}) {
    const { items, changed } = await this.list('/cloud/resources', filters)
    return { items: items.map(this.ways.resource), changed }
  }

  async findTagged(key, value) {
    const { items } = await this.listResources(this.ways.tagFilter(key, value))
    return items.filter(({ tags }) => tags.some((tag) => tag.key === key && tag.value === value))
  }

  async getResource(id) {
    return this.ways.resource((await this.get(`/cloud/resources/${id}`)).data)
  }

  async listAssessments(resourceId) {
    const { items } = await this.list('/security/assessments', { resource_id: resourceId })
    return items.map(this.ways.assessmentItem)
  }

  /** Creates an assessment, and waits until it completes. */
  async assess({ id, type }) {
    const known = new Set((await this.listAssessments(id)).map((item) => item.id))
    const find = async () => (await this.listAssessments(id)).find((item) => !known.has(item.id))
    const scan_options = { comprehensive: true, categories: ['network'] }
    const created = await this.create(
      '/security/assessments',
      { resource_id: id, resource_type: type, scan_options },
      find,
    )
    return await this.poll(async () => {
      if (this.ways.waitsInTheList && (await find()) === undefined) return undefined
      try {
        const { data } = await this.get(`/security/assessments/${created.id}`)
        if (this.ways.isAssessed(data)) return data
        if (this.ways.isFailed(data.status)) throw new ServiceError('failed', created.id)
      } catch (error) {
        if (!(error instanceof ServiceError) || !this.ways.isNotYet(error.code)) throw error
      }
      return undefined
    })
  }

  async listJobs() {
    return (await this.list('/data/analysis/jobs')).items
  }

  /** Creates a job, whose name has to be new, and waits until it ends. */
  async runJob(job) {
    const find = async () => (await this.listJobs()).find(({ name }) => name === job.name)
    const { id } = await this.create('/data/analysis/jobs', job, find)
    return await this.poll(async () => {
      const { data } = await this.get(`/data/analysis/jobs/${id}`)
      return this.ways.hasEnded(data) ? this.ways.job(data) : undefined
    })
  }

  async poll(read) {
    for (let poll = 0; poll < maxPolls; poll++) {
      const record = await read()
      if (record !== undefined) return record
      await wait(this.ways.pollMs)
    }
    throw new ServiceError('too_slow', 'no end')
  }
}
