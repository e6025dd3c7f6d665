import * as z from 'zod/mini'

import { type Choices, createProfile } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { keysOf } from '../lib/keys-of.ts'
import { type Log, silentLog } from '../lib/log.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { readBy } from '../lib/read-by.ts'
import type { ClockStart } from '../time/clock.ts'
import { parseDuration } from '../time/duration.ts'
import { frozenAtMs, parseInstant } from '../time/instant.ts'

/** How a fake is made. Everything has a default. */
export interface FakeOptions {
  /** A whole number that ids, findings and generated inventories follow from (1). */
  readonly seed?: number | undefined
  /** A folder with resources.json, assessments.json, jobs.json and keys.json, or some of them (the built-in fixtures). */
  readonly fixtures?: string | undefined
  /** Generates so many resources, and assessments of them, instead of those of the fixtures; at most 1,000,000. */
  readonly resources?: number | undefined
  /** Requests an hour for each key that has no quota of its own (5000): the assumption rateQuota. */
  readonly quota?: number | undefined
  /** Choices of the assumption register that differ from its defaults. */
  readonly assume?: Choices | undefined
  /** `real`, `frozen` (at 2026-07-01T00:00:00Z), or an ISO 8601 date-time to freeze at (`real`). */
  readonly clock?: string | undefined
  /** From the creation of an assessment or a job to its completion (`5s`). */
  readonly completeAfter?: string | undefined
  /** Most sandboxes at once, the default one included (1000). */
  readonly maxSandboxes?: number | undefined
  /** How long nobody may use a sandbox, by the wall clock, before it is dropped; `default` never is (`never`). */
  readonly sandboxIdle?: string | undefined
  /** Bytes that created records may take, in all sandboxes together: each 2 KiB and eight times its body (512 MiB). */
  readonly maxStoredBytes?: number | undefined
  /** Bytes that the journals of all sandboxes together may take; 0 keeps no request (64 MiB). */
  readonly journalBytes?: number | undefined
  /** A folder of scenario files, added to the built-in ones (none). */
  readonly scenarios?: string | undefined
  /** Names of the scenarios that are on from the start, in every sandbox (none). */
  readonly scenario?: readonly string[] | undefined
  /** Host names, addresses or ranges (`10.0.0.0/8`) besides the loopback that webhooks may be sent to (none). */
  readonly allowWebhookHost?: readonly string[] | undefined
  /** An SMTP server that e-mails are handed to, besides being kept (none): `smtp://127.0.0.1:1025`. */
  readonly smtp?: string | undefined
  /** Where the fake tells people what it does, as `createLog` makes one (nowhere). */
  readonly log?: Log | undefined
}

/** The options of a fake that is not told otherwise. */
export const defaults = {
  seed: 1,
  clock: 'real',
  completeAfter: '5s',
  maxSandboxes: 1000,
  maxStoredBytes: 536_870_912,
  journalBytes: 67_108_864,
} as const

/** The limit of sandboxes that are never dropped. */
const never = 'never'

/** Options that were read. */
export interface ReadOptions {
  readonly seed: number
  readonly fixtures: string | undefined
  readonly resources: number | undefined
  readonly profile: Profile
  /** From the creation of a record that takes time to its completion. */
  readonly completeAfterMs: number
  readonly clock: ClockStart
  readonly scenarios: string | undefined
  readonly scenario: readonly string[]
  readonly allowWebhookHost: readonly string[]
  readonly smtp: string | undefined
  readonly maxSandboxes: number
  readonly maxStoredBytes: number
  readonly journalBytes: number
  /** Undefined for sandboxes that are never dropped. */
  readonly sandboxIdleMs: number | undefined
  readonly log: Log
}

/** Most resources that are generated: each takes 17 bytes of indexes. */
export const maxResources = 1_000_000

const schema = z.strictObject({
  seed: z.optional(z.int()),
  fixtures: z.optional(z.string()),
  resources: z.optional(z.int().check(z.gte(0), z.lte(maxResources))),
  quota: z.optional(z.int().check(z.gte(1))),
  // Not a record of zod, which passes over a field named __proto__.
  assume: z.optional(z.custom<JsonObject>(isJsonObject, { error: 'an object' })),
  clock: z.optional(z.string()),
  completeAfter: z.optional(z.string()),
  maxSandboxes: z.optional(z.int().check(z.gte(1))),
  maxStoredBytes: z.optional(z.int().check(z.gte(1))),
  journalBytes: z.optional(z.int().check(z.gte(0))),
  sandboxIdle: z.optional(z.string()),
  scenarios: z.optional(z.string()),
  scenario: z.optional(z.array(z.string())),
  allowWebhookHost: z.optional(z.array(z.string())),
  smtp: z.optional(z.string()),
})

/** From JavaScript a program may give anything for its options. @throws InputError where they are no object */
export function requireObject(options: unknown): void {
  if (typeof options === 'object' && options !== null) return
  throw new InputError(`the options: expected an object, got ${quote(options)}`)
}

/** Reads options. @throws InputError that names the option, its value and what would be right */
export function readOptions(options: FakeOptions): ReadOptions {
  requireObject(options)
  const { log, ...rest } = options
  const {
    fixtures,
    resources,
    scenarios,
    assume = {},
    quota,
    scenario = [],
    allowWebhookHost = [],
    smtp,
    ...given
  } = readBy(schema, rest, 'the options')
  const { completeAfter = defaults.completeAfter, clock = defaults.clock } = given
  return {
    seed: given.seed ?? defaults.seed,
    fixtures,
    resources,
    profile: readProfile(assume, quota),
    completeAfterMs: parseDuration(completeAfter, 'completeAfter'),
    clock: readClock(clock),
    scenarios,
    scenario,
    allowWebhookHost,
    smtp,
    maxSandboxes: given.maxSandboxes ?? defaults.maxSandboxes,
    maxStoredBytes: given.maxStoredBytes ?? defaults.maxStoredBytes,
    journalBytes: given.journalBytes ?? defaults.journalBytes,
    sandboxIdleMs: readIdle(given.sandboxIdle),
    log: readLog(log),
  }
}

function readIdle(text: string = never): number | undefined {
  if (text === never) return undefined
  const idleMs = parseDuration(text, 'sandboxIdle')
  if (idleMs > 0) return idleMs
  throw new InputError(`expected ${never} or a duration above 0, got ${quote(text)}`, { field: 'sandboxIdle' })
}

function readLog(log: unknown = silentLog): Log {
  if (isLog(log)) return log
  throw new InputError(`expected a log as createLog makes it, got ${quote(log)}`, { field: 'log' })
}

function isLog(value: unknown): value is Log {
  if (typeof value !== 'object' || value === null) return false
  return keysOf(silentLog).every((level) => typeof Reflect.get(value, level) === 'function')
}

function readProfile(assume: Readonly<Record<string, unknown>>, quota: number | undefined): Profile {
  const profile = createProfile(assume)
  if (quota === undefined) return profile
  if (assume['rateQuota'] !== undefined && profile.rateQuota !== quota) {
    throw new InputError(`${quota} and the assumption rateQuota=${profile.rateQuota} disagree; give one of them`, {
      field: 'quota',
    })
  }
  return { ...profile, rateQuota: quota }
}

function readClock(text: string): ClockStart {
  if (text === 'real') return { mode: 'real' }
  if (text === 'frozen') return { mode: 'frozen', nowMs: frozenAtMs }
  return { mode: 'frozen', nowMs: parseInstant(text, 'clock', 'real, frozen or an ISO 8601 date-time') }
}
