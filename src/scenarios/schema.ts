import * as z from 'zod/mini'

import { recordOf } from '../lib/record-of.ts'
import { errorCodes } from '../spec/errors.ts'
import { rateWindowMs } from '../spec/limits.ts'
import { durationForm, isDuration, parseDuration } from '../time/duration.ts'

/** What can happen to an answer on its way. */
const faults = [
  'reset',
  'hang',
  'truncate',
  'malformed_json',
  'empty',
  'gateway_html',
  'slow_body',
  'wrong_content_type',
] as const

/** One of `faults`. */
type Fault = (typeof faults)[number]

/** What may name a scenario. */
const scenarioNameForm = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Tells editors, by the published JSON Schema, what a field is. */
function described<T extends z.ZodMiniType>(description: string, schema: T): z.ZodMiniOptional<T> {
  z.globalRegistry.add(schema, { description })
  return z.optional(schema)
}

const duration = z.string().check(z.refine(isDuration, { error: durationForm }))
const withinWindow = duration.check(
  z.refine((text) => !isDuration(text) || parseDuration(text, '') <= rateWindowMs, {
    error: 'at most 1h, the window of a quota',
  }),
)
const several = <T extends z.ZodMiniType>(one: T) => z.union([one, z.array(one).check(z.minLength(1))])
const texts = several(z.string())
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
const method = z
  .string()
  .check(z.refine((text) => methods.includes(text.toUpperCase()), { error: `one of ${methods.join(', ')}` }))

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const headerValue = /^[\x20-\x7e]*$/
/** Headers that say how the body travels: a fault changes that, a header alone would break the connection. */
const framing: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'trailer',
  'upgrade',
])

const headers = z.lazy(() =>
  z.record(z.string(), z.nullable(z.string())).check(
    z.refine(
      (values) => Object.keys(values).every((name) => headerName.test(name) && !framing.has(name.toLowerCase())),
      {
        error: 'names of headers, without those that frame the body',
      },
    ),
    z.refine((values) => Object.values(values).every((value) => value === null || headerValue.test(value)), {
      error: 'values of printable ASCII in one line',
    }),
  ),
)

/** The schema of what names requests. @param operationIds the operations that may be named */
export const whenOf = (operationIds: readonly string[]) =>
  z.strictObject({
    operation: described('Ids of operations.', several(z.enum(operationIds))),
    method: described('HTTP methods, in any case.', several(method)),
    path: described('Paths relative to the base address; * stands for any text.', several(z.string())),
    id: described('Ids in the path; * stands for any text.', several(z.string())),
    key: described('Ids of API keys; * stands for any text.', several(z.string())),
    query: described('Query parameters, by name; * stands for any text.', z.record(z.string(), texts)),
    header: described(
      'Request headers, by name; * stands for any text.',
      z.record(z.string(), texts).check(
        z.refine((values) => Object.keys(values).every((name) => headerName.test(name)), {
          error: 'names of headers',
        }),
      ),
    ),
    body: described('What the body must have, besides whatever else it has.', z.record(z.string(), z.unknown())),
  })

const countSchema = z.lazy(() =>
  z.strictObject({
    after: described('Lets so many matching requests pass first.', z.int().check(z.gte(0))),
    every: described('Fires on every so-manieth of the rest.', z.int().check(z.gte(1))),
    chance: described(
      'Fires with this probability, which follows from the seed.',
      z.number().check(z.gte(0), z.lte(1)),
    ),
    first: described('Fires so many times, and never again.', z.int().check(z.gte(1))),
  }),
)

const range = z.strictObject({ min: duration, max: duration }).check(
  z.refine(({ min, max }) => !isDuration(min) || !isDuration(max) || parseDuration(min, '') <= parseDuration(max, ''), {
    error: 'min not above max',
  }),
)

const thenSchema = z.lazy(() =>
  z.strictObject({
    error: described('Answers with an error of the document.', z.enum(errorCodes)),
    delay: described('Waits before the answer; a range is drawn from by the seed.', z.union([duration, range])),
    fault: described('What the network does to the answer.', z.enum(faults)),
    over: described(
      'How long the body of slow_body takes (5s).',
      z.string().check(z.refine(isDuration, { error: durationForm })),
    ),
    status: described('HTTP status of the answer.', z.int().check(z.gte(200), z.lte(599))),
    headers: described('Headers of the answer: set, or taken away by null.', headers),
    patch: described(
      'A JSON merge patch on the body; an object is merged into each item of an array.',
      z.record(z.string(), z.unknown()),
    ),
    replace: described(
      'Gives fields of these names other values, wherever they stand below data.',
      z.record(z.string(), z.unknown()),
    ),
    arrange: described(
      'After the answer, somebody else makes a record of the kind, or removes the newest.',
      z.enum(['insert', 'remove']),
    ),
  }),
)

const phaseSchema = z.enum(['before', 'after'])

/** What a rule does. */
export type Effect = z.infer<typeof thenSchema>

/** Whether a rule acts before anything happened, or when all is done but the answer. */
export type RuleStage = z.infer<typeof phaseSchema>

const ownAnswers: ReadonlySet<Fault | undefined> = new Set(['reset', 'hang', 'gateway_html'])

/** Whether an effect makes an answer, rather than spoiling one. */
function hasOwnAnswer({ error, fault }: Effect): boolean {
  return error !== undefined || ownAnswers.has(fault)
}

/** Whether an effect only delays: the search for another rule goes on then. */
export function onlyDelays(effect: Effect): boolean {
  return Object.entries(effect).every(([name, value]) => name === 'delay' || value === undefined)
}

/** The phase that a rule is in where it does not say so: before, unless it spoils an answer. */
export function stageOf({
  phase: status,
  then,
}: {
  readonly phase?: RuleStage | undefined
  readonly then: Effect
}): RuleStage {
  return status ?? (hasOwnAnswer(then) || onlyDelays(then) ? 'before' : 'after')
}

const ruleOf = (operationIds: readonly string[]) =>
  z
    .strictObject({
      when: described('Which requests the rule is for (all).', whenOf(operationIds)),
      count: described(
        'On which of them it fires (all); applied in the order after, every, chance, first.',
        countSchema,
      ),
      phase: described('before: nothing happened; after: it was done, only the answer is spoilt.', phaseSchema),
      then: thenSchema,
    })
    .check(
      z.refine(({ then }) => Object.values(then).some((value) => value !== undefined), {
        path: ['then'],
        error: 'something to do',
      }),
      z.refine(({ phase: status, then }) => status !== 'before' || hasOwnAnswer(then) || onlyDelays(then), {
        path: ['phase'],
        error: 'after, since there is no answer to spoil before (or an error in then)',
      }),
      z.refine(({ then }) => then.over === undefined || then.fault === 'slow_body', {
        path: ['then', 'over'],
        error: 'no such field but with the fault slow_body',
      }),
    )

/** The schema of how new records develop. Each field of a scenario has one of its own, for its description. */
export const lifecycleChoiceOf = () =>
  z.strictObject({
    completeAfter: described(
      'From creation to the end: a duration, or never.',
      z.union([duration, z.literal('never')]),
    ),
    outcome: described('How it ends.', z.enum(['completed', 'failed'])),
  })

/** How records that are created develop. */
export type LifecycleChoice = z.infer<ReturnType<typeof lifecycleChoiceOf>>

const webhooksSchema = z.lazy(() =>
  z.strictObject({
    fail: described(
      'So many tries of each delivery fail, as if the receiver could not be reached.',
      z.int().check(z.gte(1)),
    ),
    duplicate: described(
      'Each delivery that was accepted is sent so many times more.',
      z.int().check(z.gte(1), z.lte(10)),
    ),
    outOfOrder: described(
      'The first notification about a record is held back until the last one was delivered.',
      z.boolean(),
    ),
    tamper: described('The signature is a wrong one.', z.boolean()),
  }),
)

/** What happens to webhooks on their way. */
export type WebhookSetting = z.infer<typeof webhooksSchema>

const quotaSchema = z.lazy(() =>
  z
    .strictObject({
      limit: described('Requests an hour, for every key.', z.int().check(z.gte(1))),
      remaining: described(
        'Requests that remain, of the limit at the most, in a window that begins when the scenario is switched on.',
        z.int().check(z.gte(0)),
      ),
      resetsIn: described('Until that window resets: a duration of at most 1h.', withinWindow),
    })
    .check(
      z.refine(({ limit, remaining }) => limit === undefined || remaining === undefined || remaining <= limit, {
        path: ['remaining'],
        error: 'at most limit',
      }),
    ),
)

/** The names that a scenario may use: of operations, and of areas whose records take time. */
export interface ScenarioNames {
  readonly operations: readonly string[]
  readonly lifecycles: readonly string[]
}

/** The schema of a scenario: its own fields, and one for each lifecycle. */
export function scenarioSchemaOf({ operations, lifecycles }: ScenarioNames) {
  // Their names follow from the areas, so that the type of a scenario here does not have them.
  const lifecycleFields: object = recordOf(lifecycles, (name) =>
    described(`The lifecycle of ${name} that are created.`, lifecycleChoiceOf()),
  )
  return z.strictObject({
    $schema: z.optional(z.string()),
    name: z.string().check(z.regex(scenarioNameForm, { error: scenarioNameRule })),
    description: z.optional(z.string().check(z.maxLength(2000))),
    rules: described(
      'Asked in order; the first that fires ends the search, unless it only delays.',
      z.array(ruleOf(operations)),
    ),
    ...lifecycleFields,
    quota: described('The quota of every key.', quotaSchema),
    webhooks: described('What happens to webhooks on their way.', webhooksSchema),
    assume: described('Choices of the assumption register.', z.record(z.string(), z.union([z.string(), z.number()]))),
  })
}

/** What a scenario may be named, for messages to people. */
const scenarioNameRule = '1 to 63 lower-case letters, digits and hyphens, not a hyphen first'

/** A named set of settings and fault rules, as a file, the control plane and a program write it: without the lifecycles, which are named by areas. */
export type ScenarioBase = z.infer<ReturnType<typeof scenarioSchemaOf>>

/** A named set of settings and fault rules, with the lifecycles of areas. */
export type ScenarioOf<Lifecycle extends string> = ScenarioBase & {
  readonly [Name in Lifecycle]?: LifecycleChoice | undefined
}

/** One rule of a scenario. */
export type ScenarioRule = NonNullable<ScenarioBase['rules']>[number]

/** Which requests a rule is for. */
export type When = NonNullable<ScenarioRule['when']>
