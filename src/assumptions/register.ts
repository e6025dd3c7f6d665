import { keysOf } from '../lib/keys-of.ts'
import { assessmentRows } from './assessment-rows.ts'
import { createRows } from './create-rows.ts'
import { errorRows } from './error-rows.ts'
import { eventRows } from './event-rows.ts'
import { formRows } from './form-rows.ts'
import { jobRows } from './job-rows.ts'
import { keyRows } from './key-rows.ts'
import { listRows } from './list-rows.ts'
import { resourceRows } from './resource-rows.ts'
import type { Row } from './row.ts'

/** The points that the document leaves open, by id: the one place where a guess is made. */
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

/** What may be chosen for a row: one of its option names, or a whole number. */
export type Choice<Id extends AssumptionId> =
  Register[Id]['options'] extends Readonly<Record<infer Option, string>> ? Option : number

/** A choice for every row. */
export type Profile = { readonly [Id in AssumptionId]: Choice<Id> }

/** Asks the register for the choice of a row, and records that the answer depended on it. */
export type Assume = <Id extends AssumptionId>(id: Id) => Choice<Id>

/** The ids of all rows, in the register's order. */
export const assumptionIds = keysOf(register)
