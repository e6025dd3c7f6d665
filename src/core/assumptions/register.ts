import { keysOf } from '../lib/keys-of.ts'
import type { Row } from './row.ts'
import { assessmentRows } from './rows/assessments.ts'
import { createRows } from './rows/create.ts'
import { errorRows } from './rows/errors.ts'
import { eventRows } from './rows/events.ts'
import { formRows } from './rows/form.ts'
import { jobRows } from './rows/jobs.ts'
import { keyRows } from './rows/keys.ts'
import { listRows } from './rows/lists.ts'
import { resourceRows } from './rows/resources.ts'

/** The points that the document leaves open, by id. */
export const register = {
  ...createRows,
  ...assessmentRows,
  ...resourceRows,
  ...jobRows,
  ...listRows,
  ...errorRows,
  ...keyRows,
  ...eventRows,
  ...formRows,
} as const satisfies Record<string, Row>

type Register = typeof register

/** Id of a row of the register. */
export type AssumptionId = keyof Register

/** A choice for a row: the name of an option, or a whole number. */
export type Choice<Id extends AssumptionId> =
  Register[Id]['options'] extends Readonly<Record<infer Option, string>> ? Option : number

/** A choice for every row. */
export type Profile = { readonly [Id in AssumptionId]: Choice<Id> }

/** Reads the choice of a row, and records that the answer depends on it. */
export type Assume = <Id extends AssumptionId>(id: Id) => Choice<Id>

export const assumptionIds = keysOf(register)
