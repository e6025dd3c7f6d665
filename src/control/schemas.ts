import * as z from 'zod/mini'

import { secretForm } from '../auth/keys.ts'
import { deliveryKinds, deliveryStates } from '../notifications/delivery.ts'
import { isSandboxName, sandboxNameRule } from '../sandbox/sandboxes.ts'

const count = z.int().check(z.gte(0))
const dateTime = z.iso.datetime({ offset: true })

/** What is chosen for a row of the register. */
const choiceShape = z.union([z.string(), z.number()])

/** A collection: its items, and nothing else. */
export function collectionOf<T extends z.ZodMiniType>(item: T) {
  return z.strictObject({ items: z.array(item) })
}

/** What a sandbox's clock says: the instant (ISO 8601 with milliseconds), how it moves, and how fast. */
export const clockSchema = z.strictObject({ now: dateTime, mode: z.enum(['real', 'frozen']), rate: z.number() })

/** What is to change of a clock; what is left out stays. */
export const clockChange = z.strictObject({
  now: z.optional(z.string()),
  mode: z.optional(z.enum(['real', 'frozen'])),
  rate: z.optional(z.number()),
})

/** How far a clock is moved forward: a duration. */
export const clockAdvance = z.strictObject({ by: z.string() })

const ruleShape = z.looseObject({ phase: z.enum(['before', 'after']), matches: count, hits: count })

/** A scenario in one sandbox: its definition, whether it is on, where it comes from, and what its rules counted. */
export const scenarioSchema = z.looseObject({
  name: z.string(),
  description: z.optional(z.string()),
  active: z.boolean(),
  source: z.enum(['built-in', 'file', 'inline']),
  rules: z.array(ruleShape),
})

/** An API key without its secret. */
export const keySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  permissions: z.array(z.string()),
  quota: z.nullable(z.int()),
  revoked: z.boolean(),
  createdAt: z.nullable(dateTime),
})

/** A key that was made: the one answer that has its secret. */
export const createdKeySchema = z.strictObject({ ...z.omit(keySchema, { revoked: true }).shape, secret: z.string() })

/** A key that is to be made: with all permissions, no quota of its own and a secret that is drawn, unless it says otherwise. */
export function keyRequestOf(permissionNames: readonly string[]) {
  return z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(200)),
    permissions: z.optional(z.array(z.enum(permissionNames))),
    quota: z.optional(z.nullable(z.int().check(z.gte(1)))),
    secret: z.optional(secretForm),
  })
}

/** A row of the assumption register, with the choice that holds. A row that takes any whole number has the one option `whole_number`. */
export const assumptionSchema = z.strictObject({
  id: z.string(),
  section: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  default: choiceShape,
  choice: choiceShape,
  reason: z.string(),
})

/** Choices of rows, by id. */
export const choicesSchema = z.record(z.string(), choiceShape)

/** The quota that requests with a key fall under. */
export const quotaSchema = z.strictObject({
  /** Id of the key. */
  id: z.string(),
  name: z.string(),
  limit: count,
  remaining: count,
  reset: dateTime,
})

/** What is to change of a quota; what is left out stays. */
export const quotaChange = z.strictObject({
  limit: z.optional(z.int().check(z.gte(1))),
  remaining: z.optional(count),
  resetsIn: z.optional(z.string()),
})

/** An attempt to deliver: status is null where there was no answer, reason where there was one. */
const attemptShape = z.strictObject({
  at: dateTime,
  status: z.nullable(z.int()),
  durationMs: z.number(),
  reason: z.nullable(z.string()),
  response: z.string(),
})

/** An e-mail or a webhook delivery, with every attempt. */
export const deliverySchema = z.strictObject({
  id: z.string(),
  kind: z.enum(deliveryKinds),
  /** Id of the job. */
  job: z.string(),
  event: z.string(),
  to: z.string(),
  state: z.enum(deliveryStates),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
  createdAt: dateTime,
  nextAttemptAt: z.nullable(dateTime),
  /** In which order deliveries were settled; null for one that was not yet. */
  settled: z.nullable(count),
  attempts: z.array(attemptShape),
  body: z.string(),
  /** Headers of the last attempt of a webhook. */
  headers: z.optional(z.nullable(z.record(z.string(), z.string()))),
  subject: z.optional(z.string()),
  /** An e-mail as a complete MIME message. */
  message: z.optional(z.nullable(z.string())),
})

/** The delivery that was waited for; null where the time was over before. The cursor says where the next question goes on. */
export const nextSchema = z.strictObject({ item: z.nullable(deliverySchema), cursor: z.string() })

/** The signing secret: `whsec_` and 24 to 64 bytes in base64. */
export const secretSchema = z.strictObject({ secret: z.string() })

/** A record in the form of the fixture files. */
export const recordSchema = z.record(z.string(), z.unknown())

/** A page of a collection of records, newest first, and how many there are. */
export const recordsSchema = z.strictObject({ items: z.array(recordSchema), total: count })

/** A sandbox at a glance. */
export const summarySchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  /** A key with full access; null where the fixtures keep hashes alone, and where it was revoked. */
  apiKey: z.nullable(z.string()),
  clock: clockSchema,
  /** Names of the scenarios that are on. */
  scenarios: z.array(z.string()),
  /** The choices that differ from the defaults of the register. */
  assumptions: choicesSchema,
  quotas: z.array(quotaSchema),
  /** How many records there are. */
  counts: z.record(z.string(), count),
})

/** A sandbox among those of its fake. Instants are those of the wall clock. */
export const sandboxSchema = z.strictObject({
  name: z.string(),
  baseUrl: z.string(),
  controlUrl: z.string(),
  /** A key with full access; null where the fixtures keep hashes alone, and where it was revoked. */
  apiKey: z.nullable(z.string()),
  createdAt: dateTime,
  lastUsedAt: dateTime,
  /** Names of the scenarios that are on. */
  scenarios: z.array(z.string()),
  /** How many records there are. */
  counts: z.record(z.string(), count),
  /** What it takes of the room for what requests make. */
  storedBytes: count,
})

/** A sandbox that is to be made: with a name that is drawn, unless it says otherwise. */
export const sandboxRequest = z.optional(
  z.strictObject({ name: z.optional(z.string().check(z.refine(isSandboxName, { error: sandboxNameRule }))) }),
)

/** Whether the fake is alive, or ready. */
export const stateSchema = z.strictObject({ status: z.string() })

/** An OpenAPI document. */
export const documentSchema = z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) })

/** An error of the control plane (RFC 9457). */
export const problemSchema = z.looseObject({ type: z.string(), title: z.string(), status: z.int(), detail: z.string() })
