import * as z from 'zod/mini'

import { type Choices, createProfile } from './assumptions/profile.ts'
import type { Profile } from './assumptions/register.ts'
import type { ClockStart } from './engine/clock.ts'
import { parseInstant } from './engine/instant.ts'
import { parseDuration } from './lib/duration.ts'
import { InputError } from './lib/input-error.ts'
import { describeIssues } from './lib/issues.ts'
import { type Log, silentLog } from './lib/log.ts'

/** How a fake is made. Everything has a default. */
export interface FakeOptions {
  /** A whole number that ids, findings and generated inventories follow from (1). */
  readonly seed?: number
  /** A folder with resources.json, assessments.json, jobs.json and keys.json, or some of them (the built-in fixtures). */
  readonly fixtures?: string
  /** Generates so many resources, and assessments of them, instead of those of the fixtures; at most 100,000. */
  readonly resources?: number
  /** Requests an hour for each key that has no quota of its own (5000): the assumption rateQuota. */
  readonly quota?: number
  /** Choices of the assumption register that differ from its defaults. */
  readonly assume?: Choices
  /** `real`, `frozen` (at 2026-07-01T00:00:00Z), or an ISO 8601 date-time to freeze at (`real`). */
  readonly clock?: string
  /** From the creation of an assessment or a job to its completion (`5s`). */
  readonly completeAfter?: string
  /** Most sandboxes at once, the default one included (1000). */
  readonly maxSandboxes?: number
  /** Where the fake tells people what it does (nowhere). */
  readonly log?: Log
}

/** Options that were read. */
export interface ReadOptions {
  readonly seed: number
  readonly fixtures: string | undefined
  readonly resources: number | undefined
  readonly profile: Profile
  readonly clock: ClockStart
  readonly completeAfterMs: number
  readonly maxSandboxes: number
  readonly log: Log
}

/** The instant of a clock that is frozen without saying when: the day after the newest record of the fixtures. */
const frozenAtMs = parseInstant('2026-07-01T00:00:00Z', 'frozen')

/** Most resources that are generated: each is made at the start and kept. */
export const maxResources = 100_000

const schema = z.strictObject({
  seed: z.optional(z.int()),
  fixtures: z.optional(z.string()),
  resources: z.optional(z.int().check(z.gte(0), z.lte(maxResources))),
  quota: z.optional(z.int().check(z.gte(1))),
  assume: z.optional(z.record(z.string(), z.unknown())),
  clock: z.optional(z.string()),
  completeAfter: z.optional(z.string()),
  maxSandboxes: z.optional(z.int().check(z.gte(1))),
})

/** Reads options. @throws InputError that names the option, its value and what would be right */
export function readOptions({ log, ...options }: FakeOptions): ReadOptions {
  const parsed = schema.safeParse(options, { reportInput: true })
  if (!parsed.success) throw new InputError(describeIssues(parsed.error.issues, 'the options'))
  const { seed, fixtures, resources, quota, assume, clock, completeAfter, maxSandboxes } = parsed.data
  const quotaChoice = quota === undefined ? {} : { rateQuota: quota }
  return {
    seed: seed ?? 1,
    fixtures,
    resources,
    profile: createProfile({ ...assume, ...quotaChoice }),
    clock: readClock(clock ?? 'real'),
    completeAfterMs: parseDuration(completeAfter ?? '5s', 'completeAfter'),
    maxSandboxes: maxSandboxes ?? 1000,
    log: log ?? silentLog,
  }
}

function readClock(text: string): ClockStart {
  if (text === 'real') return { mode: 'real' }
  if (text === 'frozen') return { mode: 'frozen', nowMs: frozenAtMs }
  return { mode: 'frozen', nowMs: parseInstant(text, 'clock', 'real, frozen or an ISO 8601 date-time') }
}
