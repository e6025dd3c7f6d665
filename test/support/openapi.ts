import * as fc from 'fast-check'
import * as z from 'zod/mini'

import { assumptionIds, register } from '../../src/core/assumptions/register.ts'
import { type SandboxClient, type Fake, type FakeOptions } from '../../src/index.ts'
import type { Choices } from './documents.ts'
import { openFake } from './served.ts'

const object = z.record(z.string(), z.unknown())

/** Opens a fake with a frozen clock for one test. */
export const openFrozen = (options: FakeOptions = {}) => openFake({ clock: 'frozen', ...options })

/** Creates a sandbox with some choices. */
export async function choose(fake: Fake, choices: Choices, name = 'chosen'): Promise<SandboxClient> {
  const sandbox = fake.sandbox(name)
  await sandbox.assumptions.set(choices)
  return sandbox
}

/** The current document of a sandbox. */
export async function documentOf(fake: Fake, { name }: Pick<SandboxClient, 'name'>): Promise<unknown> {
  const answer = await fake.fetch(new URL(`/@${name}/openapi.json`, fake.baseUrl))
  return await answer.json()
}

/** The value at a path in a document, with references resolved. */
export function at(document: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => {
    const here = resolve(document, value)
    return Array.isArray(here) ? here[Number(key)] : object.safeParse(here).data?.[key]
  }, document)
}

function resolve(document: unknown, value: unknown): unknown {
  const { $ref } = object.safeParse(value).data ?? {}
  return typeof $ref === 'string' ? at(document, ...$ref.slice(2).split('/')) : value
}

/** Random choices for every row with options. */
export const profiles: readonly Choices[] = fc.sample(
  fc.record(
    Object.fromEntries(
      assumptionIds.flatMap((id) => {
        const { options } = register[id]
        return options === 'whole_number' ? [] : [[id, fc.constantFrom(...Object.keys(options))] as const]
      }),
    ),
  ),
  { numRuns: 12, seed: 4747 },
)
