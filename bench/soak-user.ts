import { jobBody, jsonHeaders } from './fake.ts'
import { hold, keyHeaders } from './inventory.ts'
import { type Answer, Line, toBytes } from './line.ts'

/** A kind of request in the mix: how often it is drawn, and its expected status. */
interface Step {
  readonly name: string
  readonly weight: number
  readonly status: number
  /** Its requests in a sandbox, of which one is drawn. @param base the path that the API has there */
  readonly requests: (base: string) => readonly Buffer[]
}

/** What the users of a soak know about the inventory. */
export interface Known {
  /** Ids of resources. */
  readonly ids: readonly string[]
  /** The body of each of them, which is the same in every sandbox. */
  readonly bodies: readonly string[]
  /** Queries that filter resources. */
  readonly filters: readonly string[]
  /** Pages of the list of resources. */
  readonly pages: number
}

const headersOf = (key: string): Readonly<Record<string, string>> => ({ Authorization: `Bearer ${key}` })

const get = (path: string, headers: Readonly<Record<string, string>> = keyHeaders): Buffer =>
  toBytes('GET', path, headers)

const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}): Buffer =>
  toBytes('POST', path, { ...keyHeaders, ...jsonHeaders, ...headers }, body)

const unknownId = '00000000-0000-4000-8000-000000000001'

/** The mix: most requests read, a tenth create, a tenth fail. */
function stepsOf({ filters, pages }: Known): readonly Step[] {
  const pageNumbers = Array.from({ length: Math.min(pages, 40) }, (_, i) => i + 1)
  const failed = (name: string, status: number, request: (base: string) => Buffer): Step => ({
    name,
    status,
    weight: 2,
    requests: (base) => [request(base)],
  })
  const reading = { status: 200 }
  return [
    {
      ...reading,
      name: 'list',
      weight: 25,
      requests: (base) => pageNumbers.map((page) => get(`${base}/cloud/resources?page=${page}&limit=20`)),
    },
    {
      ...reading,
      name: 'filtered list',
      weight: 10,
      requests: (base) => filters.map((filter) => get(`${base}/cloud/resources?${filter}&limit=5`)),
    },
    {
      ...reading,
      name: 'other lists',
      weight: 10,
      requests: (base) => [
        get(`${base}/security/assessments?limit=10`),
        get(`${base}/data/analysis/jobs?limit=10`),
        get(`${base}/data/analysis/jobs?status=pending&limit=10`),
      ],
    },
    { name: 'create', status: 201, weight: 10, requests: (base) => [post(`${base}/data/analysis/jobs`, jobBody)] },
    failed('no such page size', 400, (base) => get(`${base}/cloud/resources?limit=0`)),
    failed('no JSON', 400, (base) => post(`${base}/data/analysis/jobs`, '{"name":')),
    failed('no such id', 404, (base) => get(`${base}/cloud/resources/${unknownId}`)),
    failed('no valid key', 401, (base) => get(`${base}/cloud/resources`, headersOf('csf_unknown'))),
    failed('no permission', 403, (base) => get(`${base}/cloud/resources`, headersOf('csf_none'))),
    failed('a scenario', 500, (base) =>
      get(`${base}/cloud/resources`, { ...keyHeaders, 'X-Fake-Scenario': 'internal-error' }),
    ),
  ]
}

/** Share of the gets of a record in all requests. Their bodies are compared. */
const getShare = 0.33

/** The life of a user. */
export interface Life {
  /** Requests in one sandbox on average, before it is deleted and another is made. */
  readonly requests: number
  /** True if it stays in the sandbox `default`, and resets it instead. */
  readonly isDefault: boolean
}

/** The counts and requests of all users. */
export interface Crowd {
  readonly origin: string
  readonly known: Known
  /** A number from 0 up to 1. */
  readonly random: () => number
  /** A name that no sandbox had yet. */
  readonly newName: () => string
  /** Counts a request. @returns false if enough were made */
  readonly next: (name: string) => boolean
}

/** A client on one connection, in one sandbox after another. */
export class SoakUser {
  readonly #crowd: Crowd
  readonly #life: Life
  readonly #line: Line
  readonly #steps: readonly Step[]
  readonly #weight: number

  constructor(crowd: Crowd, life: Life) {
    this.#crowd = crowd
    this.#life = life
    this.#line = new Line(crowd.origin)
    this.#steps = stepsOf(crowd.known)
    this.#weight = this.#steps.reduce((sum, { weight }) => sum + weight, 0)
  }

  /** Makes requests until there are no more to be made. @throws Error with the first answer that is wrong */
  async run(): Promise<void> {
    while (await this.#live()) {
      // Continues with the next life.
    }
    this.#line.close()
  }

  /** One life in a sandbox. @returns true if there is to be another */
  async #live(): Promise<boolean> {
    const name = this.#life.isDefault ? 'default' : this.#crowd.newName()
    const control = '/_control'
    if (!this.#life.isDefault) {
      if (!this.#crowd.next('make a sandbox')) return false
      await this.#ask(post(`${control}/sandboxes`, JSON.stringify({ name })), 201, 'make a sandbox')
    }
    const base = this.#life.isDefault ? '/v1' : `/@${name}/v1`
    const isOver = await this.#mix(base)
    if (this.#life.isDefault) await this.#ask(post(`${control}/reset`, '{}'), 200, 'reset')
    else await this.#ask(toBytes('DELETE', `${control}/sandboxes/${name}`, jsonHeaders), 204, 'delete a sandbox')
    return !isOver
  }

  async #mix(base: string): Promise<boolean> {
    const { ids, bodies } = this.#crowd.known
    const ready = new Map<string, readonly Buffer[]>()
    // Lives differ in length, so that they do not end together.
    const requests = this.#life.requests * (0.5 + this.#crowd.random())
    for (let i = 0; i < requests; i += 1) {
      if (this.#crowd.random() < getShare) {
        if (!this.#crowd.next('get')) return true
        const at = Math.floor(this.#crowd.random() * ids.length)
        const { body } = await this.#ask(get(`${base}/cloud/resources/${ids[at] ?? ''}`), 200, 'get')
        hold(body.equals(Buffer.from(bodies[at] ?? '')), 'get', body)
        continue
      }
      const step = this.#draw()
      if (!this.#crowd.next(step.name)) return true
      const some = ready.get(step.name) ?? step.requests(base)
      ready.set(step.name, some)
      const request = some[Math.floor(this.#crowd.random() * some.length)]
      if (request !== undefined) await this.#ask(request, step.status, step.name)
    }
    return false
  }

  #draw(): Step {
    let left = this.#crowd.random() * this.#weight
    for (const step of this.#steps) {
      left -= step.weight
      if (left < 0) return step
    }
    throw new Error('no step was drawn')
  }

  async #ask(request: Buffer, status: number, what: string): Promise<Answer> {
    const answer = await this.#line.ask(request)
    hold(answer.status === status, `${what}: status ${answer.status}, not ${status}`, answer.body)
    return answer
  }
}
