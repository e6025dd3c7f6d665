import * as z from 'zod/mini'

import { type Choices, createProfile } from '../assumptions/profile.ts'
import { checkField, readable } from '../lib/checks.ts'
import { nameForm, nameRule } from '../lib/name-form.ts'
import { recordOf } from '../lib/record-of.ts'
import { rateWindowMs } from '../spec/limits.ts'
import { isDuration, parseDuration } from '../time/duration.ts'
import { delaySchema, described, duration, required } from './fields.ts'
import type { KnownOperation } from './rule-checks.ts'
import { ruleOf } from './rule-schema.ts'

const withinWindow = duration.check(
  z.refine((text) => !isDuration(text) || parseDuration(text, '') <= rateWindowMs, {
    error: 'at most 1h, the window of a quota',
  }),
)
/** The schema of the lifecycle of new records. Each call creates another one, because each field has its own description. */
export const lifecycleChoiceOf = () =>
  z.strictObject({
    completeAfter: described(
      'From creation to the end: a duration, or never.',
      z.union([duration, z.literal('never')]),
    ),
    outcome: described('The last status.', z.enum(['completed', 'failed'])),
  })

type LifecycleChoice = z.infer<ReturnType<typeof lifecycleChoiceOf>>

const webhooksSchema = z.lazy(() =>
  z.strictObject({
    fail: described(
      'This many attempts of each delivery fail, as if the receiver were unreachable.',
      z.int().check(z.gte(1)),
    ),
    duplicate: described('Each accepted delivery is repeated this many times.', z.int().check(z.gte(1), z.lte(10))),
    outOfOrder: described('The first notification about a record waits until the last one is delivered.', z.boolean()),
    tamper: described('The signature is wrong.', z.boolean()),
  }),
)

export type WebhookSetting = z.infer<typeof webhooksSchema>

const quotaSchema = z.lazy(() =>
  z
    .strictObject({
      limit: described('Requests an hour, for every key.', z.int().check(z.gte(1))),
      remaining: described(
        'Requests that remain, at most the limit, in a window that begins when the scenario is switched on.',
        z.int().check(z.gte(0)),
      ),
      resetsIn: described('Time until that window resets, at most 1h.', withinWindow),
    })
    .check(
      checkField(
        'remaining',
        'at most limit',
        ({ limit, remaining }) => limit === undefined || remaining === undefined || remaining <= limit,
      ),
    ),
)

const choiceRecord = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .check(readable<Record<string, unknown>>(createProfile))

/** Choices of assumptions. */
const choices = z.pipe(choiceRecord, z.custom<Choices, z.output<typeof choiceRecord>>())

export const scenarioGroups = ['errors', 'quota', 'time', 'network', 'webhooks', 'data'] as const

/** The operations that a scenario may name, and the names of areas whose records have a lifecycle. */
export interface ScenarioNames<Operation extends string = string> {
  readonly operations: readonly KnownOperation<Operation>[]
  readonly lifecycles: readonly string[]
}

/** The schema of a scenario: its own fields, and a field for each lifecycle. */
export function scenarioSchemaOf<Operation extends string>({ operations, lifecycles }: ScenarioNames<Operation>) {
  // Their names come from the areas, so the type of a scenario here does not have them.
  const lifecycleFields: object = recordOf(lifecycles, (name) =>
    described(`The lifecycle of new ${name}.`, lifecycleChoiceOf()),
  )
  return z.strictObject({
    $schema: described('The JSON Schema of this file, for editors.', z.string()),
    name: required(
      'The name that switches it on: 1 to 63 lower-case letters, digits and hyphens.',
      z.string().check(z.regex(nameForm, { error: nameRule })),
    ),
    description: described('Its purpose, in one sentence.', z.string().check(z.maxLength(2000))),
    group: described('Its group on the page (own).', z.enum(scenarioGroups)),
    rules: described(
      'Tried in order. The first that fires ends the search, unless it only delays.',
      z.array(ruleOf(operations)),
    ),
    ...lifecycleFields,
    delay: described("The delay of every answer, instead of the fake's option delay.", delaySchema),
    quota: described('The quota of every key.', quotaSchema),
    webhooks: described('The faults of webhooks.', webhooksSchema),
    assume: described('Choices of the assumption register.', choices),
  })
}

/** A named set of settings and fault rules, without the lifecycles, which are named by areas. */
export type ScenarioBase<Operation extends string = string> = z.infer<ReturnType<typeof scenarioSchemaOf<Operation>>>

/** The name of a scenario: a known name, which editors complete, or any other. */
export type ScenarioName<Known extends string> = Known | (string & {})

/** A named set of settings and fault rules, with the lifecycles of areas. */
export type ScenarioOf<Lifecycle extends string, Operation extends string> = ScenarioBase<Operation> & {
  [Name in Lifecycle]?: LifecycleChoice | undefined
}
