import fc from 'fast-check'
import { expect, it } from 'vitest'

import { basePathHeader } from '../../../src/core/http/headers.ts'
import { keysOf } from '../../../src/core/lib/keys-of.ts'
import { assessmentBody, jobBody, knownResource, noon } from '../../support/answers.ts'
import { type Client, describeFake } from '../../support/fake.ts'

const resourceId: string = knownResource.id

/** Lists and records that the changes below touch, and some that they do not. */
const reads = [
  '/cloud/resources?limit=3',
  '/cloud/resources?limit=3&page=2&type=database',
  `/cloud/resources/${resourceId}`,
  '/security/assessments?limit=5',
  '/security/assessments?limit=5&from_date=2026-06-30T00:00:00Z',
  '/data/analysis/jobs?limit=5',
  '/data/analysis/jobs?limit=5&status=running',
  '/data/analysis/jobs?limit=5&status=completed',
  'newest assessment',
  'newest job',
] as const

/** Changes of what the reads answer. */
const changes = {
  assess: async (run: Run) => {
    run.made.assessment = await run.create('/security/assessments', assessmentBody)
  },
  'start a job': async (run: Run) => {
    run.made.job = await run.create('/data/analysis/jobs', jobBody)
  },
  rename: async ({ sandbox }: Run) => {
    const { now } = await sandbox.clock.show()
    await sandbox.resources.update(resourceId, { name: `renamed at ${now}` }).catch(() => {})
  },
  remove: ({ sandbox }: Run) => sandbox.resources.remove(resourceId).catch(() => {}),
  add: ({ sandbox }: Run) => sandbox.resources.create({ type: 'database' }),
  'half a second on': ({ sandbox }: Run) => sandbox.clock.advance('500ms'),
  'ten seconds on': ({ sandbox }: Run) => sandbox.clock.advance('10s'),
  'a second back': async ({ sandbox }: Run) => {
    const { now } = await sandbox.clock.show()
    await sandbox.clock.set(new Date(Date.parse(now) - 1000).toISOString())
  },
  dates: ({ sandbox }: Run) => sandbox.assumptions.set({ timestampPrecision: 'milliseconds' }),
  pending: ({ sandbox }: Run) => sandbox.assumptions.set({ pendingListed: 'score_zero' }),
  reset: ({ sandbox }: Run) => sandbox.reset(),
} satisfies Record<string, (run: Run) => Promise<unknown>>

type Step = { readonly read: (typeof reads)[number] } | { readonly change: keyof typeof changes }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...reads).map((read) => ({ read })) },
  { weight: 1, arbitrary: fc.constantFrom(...keysOf(changes)).map((change) => ({ change })) },
)

/** One run. It remembers the records that it made last, so that they can be read. */
class Run {
  readonly made = { assessment: resourceId, job: resourceId }
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  get sandbox(): Client['sandbox'] {
    return this.#client.sandbox
  }

  async create(path: string, body: unknown): Promise<string> {
    const { text } = await this.#client.post(path, body)
    return /"id":"([^"]+)"/.exec(text)?.[1] ?? resourceId
  }

  async read(read: (typeof reads)[number]) {
    const made = new Map([
      ['newest assessment', `/security/assessments/${this.made.assessment}`],
      ['newest job', `/data/analysis/jobs/${this.made.job}`],
    ])
    const { status, text } = await this.#client.get(made.get(read) ?? read)
    const [entry] = await this.#client.sandbox.requests.list({ limit: 1 })
    return { status, text, assumptions: entry?.assumptions }
  }
}

describeFake('the answer to a read', (open) => {
  it('is the same again, and the same as where nothing was read before', async () => {
    const options = { clock: noon, quota: 1_000_000, completeAfter: '1s' }
    const [client, unread] = [await open(options), await open(options)]
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        runs += 1
        const [run, quiet] = [client, unread].map((one) => new Run(one.at(`run-${runs}`)))
        if (run === undefined || quiet === undefined) return
        for (const step of steps) {
          if ('change' in step) {
            await changes[step.change](run)
            await changes[step.change](quiet)
          } else expect(await run.read(step.read)).toEqual(await run.read(step.read))
        }
        for (const read of reads) expect(await run.read(read)).toEqual(await quiet.read(read))
      }),
      { numRuns: 25 },
    )
  })

  it('has the links of its own request', async () => {
    const client = await open()
    const ask = async (headers = {}) => (await client.get('/cloud/resources?limit=1', { headers })).text
    const usual = [await ask(), await ask()]
    expect(await ask({ [basePathHeader]: '/elsewhere' })).toContain('"/elsewhere/cloud/resources?page=2')
    expect([await ask(), await ask()]).toEqual(usual)
    expect(usual[0]).toContain('"/v1/cloud/resources?page=2')
  })

  it('is that of its own address, whatever the query of another looks like', async () => {
    const client = await open({ assume: { unknownQuery: 'ignore' } })
    const first = await client.get('/cloud/resources?/@team?page=2')
    const second = await client.at('team').get('/cloud/resources?page=2')
    expect(first.text).toContain('"current_page":1')
    expect(second.text).toContain('"current_page":2')
    expect(second.text).toContain('/@team/v1/cloud/resources?page=3')
  })

  it('depends on what its own request depends on, and not on what the first one did', async () => {
    const client = await open({ assume: { authScheme: 'any_case' } })
    const { apiKey } = client.sandbox
    const ask = async (headers = {}) => {
      await client.get('/cloud/resources?limit=2', { headers })
      const [entry] = await client.sandbox.requests.list({ limit: 1 })
      return entry?.assumptions ?? []
    }
    const inLowerCase = { Authorization: `bearer ${apiKey}`, Origin: 'http://localhost:5173' }
    const first = await ask(inLowerCase)
    const usual = await ask()
    expect(first).toEqual(expect.arrayContaining(['authScheme', 'cors', 'listOrder']))
    expect(usual).toEqual(first.filter((id) => id !== 'authScheme' && id !== 'cors'))
    expect(await ask(inLowerCase)).toEqual(first)
  })
})
