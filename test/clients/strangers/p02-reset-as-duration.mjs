// A history of jobs. Planted: it takes X-Rate-Limit-Reset as a number of seconds to wait. A timer cannot wait that
// long, and fires at once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'

class ServiceError extends Error {
  constructor(code, waitMs) {
    super(code)
    this.code = code
    this.waitMs = waitMs
  }

  get isPassing() {
    return ['service_unavailable', 'internal_error', 'rate_limit_exceeded'].includes(this.code)
  }
}

class Jobs {
  constructor(baseUrl) {
    this.url = `${baseUrl}/data/analysis/jobs`
  }

  async #send(suffix) {
    const response = await fetch(this.url + suffix, {
      headers: { authorization: `Bearer ${process.env.CLOUDSEC_API_KEY}` },
      signal: AbortSignal.timeout(2000),
    })
    const envelope = await response.json()
    if (envelope.status === 'success') return envelope
    const { code } = envelope.error
    const limited = code === 'rate_limit_exceeded' ? response.headers.get('x-rate-limit-reset') : 0
    throw new ServiceError(code, Number(response.headers.get('retry-after') ?? limited) * 1000)
  }

  async #insist(suffix, attempt = 0) {
    try {
      return await this.#send(suffix)
    } catch (error) {
      // Anything else is an answer that was lost, or that cannot be read.
      const isFinal = error instanceof ServiceError && !error.isPassing
      if (isFinal || attempt === 3) throw error
      await delay(Math.max(error.waitMs ?? 0, 50 * 2 ** attempt))
    }
    return this.#insist(suffix, attempt + 1)
  }

  async get(id) {
    return (await this.#insist(`/${id}`)).data
  }

  async list() {
    const jobs = {}
    let page = '1'
    while (page) {
      const { data, pagination } = await this.#insist(`?limit=15&page=${page}`)
      for (const job of data) jobs[job.id] = job
      page = new URLSearchParams(pagination.next_page?.split('?')[1]).get('page')
    }
    return Object.values(jobs)
  }
}

describe('the history', () => {
  const jobs = new Jobs(process.env.CLOUDSEC_BASE_URL)

  it('has names', async () => {
    const list = await jobs.list()
    assert.ok(list.length > 20)
    assert.ok(list.every(({ name }) => name !== ''))
  })

  it('leads to each job', async () => {
    const [first] = await jobs.list()
    assert.equal((await jobs.get(first.id)).name, first.name)
  })
})
