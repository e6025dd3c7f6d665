import * as z from 'zod/mini'

import { snapshotSchema } from '../../sandbox/snapshot.ts'
import { requestSchema, verifiedSchema } from '../journal-schemas.ts'
import {
  assumptionSchema,
  clockSchema,
  collectionOf,
  deliverySchema,
  keySchema,
  createdKeySchema,
  nextSchema,
  quotaSchema,
  recordSchema,
  recordsSchema,
  sandboxSchema,
  scenarioSchema,
  secretSchema,
  summarySchema,
} from '../schemas.ts'

const shapes = {
  assumptions: collectionOf(assumptionSchema),
  clock: clockSchema,
  deliveries: collectionOf(deliverySchema),
  delivery: deliverySchema,
  key: keySchema,
  keys: collectionOf(keySchema),
  madeKey: createdKeySchema,
  next: nextSchema,
  nothing: z.undefined(),
  quota: quotaSchema,
  quotas: collectionOf(quotaSchema),
  request: requestSchema,
  requests: collectionOf(requestSchema),
  row: recordSchema,
  rows: recordsSchema,
  sandbox: sandboxSchema,
  sandboxes: collectionOf(sandboxSchema),
  scenario: scenarioSchema,
  scenarios: collectionOf(scenarioSchema),
  secret: secretSchema,
  snapshot: snapshotSchema,
  summary: summarySchema,
  verified: verifiedSchema,
} as const

/** What the control plane answers, by name. */
export type Answers = { readonly [K in keyof typeof shapes]: z.infer<(typeof shapes)[K]> }

/** The shapes of what the control plane answers, by name: loaded with the first answer, since few starts get one. */
export const answers: { readonly [K in keyof Answers]: z.ZodMiniType<Answers[K]> } = shapes
