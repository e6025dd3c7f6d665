import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Profile } from '../../src/assumptions/register.ts'
import type { Fake } from '../../src/index.ts'
import { isJsonObject, type JsonObject } from '../../src/lib/merge-patch.ts'
import { RandomStream } from '../../src/random/random.ts'
import { cli } from './command.ts'
import { writeFixtures } from './fixtures.ts'
import { serve } from './resolving.ts'

/** A folder that does not exist yet. */
export const newFolder = async (): Promise<string> => join(await writeFixtures({}), 'captured')

/** A command line that captures a service, quickly, into a folder of its own. */
export async function capture(baseUrl: string, ...args: readonly string[]) {
  const output = await newFolder()
  const flags = ['--base-url', baseUrl, '--api-key', 'csf_full_access', '--rate', '1000', '--output', output]
  return { output, ...(await cli('capture', ...flags, ...args)) }
}

export async function readJson(folder: string, file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, file), 'utf8'))
}

/** A service with drawn records of every status. */
export async function serveDrawn(profile: Profile, seed: number, count = 12): Promise<Fake> {
  const random = new RandomStream(`service ${seed}`)
  const rows = (draw: (at: number) => JsonObject) => Array.from({ length: count }, (_, at) => draw(at))
  const ownId = (at: number): JsonObject =>
    profile.resourceIdFormat === 'any'
      ? { id: `${random.pick(['vm', 'disk/x', 'db.main'])}-${random.hex()}-${at}` }
      : {}
  const resources = rows((at) => ({ ...ownId(at), ...(at % 3 === 0 ? { status: 'running' } : {}) }))
  const statuses = ['completed', 'completed', 'pending', 'in_progress', 'failed']
  const fixtures = await writeFixtures({
    'resources.json': resources,
    'assessments.json': rows(() => ({ status: random.pick(statuses) })),
    'jobs.json': rows(() => ({ status: random.pick(['pending', 'running', 'completed', 'failed']) })),
  })
  return await serve({ fixtures, assume: profile, seed, clock: 'frozen' })
}

/** Asks a fake by GET. @returns the answer, without its headers */
export async function ask({ baseUrl, apiKey }: Pick<Fake, 'baseUrl' | 'apiKey'>, path: string): Promise<unknown> {
  const response = await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${apiKey ?? ''}` } })
  return { status: response.status, body: await response.json() }
}

/** Compares answers of a service with those of the fake that has its data, where each pseudonym always stands for one value. */
export class Pseudonymous {
  readonly #ours = new Map<string, string>()
  readonly #theirs = new Map<string, string>()

  /** The pseudonym of a value of the service, which some record has. */
  of(value: string): string {
    return this.#ours.get(value) ?? value
  }

  /** The first path at which two answers differ; undefined for equal ones. */
  difference(service: unknown, fake: unknown, path = ''): string | undefined {
    if (Array.isArray(service) && Array.isArray(fake)) {
      if (service.length !== fake.length) return `${path}: ${service.length} items, ${fake.length} items`
      return first(service.map((item, at) => this.difference(item, fake[at], `${path}/${at}`)))
    }
    if (isJsonObject(service) && isJsonObject(fake)) {
      const names = [...new Set([...Object.keys(service), ...Object.keys(fake)])]
      return first(names.map((name) => this.difference(service[name], fake[name], `${path}/${name}`)))
    }
    if (typeof service !== 'string' || typeof fake !== 'string') {
      return service === fake ? undefined : `${path}: ${JSON.stringify(service)}, ${JSON.stringify(fake)}`
    }
    return this.#isPair(service, fake) ? undefined : `${path}: ${service}, ${fake}`
  }

  /** A date and a word of a vocabulary stand for themselves, and so does whatever else is equal. */
  #isPair(service: string, fake: string): boolean {
    if (service === fake) return true
    const [known, other] = [this.#ours.get(service), this.#theirs.get(fake)]
    if (known !== undefined || other !== undefined) return known === fake && other === service
    this.#ours.set(service, fake)
    this.#theirs.set(fake, service)
    return true
  }
}

const first = (all: readonly (string | undefined)[]): string | undefined => all.find((one) => one !== undefined)
