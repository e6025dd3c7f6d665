import { keysOf } from '../lib/keys-of.ts'
import { recordOf } from '../lib/record-of.ts'
import type { Row, RowDeclaration } from './row.ts'
import { assessmentRows } from './rows/assessments.ts'
import { createRows } from './rows/create.ts'
import { errorRows } from './rows/errors.ts'
import { eventRows } from './rows/events.ts'
import { formRows } from './rows/form.ts'
import { jobRows } from './rows/jobs.ts'
import { keyRows } from './rows/keys.ts'
import { listRows } from './rows/lists.ts'
import { resourceRows } from './rows/resources.ts'

const rows = {
  ...createRows,
  ...assessmentRows,
  ...resourceRows,
  ...jobRows,
  ...listRows,
  ...errorRows,
  ...keyRows,
  ...eventRows,
  ...formRows,
}

type Rows = typeof rows

/** Id of a row of the register. */
export type AssumptionId = keyof Rows

export const assumptionIds = keysOf(rows)

/** The points that the document leaves open, by id. */
export const register = recordOf(assumptionIds, (id): Row => {
  const row: RowDeclaration = rows[id]
  return { ...row, default: row.default ?? Object.keys(row.options)[0] ?? '' }
})

/** A choice for a row: the name of an option, or a whole number. */
export type Choice<Id extends AssumptionId> =
  Rows[Id]['options'] extends Readonly<Record<infer Option, string>> ? Option : number

/** A choice for every row. */
export type Profile = { readonly [Id in AssumptionId]: Choice<Id> }
