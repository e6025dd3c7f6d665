import type { AssumptionId } from '../assumptions/register.ts'
import { errorRows } from '../assumptions/rows/errors.ts'
import { grouped } from '../lib/grouped.ts'
import type { Probe } from '../resolve/probe.ts'
import { probes } from '../resolve/run-probes.ts'
import { isHard, type SweepFault } from './faults.ts'
import type { Room } from './scenario.ts'
import type { FaultVariant, RowVariant, Variant } from './variants.ts'

/** The rows by how often they break suites: those that usually do, and those that never did. Any other row is between them. */
const usualBreakers: readonly AssumptionId[] = [
  'pageLinksAtEdge',
  'pageLinkBase',
  'pageLinkFilters',
  'pageBeyondEnd',
  'listOrder',
  'jobStates',
  'assessmentStates',
  'pendingRead',
  'timestampPrecision',
  'errorStatus',
  'limitAboveMax',
  'jobCreateStatus',
  'assessmentCreateStatus',
  'jobRecord',
  'resourceIdFormat',
]
const lastBreakers: readonly AssumptionId[] = [
  'contentType',
  'cors',
  'rateScope',
  'deprecation',
  'rateWindow',
  'rateQuota',
]

/** How likely a variant breaks a suite, by the same table. */
export function weightOf(variant: Variant): number {
  if (variant.kind === 'fault') return 1
  return usualBreakers.includes(variant.row) ? 5 : lastBreakers.includes(variant.row) ? 0.1 : 1
}

function placeOf({ row }: RowVariant): number {
  const place = usualBreakers.indexOf(row)
  return place === -1 ? usualBreakers.length + lastBreakers.indexOf(row) + 1 : place
}

/** True if one option leaves no answer in which the other one shows. */
function hides(one: RowVariant, other: RowVariant): boolean {
  // Under it, no status tells an error from an answer.
  if (one.row === 'errorStatus' && one.option === 'always_200' && isOfError(other)) return true
  const probe: Probe = probes[other.row]
  const hiding: readonly unknown[] = probe.hiddenBy?.[one.row] ?? []
  return hiding.includes(one.option)
}

const isOfError = ({ row, option }: RowVariant): boolean =>
  row in errorRows || row === 'retryAfter' || /reject|not_found|invalid_request/.test(String(option))

/** Puts options into as few layers as possible, so that none has two of a row, or one that hides another one. */
export function layersOf(variants: readonly RowVariant[]): readonly (readonly RowVariant[])[] {
  const layers: RowVariant[][] = []
  for (const one of variants.toSorted((a, b) => placeOf(a) - placeOf(b))) {
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

/** Chooses the hard faults to try: of each class, each fault at some operation, and each operation with some fault. */
export function sample(variants: readonly FaultVariant[], { requestsOf }: Room): readonly FaultVariant[] {
  // Those with most room come first, and get most.
  const operations = [...new Set(variants.flatMap((one) => one.operations))].toSorted(
    (a, b) => requestsOf(b) - requestsOf(a),
  )
  const chosen = new Set(
    [...grouped(variants, ({ fault }) => fault.class).values()].flatMap((all) => {
      const faults: readonly SweepFault[] = [...new Set(all.map(({ fault }) => fault))]
      const at = operations.filter((id) => all.some((one) => one.operations.includes(id)))
      return all.filter(
        ({ fault, operations: [id = ''] }) => faults.indexOf(fault) % at.length === at.indexOf(id) % faults.length,
      )
    }),
  )
  return variants.filter((one) => chosen.has(one))
}

/** The hard faults that one run has room for: the first ones that are due at each operation, then others. @param others to fill what is left */
export function firstLayer(
  due: readonly FaultVariant[],
  others: readonly FaultVariant[],
  { requestsOf, isPaired }: Room,
): readonly FaultVariant[] {
  return [...grouped([...due, ...others], ({ operations }) => operations[0] ?? '')].flatMap(([id, all]) => {
    const first = all.filter((one) => due.includes(one)).slice(0, requestsOf(id) * (isPaired ? 2 : 1))
    const rest = all.filter((one) => !due.includes(one)).slice(0, Math.max(0, requestsOf(id) - first.length))
    return [...first, ...rest]
  })
}

/** Rows that decide what the fake itself makes of values that no client has seen, and options for codes that no fault has. */
export const neverGiven: ReadonlySet<string> = new Set([
  'assessmentValues',
  'jobValues',
  'assessedResourceType',
  'errorStatus=unprocessable',
  'errorStatus=hidden',
])
