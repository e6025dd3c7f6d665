import { grouped } from '../../core/lib/grouped.ts'
import type { Probe } from '../resolve/probe.ts'
import { probes } from '../resolve/run-probes.ts'
import { isHard } from './faults.ts'
import type { FaultVariant, RowVariant } from './variants.ts'

/** True if one option leaves no answer in which the other one shows. */
function hides(one: RowVariant, other: RowVariant): boolean {
  const probe: Probe = probes[other.row]
  const hiding: readonly unknown[] = probe.hiddenBy?.[one.row] ?? []
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
