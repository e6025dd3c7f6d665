import * as z from 'zod/mini'

import { lazily } from '../lib/lazily.ts'
import { recordOf } from '../lib/record-of.ts'

export const coverageKinds = ['success', 'error', 'state', 'page', 'fault'] as const

/** The kind of a cell: a success, an error of the document, a state of a record, a page of a list, a fault of the network. */
export type CoverageKind = (typeof coverageKinds)[number]

const count = z.int().check(z.gte(0))

const share = z.strictObject({
  met: count,
  of: count,
  /** With one decimal, rounded down; 100 without cells. */
  percent: z.number(),
})

export const coverageSchema = lazily(() => {
  const cells = z.array(
    z.strictObject({
      kind: z.enum(coverageKinds),
      /** `success`, an error code, a state, a page such as `last`, a fault or `delay`. */
      name: z.string(),
      /** Requests that met it. */
      count,
      /** Id of the first request that met it; null if none did. */
      request: z.nullable(z.string()),
      /** Name of the sandbox that served this request. */
      sandbox: z.nullable(z.string()),
    }),
  )
  return z.strictObject({
    /** All requests, including unmatched ones. */
    requests: count,
    /** Requests that the journal had forgotten before they were counted. */
    forgotten: count,
    total: share,
    kinds: z.strictObject(recordOf(coverageKinds, () => share)),
    /** By the id of the operation. */
    items: z.array(z.strictObject({ operation: z.string(), requests: count, cells })),
    /** The faults of all operations. */
    faults: cells,
  })
})

/** The successes, errors, states and pages of each operation, and the faults, that clients have met. */
export type CoverageReport = z.infer<ReturnType<typeof coverageSchema>>

/** One operation in a report. */
export type OperationCoverage = CoverageReport['items'][number]

/** A successful answer, an error, a state or a page that an operation can show, or a fault. */
export type CoverageCell = OperationCoverage['cells'][number]

export type CellName = Pick<CoverageCell, 'kind' | 'name'>

/** Identifies a cell within an operation. */
export const keyOf = ({ kind, name }: CellName): string => `${kind} ${name}`

export function shareOf(cells: readonly Pick<CoverageCell, 'count'>[]): z.infer<typeof share> {
  const [of, met] = [cells.length, cells.filter(({ count }) => count > 0).length]
  return { met, of, percent: of === 0 ? 100 : Math.floor((met * 1000) / of) / 10 }
}
