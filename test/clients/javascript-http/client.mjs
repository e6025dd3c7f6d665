import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** An error of the service, or of the way to it. */
export class CloudsecError extends Error {
  name = 'CloudsecError'

  constructor(code, message, waitMs) {
    super(`${code}: ${message}`)
    this.code = code
    this.waitMs = waitMs
  }
}

/** Lets some tasks run at once. */
function createLimit(most) {
  let running = 0
  const queue = []
  return async (task) => {
    if (running >= most) await new Promise((resolve) => queue.push(resolve))
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      queue.shift()?.()
    }
  }
}

/** A client in the form of an SDK: it has a pool of connections, and sends some requests at once. */
export class CloudsecClient {
  static passing = ['rate_limit_exceeded', 'service_unavailable', 'internal_error', 'no_answer']

  constructor({ baseUrl, apiKey }) {
    this.base = new URL(`${baseUrl}/`)
    this.headers = { authorization: `Bearer ${apiKey}` }
    this.agent = new http.Agent({ keepAlive: true, maxSockets: 4 })
    this.limit = createLimit(4)
  }

  /** All resources. */
  listResources(filters) {
    return this.pages('cloud/resources', filters)
  }

  listJobs() {
    return this.pages('data/analysis/jobs')
  }

  listAssessments(resourceId) {
    return this.pages('security/assessments', { resource_id: resourceId })
  }

  /** Some resources at once, in the order of their ids. */
  getResources(ids) {
    return Promise.all(
      ids.map((id) => this.limit(() => this.insist('GET', this.address(`cloud/resources/${id}`)))),
    ).then((answers) => answers.map(({ data }) => data))
  }

  /** Creates some jobs at once, each once, and waits until they end. Their names have to differ. */
  runJobs(jobs) {
    return Promise.all(jobs.map((job) => this.limit(() => this.createJob(job)).then(({ id }) => this.endOf(id))))
  }

  async createJob(job) {
    for (let attempt = 1; ; attempt++) {
      try {
        return (await this.send('POST', this.address('data/analysis/jobs'), job)).data
      } catch (error) {
        if (!this.canRepeat(error, attempt)) throw error
        await wait(error.waitMs ?? this.pauseMs(attempt))
        const made = error.code === 'rate_limit_exceeded' ? undefined : await this.findJob(job.name)
        if (made !== undefined) return made
      }
    }
  }

  async findJob(name) {
    return (await this.listJobs()).find((job) => job.name === name)
  }

  async endOf(id) {
    for (let poll = 0; poll < 60; poll++) {
      await wait(80)
      const { data } = await this.limit(() => this.insist('GET', this.address(`data/analysis/jobs/${id}`)))
      if (this.hasEnded(data)) return data
    }
    throw new CloudsecError('too_slow', id)
  }

  hasEnded({ status, completed_at, completed_date }) {
    return ['completed', 'succeeded', 'failed'].includes(status) || Boolean(completed_at ?? completed_date)
  }

  /** The items of all pages, each once. */
  async pages(path, filters = {}) {
    const items = new Map()
    /** @type {URL | undefined} */
    let next = this.address(path, filters)
    while (next !== undefined) {
      const { data, pagination } = await this.insist('GET', next)
      for (const item of data) items.set(item.id, item)
      next = this.linkOf(pagination, next)
    }
    return [...items.values()]
  }

  /**
   * The address of the next page, with the filters that its link leaves out.
   * @returns {URL | undefined}
   */
  linkOf({ next_page: link }, here) {
    if (!link) return undefined
    const isBelowBase = link.startsWith('/') && !link.startsWith(this.base.pathname)
    const next = new URL(isBelowBase ? link.slice(1) : link, isBelowBase ? this.base : here)
    for (const [name, value] of here.searchParams) if (!next.searchParams.has(name)) next.searchParams.set(name, value)
    return next
  }

  address(path, filters = {}) {
    const url = new URL(path, this.base)
    for (const [name, value] of Object.entries(filters)) url.searchParams.append(name, value)
    return url
  }

  /** Tries a read until it is served. */
  async insist(method, url) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.send(method, url)
      } catch (error) {
        if (!this.canRepeat(error, attempt)) throw error
        await wait(error.waitMs ?? this.pauseMs(attempt))
      }
    }
  }

  canRepeat(error, attempt) {
    return error instanceof CloudsecError && CloudsecClient.passing.includes(error.code) && attempt < 5
  }

  pauseMs(attempt) {
    return 40 * 2 ** (attempt - 1)
  }

  async send(method, url, body) {
    const { headers, text } = await this.exchange(method, url, body).catch((error) => {
      throw new CloudsecError('no_answer', error.message)
    })
    const { status, error, ...rest } = this.read(text, headers)
    if (status === 'success') return rest
    throw new CloudsecError(error?.code ?? 'no_answer', error?.details, this.waitMs(headers))
  }

  read(text) {
    try {
      return JSON.parse(text)
    } catch {
      return {}
    }
  }

  /** Milliseconds that the service says to wait. */
  waitMs(headers) {
    if (headers['retry-after'] !== undefined) return Number(headers['retry-after']) * 1000
    if (headers['x-rate-limit-remaining'] !== '0') return undefined
    const reset = Number(headers['x-rate-limit-reset'])
    // Milliseconds are told from seconds by their size.
    return Math.max(0, (reset > 1e11 ? reset : reset * 1000) - Date.now())
  }

  exchange(method, url, body) {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? this.headers : { ...this.headers, 'content-type': 'application/json' }
      const request = http.request(url, { method, headers, agent: this.agent })
      const timer = setTimeout(() => request.destroy(new Error('timed out')), method === 'POST' ? 2000 : 1500)
      const fail = (error) => {
        clearTimeout(timer)
        reject(error)
      }
      request.on('error', fail)
      request.on('response', (response) => {
        const chunks = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', fail)
        response.on('end', () => {
          clearTimeout(timer)
          resolve({ headers: response.headers, text: Buffer.concat(chunks).toString() })
        })
      })
      request.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
}
