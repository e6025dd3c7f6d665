import * as z from 'zod/mini'

import { snapshotSchema } from '../../sandbox/snapshot.ts'
import { requestShape, verifiedShape } from '../journal-schemas.ts'
import {
  assumptionShape,
  clockShape,
  collectionOf,
  deliveryShape,
  keyShape,
  madeKeyShape,
  nextShape,
  quotaShape,
  rowShape,
  rowsShape,
  sandboxShape,
  scenarioShape,
  secretShape,
  summaryShape,
} from '../schemas.ts'

const shapes = {
  assumptions: collectionOf(assumptionShape),
  clock: clockShape,
  deliveries: collectionOf(deliveryShape),
  delivery: deliveryShape,
  key: keyShape,
  keys: collectionOf(keyShape),
  madeKey: madeKeyShape,
  next: nextShape,
  nothing: z.undefined(),
  quota: quotaShape,
  quotas: collectionOf(quotaShape),
  request: requestShape,
  requests: collectionOf(requestShape),
  row: rowShape,
  rows: rowsShape,
  sandbox: sandboxShape,
  sandboxes: collectionOf(sandboxShape),
  scenario: scenarioShape,
  scenarios: collectionOf(scenarioShape),
  secret: secretShape,
  snapshot: snapshotSchema,
  summary: summaryShape,
  verified: verifiedShape,
} as const

/** What the control plane answers, by name. */
export type Answers = { readonly [K in keyof typeof shapes]: z.infer<(typeof shapes)[K]> }

/** The shapes of what the control plane answers, by name: loaded with the first answer, since few starts get one. */
export const answers: { readonly [K in keyof Answers]: z.ZodMiniType<Answers[K]> } = shapes
