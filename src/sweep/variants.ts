import type { RunChange } from '../app/swept.ts'
import { type AssumptionId, assumptionIds, type Profile, register } from '../assumptions/register.ts'
import type { Row } from '../assumptions/row.ts'
import type { Operation } from '../http/operation.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { didYouMean } from '../lib/nearest.ts'
import { faultAt, type SweepFault, sweepFaults, variantName } from './faults.ts'
import { operationsIn, type Trace } from './trace.ts'

/** One change to the baseline, for a run of its own. */
export type Variant = RowVariant | FaultVariant

interface CommonVariant {
  /** Such as `limitAboveMax=clamp`, `reset@getJob` or `errorStatus=always_200 given reset`. */
  readonly id: string
  /** All that differs from the baseline. */
  readonly change: RunChange
  /** The variants that hold, too. */
  readonly given: readonly string[]
}

export interface RowVariant extends CommonVariant {
  readonly kind: 'assumption'
  readonly row: AssumptionId
  readonly option: string | number
}

export interface FaultVariant extends CommonVariant {
  readonly kind: 'fault'
  readonly fault: SweepFault
  readonly operations: readonly string[]
}

/** The options of a row other than the chosen one. Of a whole number, half of it is tried: a client that relies on the number has too little. None of an option that stays. */
function otherOptions(id: AssumptionId, chosen: string | number): readonly (string | number)[] {
  const { options, stays = [] }: Row = register[id]
  if (stays.some((option) => option === chosen)) return []
  if (options !== 'whole_number') return Object.keys(options).filter((option) => option !== chosen)
  const half = Math.floor(Number(chosen) / 2)
  return half < 1 ? [] : [half]
}

/** Each other option of some rows alone. @param given the variant that holds, too (none) */
export function rowVariants(
  rows: ReadonlySet<string>,
  chosen: Profile,
  selection: Selection,
  given?: Variant,
): readonly RowVariant[] {
  const suffix = given === undefined ? '' : ` given ${given.id}`
  return assumptionIds
    .filter((id) => rows.has(id))
    .flatMap((row) => otherOptions(row, chosen[row]).map((option) => ({ row, option, name: `${row}=${option}` })))
    .filter(({ row, name }) => selects(selection, row, name))
    .map(({ row, option, name }) => ({
      id: `${name}${suffix}`,
      kind: 'assumption',
      row,
      option,
      given: given === undefined ? [] : [given.id],
      change: { ...given?.change, choices: { ...given?.change.choices, [row]: option } },
    }))
}

/** Each fault that the operations of the baseline can meet, at all of them: a run for each one and each fault would take many times as long. */
export function faultVariants(
  operations: readonly Operation[],
  baseline: Trace,
  selection: Selection,
): readonly FaultVariant[] {
  const called = operationsIn(baseline)
  return sweepFaults.flatMap((fault) => {
    const met = operations
      .filter((operation) => called.has(operation.id) && fault.meets(operation, baseline))
      .map(({ id }) => id)
      .filter((id) => selects(selection, fault.id, faultAt(fault.id, id)))
    return met.length === 0 ? [] : [faultVariant(fault, met)]
  })
}

/** The parts of a fault at several operations: that fault at each of them alone. */
export function partsOf(variant: Variant): readonly FaultVariant[] {
  if (variant.kind === 'assumption') return []
  const { fault, operations } = variant
  return fault.isWhole || operations.length < 2 ? [] : operations.map((id) => faultVariant(fault, [id]))
}

function faultVariant(fault: SweepFault, operations: readonly string[]): FaultVariant {
  const [only = '', ...others] = operations
  const id = fault.isWhole || others.length > 0 ? fault.id : faultAt(fault.id, only)
  const scenario = { name: variantName, ...fault.scenario(operations) }
  return { id, kind: 'fault', fault, operations, given: [], change: { choices: {}, scenario } }
}

/** The names of variants: `ROW`, `ROW=OPTION`, `FAULT` and `FAULT@OPERATION`. */
export interface Selection {
  /** None stands for all. */
  readonly only: readonly string[]
  readonly except: readonly string[]
}

/** True if a selection has a variant. @param names of the variant, and of the group that it is in */
function selects({ only, except }: Selection, ...names: readonly string[]): boolean {
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
