import { type AssumptionId, assumptionIds, register } from '../assumptions/register.ts'
import type { Row } from '../assumptions/row.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { didYouMean } from '../lib/nearest.ts'
import { faultAt, sweepFaults } from './faults.ts'

/** The names of variants: `ROW`, `ROW=OPTION`, `FAULT` and `FAULT@OPERATION`. */
export interface Selection {
  /** None stands for all. */
  readonly only: readonly string[]
  readonly except: readonly string[]
}

/** True if a selection has a variant. @param names of the variant, and of the group that it is in */
export function selects({ only, except }: Selection, ...names: readonly string[]): boolean {
  const isIn = only.length === 0 || only.some((name) => names.includes(name))
  return isIn && !except.some((name) => names.includes(name))
}

/** @param flag that gave the names. @param operations ids. @throws InputError for a name that no variant can have */
export function requireKnown(names: readonly string[], flag: string, operations: readonly string[]): void {
  const known = new Set([
    ...assumptionIds.flatMap(namesOfRow),
    ...sweepFaults.flatMap(({ id, isWhole }) => [id, ...(isWhole ? [] : operations.map((one) => faultAt(id, one)))]),
  ])
  for (const name of names) {
    if (known.has(name) || isNumberOfRow(name)) continue
    const near = didYouMean(name, known)
    throw new InputError(`${quote(name)} is no ROW, ROW=OPTION, FAULT or FAULT@OPERATION of a sweep.${near}`, {
      field: flag,
    })
  }
}

function namesOfRow(id: AssumptionId): readonly string[] {
  const { options }: Row = register[id]
  return [id, ...(options === 'whole_number' ? [] : Object.keys(options).map((option) => `${id}=${option}`))]
}

const isNumberOfRow = (name: string): boolean =>
  assumptionIds.some((id) => register[id].options === 'whole_number' && new RegExp(`^${id}=\\d+$`).test(name))
