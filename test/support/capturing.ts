import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Profile } from '../../src/core/assumptions/register.ts'
import { isJsonObject, type JsonObject } from '../../src/core/lib/merge-patch.ts'
import { RandomStream } from '../../src/core/random/random.ts'
import type { Fake } from '../../src/index.ts'
import { cli } from './command.ts'
import { writeFixtures } from './fixtures.ts'
import { serve } from './resolving.ts'

/** The path of a new folder. */
export const newFolder = async (): Promise<string> => join(await writeFixtures({}), 'captured')

/** Captures a service quickly into a new folder. */
export async function capture(baseUrl: string, ...args: readonly string[]) {
  const output = await newFolder()
  const flags = ['--base-url', baseUrl, '--api-key', 'csf_full_access', '--rate', '1000', '--output', output]
  return { output, ...(await cli('capture', ...flags, ...args)) }
}

export async function readJson(folder: string, file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, file), 'utf8'))
}

/** Starts a service with drawn records of every status. */
export async function serveDrawn(profile: Profile, seed: number, count = 12): Promise<Fake> {
  const random = new RandomStream(`service ${seed}`)
  const pick = (values: readonly string[]) => values[random.int(0, values.length - 1)]
  const rows = (draw: (at: number) => JsonObject) => Array.from({ length: count }, (_, at) => draw(at))
  const ownId = (at: number): JsonObject =>
    profile.resourceIdFormat === 'any' ? { id: `${pick(['vm', 'disk/x', 'db.main'])}-${random.hex()}-${at}` } : {}
  // Fields that the document lacks, in some records.
  const extra = (at: number, inner: JsonObject): JsonObject =>
    at % 2 === 0 ? {} : { extra: { account_id: `account ${at}`, size: 1200 + at, ...inner }, inList: ['account_id'] }
  const resources = rows((at) => ({
    ...ownId(at),
    ...(at % 3 === 0 ? { status: 'running' } : {}),
    ...extra(at, { details: { kernel: `6.${at}` } }),
  }))
  const statuses = ['completed', 'completed', 'pending', 'in_progress', 'failed']
  const fixtures = await writeFixtures({
    'resources.json': resources,
    'assessments.json': rows((at) => ({ status: pick(statuses), ...extra(at, {}) })),
    'jobs.json': rows((at) => ({
      status: pick(['pending', 'running', 'completed', 'failed']),
      ...extra(at, { cost: { amount: 12.5, paid: at % 3 === 0, parts: [1, 'two', null] } }),
    })),
  })
  return await serve({ fixtures, assume: profile, seed, clock: 'frozen' })
}

/** Sends a GET to a fake. @returns the answer, without its headers */
export async function ask({ baseUrl, apiKey }: Pick<Fake, 'baseUrl' | 'apiKey'>, path: string): Promise<unknown> {
  const response = await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${apiKey}` } })
  return { status: response.status, body: await response.json() }
}

/** Compares the answers of a service and of a fake with its captured data. Each pseudonym must always stand for the same value. */
export class Pseudonymous {
  readonly #ours = new Map<string, string>()
  readonly #theirs = new Map<string, string>()

  /** The pseudonym of a value of the service. */
  of(value: string): string {
    return this.#ours.get(value) ?? value
  }

  /** The first path at which two answers differ; undefined for equal ones. */
  difference(service: unknown, fake: unknown, path = ''): string | undefined {
    const names = namesOf(service)
    if (names === undefined || namesOf(fake) === undefined) {
      return this.#isEqual(service, fake, path)
        ? undefined
        : `${path}: ${JSON.stringify(service)}, ${JSON.stringify(fake)}`
    }
    const all = [...new Set([...names, ...(namesOf(fake) ?? [])])]
    return all.map((name) => this.difference(at(service, name), at(fake, name), `${path}/${name}`)).find(Boolean)
  }

  #isEqual(service: unknown, fake: unknown, path: string): boolean {
    // Undocumented numbers have pseudonyms too.
    if (typeof service === 'number' && typeof fake === 'number' && /size|cost/.test(path)) return true
    if (typeof service === 'string' && typeof fake === 'string') return this.#isPair(service, fake)
    return service === fake
  }

  /** Equal texts need no pair, such as dates and words of a vocabulary. */
  #isPair(service: string, fake: string): boolean {
    if (service === fake) return true
    const [known, other] = [this.#ours.get(service), this.#theirs.get(fake)]
    if (known !== undefined || other !== undefined) return known === fake && other === service
    this.#ours.set(service, fake)
    this.#theirs.set(fake, service)
    return true
  }
}

const namesOf = (value: unknown): readonly string[] | undefined =>
  typeof value === 'object' && value !== null ? Object.keys(value) : undefined

const at = (value: unknown, name: string): unknown =>
  Array.isArray(value) ? value[Number(name)] : isJsonObject(value) ? value[name] : undefined
