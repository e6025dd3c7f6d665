import { type AssumptionId, assumptionIds, type Profile, register } from '../../core/assumptions/register.ts'
import { grouped } from '../../core/lib/grouped.ts'
import { InputError, quote } from '../../core/lib/input-error.ts'
import { didYouMean } from '../../core/lib/nearest.ts'
import { probeOf } from '../resolve/run-probes.ts'
import { isHard, isWhole, type Operation, type SweepFault, sweepFaults } from './faults.ts'
import { operationsIn, type Trace } from './trace.ts'

/** One change to the baseline. */
export type Variant = RowVariant | FaultVariant

export interface RowVariant {
  readonly kind: 'assumption'
  /** Such as `limitAboveMax=clamp`. */
  readonly id: string
  readonly row: AssumptionId
  readonly option: string | number
}

export interface FaultVariant {
  readonly kind: 'fault'
  /** Such as `reset@getJob` or `rate_limit_exceeded`. */
  readonly id: string
  readonly fault: SweepFault
  readonly operations: readonly string[]
}

/** The options of a row other than the chosen one. Of a whole number, half of it is tried: a client that relies on the number has too little. None if the chosen option is locked. */
function otherOptions(id: AssumptionId, chosen: string | number): readonly (string | number)[] {
  const { options, locked = [] } = register[id]
  if (locked.some((option) => option === chosen)) return []
  if (options !== 'whole_number') return Object.keys(options).filter((option) => option !== chosen)
  const half = Math.floor(Number(chosen) / 2)
  return half < 1 ? [] : [half]
}

/** Each other option of some rows. */
export function rowVariants(rows: ReadonlySet<string>, chosen: Profile, selection: Selection): readonly RowVariant[] {
  return assumptionIds
    .filter((row) => rows.has(row))
    .flatMap((row) => otherOptions(row, chosen[row]).map((option) => ({ row, option, id: `${row}=${option}` })))
    .filter(({ row, id }) => selects(selection, row, id))
    .map((one) => ({ kind: 'assumption', ...one }))
}

/** Each fault that the operations of the baseline can meet, at each of them. */
export function faultVariants(
  operations: readonly Operation[],
  baseline: Trace,
  selection: Selection,
): readonly FaultVariant[] {
  const called = operationsIn(baseline)
  return sweepFaults.flatMap((fault) => {
    const { id, meets = () => true } = fault
    const met = operations.filter((one) => called.has(one.id) && meets(one, baseline)).map((one) => one.id)
    const places = isWhole(fault)
      ? [{ id, operations: met }]
      : met.map((at) => ({ id: `${id}@${at}`, operations: [at] }))
    return places
      .filter((place) => met.length > 0 && selects(selection, id, place.id))
      .map((place): FaultVariant => ({ kind: 'fault', fault, ...place }))
  })
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
    ...assumptionIds.flatMap((id) => {
      const { options } = register[id]
      return [id, ...(options === 'whole_number' ? [] : Object.keys(options).map((option) => `${id}=${option}`))]
    }),
    ...sweepFaults.flatMap((fault) => [
      fault.id,
      ...(isWhole(fault) ? [] : operations.map((one) => `${fault.id}@${one}`)),
    ]),
  ])
  const numbers = new Set<string>(assumptionIds.filter((id) => register[id].options === 'whole_number'))
  for (const name of names) {
    if (known.has(name) || numbers.has(name.replace(/=\d+$/, ''))) continue
    const reason = `${quote(name)} is no ROW, ROW=OPTION, FAULT or FAULT@OPERATION of a sweep.${didYouMean(name, known)}`
    throw new InputError(reason, { field: flag })
  }
}

export const isFault = (variant: Variant): variant is FaultVariant => variant.kind === 'fault'

/** True if one option leaves no answer in which the other one shows. */
function hides(one: RowVariant, other: RowVariant): boolean {
  const hiding: readonly unknown[] = probeOf(other.row).hiddenBy?.[one.row] ?? []
  // A client that is told how long to wait has no use for the reset.
  return hiding.includes(one.option) || (one.row === 'retryAfter' && other.row === 'rateResetUnit')
}

/** Puts options into as few layers as possible, so that none has two of a row, or an option that hides another. */
export function layersOf(variants: readonly RowVariant[]): readonly (readonly RowVariant[])[] {
  const layers: RowVariant[][] = []
  for (const one of variants) {
    const fits = (other: RowVariant): boolean => other.row !== one.row && !hides(one, other) && !hides(other, one)
    const layer = layers.find((options) => options.every(fits))
    if (layer === undefined) layers.push([one])
    else layer.push(one)
  }
  return layers
}

/** Puts faults other than hard ones into groups of their classes. */
export const calmGroups = (variants: readonly FaultVariant[]): readonly (readonly FaultVariant[])[] => [
  ...grouped(
    variants.filter(({ fault }) => !isHard(fault)),
    ({ fault }) => fault.class,
  ).values(),
]

/**
 * Puts hard faults into layers. Per operation, a layer has at most as many faults as the operation has requests. Each operation begins with other
 * faults, so that two layers have all of them at some operation, and of each class some at every operation.
 * @param requestsOf the most requests of an operation in one sandbox
 * @param most layers
 */
export function hardLayers(
  variants: readonly FaultVariant[],
  requestsOf: (operation: string) => number,
  most: number,
): readonly (readonly FaultVariant[])[] {
  const hard = grouped(
    variants.filter(({ fault }) => isHard(fault)),
    ({ operations }) => operations[0] ?? '',
  )
  const layers: FaultVariant[][] = []
  for (const [i, [operation, all]] of [...hard].entries()) {
    const [refused = [], lost = []] = (['refused', 'lost'] as const).map((one) =>
      turned(
        all.filter(({ fault }) => fault.class === one),
        i,
      ),
    )
    const sequence = refused.flatMap((one, place) => [one, ...lost.slice(place, place + 1)])
    const due = [...sequence, ...lost.filter((one) => !sequence.includes(one))]
    const room = requestsOf(operation)
    for (let layer = 0; layer < most && due.length > 0; layer += 1) {
      ;(layers[layer] ??= []).push(...due.splice(0, room))
    }
  }
  return layers
}

/** Rotates a list. `commits-then-fails` stays first: it harms most. */
function turned(variants: readonly FaultVariant[], by: number): readonly FaultVariant[] {
  const [first] = variants
  const start = first?.fault.id === 'commits-then-fails' ? 0 : by % Math.max(1, variants.length)
  return [...variants.slice(start), ...variants.slice(0, start)]
}
