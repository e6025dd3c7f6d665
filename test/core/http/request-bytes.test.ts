import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

/**
 * The bytes that one request allocates in process, as `test/support/request-bytes.ts` counts them on Node 20. What makes the way
 * of a request heavier, or lighter, shows here, and its commit says why the figures change.
 */
const recorded = { list: 4_900, newPage: 18_310, get: 6_330, create: 25_500 }

/** How far a figure may be off. */
const tolerance = 0.1

/** Code is compiled at the same moments in each run, and young objects stay where they are: what is in use grows by what is allocated. */
const nodeOptions = [
  '--single-threaded',
  '--expose-gc',
  '--min-semi-space-size=512',
  '--max-semi-space-size=512',
  '--import',
  'tsx',
]

it.each(Object.entries(recorded))('takes some bytes to serve a request: %s', async (kind, bytes) => {
  const program = fileURLToPath(new URL('../../support/request-bytes.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeOptions, program, kind])
  const counted = z.number().parse(JSON.parse(stdout))
  expect(counted, `${kind}: recorded ${bytes}`).toBeGreaterThan(bytes * (1 - tolerance))
  expect(counted, `${kind}: recorded ${bytes}`).toBeLessThan(bytes * (1 + tolerance))
})
