import type { RequestListener } from 'node:http'
import { join } from 'node:path'

import fc from 'fast-check'
import * as z from 'zod/mini'

import { createProfile, defaultProfile } from '../../src/core/assumptions/profile.ts'
import { assumptionIds, type Profile, register } from '../../src/core/assumptions/register.ts'
import type { Fake } from '../../src/index.ts'
import { cli } from './command.ts'
import { writeFixtures } from './fixtures.ts'
import { forward, readBody, serveListener } from './other-server.ts'

export { serve } from './served.ts'

const reportSchema = z.strictObject({
  assumptions: z.array(
    z.strictObject({
      id: z.string(),
      outcome: z.enum(['observed', 'contradicted', 'unknown']),
      option: z.nullable(z.union([z.string(), z.number()])),
      expected: z.union([z.string(), z.number()]),
      reason: z.nullable(z.string()),
      evidence: z.array(z.string()),
    }),
  ),
})

export const reportsOf = (out: string) => reportSchema.parse(JSON.parse(out)).assumptions

/** The path of a new file in a new folder. */
export const newFile = async (): Promise<string> => join(await writeFixtures({}), 'assumptions.json')

/** Starts a service that is not a fake. @returns its base URL */
export const serveService = async (listener: RequestListener): Promise<string> => `${await serveListener(listener)}/v1`

/** Resolves a service quickly into a new file. */
export async function resolve(baseUrl: string, ...args: readonly string[]) {
  const output = await newFile()
  const flags = ['--base-url', baseUrl, '--api-key', 'csf_full_access', '--rate', '1000', '--output', output]
  return { output, ...(await cli('resolve', ...flags, ...args)) }
}

/** Starts a proxy in front of a fake, which records all requests in order. */
export async function serveBefore(fake: Fake) {
  const requests: { readonly method: string; readonly path: string; readonly body: string; readonly atMs: number }[] =
    []
  let open = 0
  let maxOpen = 0
  const baseUrl = await serveService((incoming, outgoing) => {
    void (async () => {
      open += 1
      maxOpen = Math.max(maxOpen, open)
      const body = await readBody(incoming)
      const { method = '', url = '' } = incoming
      requests.push({ method, path: url, body, atMs: performance.now() })
      const answer = await forward(incoming, fake, body)
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
      outgoing.end(method === 'HEAD' ? undefined : Buffer.from(await answer.arrayBuffer()))
      open -= 1
    })()
  })
  return { baseUrl, requests, mostOpen: () => maxOpen }
}

/** Random choices for every row. A quota that is too large to exhaust would hide a part of checkOrder. */
export const profiles = fc
  .record(
    Object.fromEntries(
      assumptionIds.map((id) => {
        const row = register[id]
        const choices = row.options === 'whole_number' ? undefined : Object.keys(row.options)
        return [id, choices === undefined ? fc.integer({ min: 400, max: 1000 }) : fc.constantFrom(...choices)] as const
      }),
    ),
  )
  .map(createProfile)

export const profileOf = (seed: number): Profile => fc.sample(profiles, { seed, numRuns: 1 })[0] ?? defaultProfile
