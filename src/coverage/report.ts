import * as z from 'zod/mini'

import { lazily } from '../lib/lazily.ts'
import { recordOf } from '../lib/record-of.ts'

/**
 * The kinds of cells of the table: a success, an error of the document, a fault of the network, a state of a record, and a
 * page of a list.
 */
export const coverageKinds = ['success', 'error', 'fault', 'state', 'page'] as const

/** One of `coverageKinds`. */
export type CoverageKind = (typeof coverageKinds)[number]

const count = z.int().check(z.gte(0))

const share = z.strictObject({
  met: count,
  of: count,
  /** With one decimal, rounded down; 100 where there are no cells. */
  percent: z.number(),
})

export type Share = z.infer<typeof share>

export const coverageSchema = lazily(() =>
  z.strictObject({
    /** All that were counted, also those that matched no operation. */
    requests: count,
    /** Requests that the journal had forgotten before they were counted. */
    forgotten: count,
    total: share,
    kinds: z.strictObject(recordOf(coverageKinds, () => share)),
    items: z.array(
      z.strictObject({
        /** Id of the operation. */
        operation: z.string(),
        requests: count,
        cells: z.array(
          z.strictObject({
            kind: z.enum(coverageKinds),
            /** `success`, an error code, a fault or `delay`, a state, or a page such as `last`. */
            name: z.string(),
            /** Requests that met it. */
            count,
            /** Id of the first request that met it; null where none did. */
            request: z.nullable(z.string()),
            /** Name of the sandbox that served this request. */
            sandbox: z.nullable(z.string()),
          }),
        ),
      }),
    ),
  }),
)

/** The successes, errors, faults, states and pages of each operation that clients have met. */
export type CoverageReport = z.infer<ReturnType<typeof coverageSchema>>

/** One operation in a report. */
export type OperationCoverage = CoverageReport['items'][number]

/** A successful answer, an error, a fault, a state or a page that an operation can show. */
export type CoverageCell = OperationCoverage['cells'][number]

/** The share of the cells that were met. */
export function shareOf(cells: readonly Pick<CoverageCell, 'count'>[]): Share {
  const [of, met] = [cells.length, cells.filter(({ count }) => count > 0).length]
  return { met, of, percent: of === 0 ? 100 : Math.floor((met * 1000) / of) / 10 }
}
