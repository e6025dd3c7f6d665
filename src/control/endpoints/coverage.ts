import * as z from 'zod/mini'

import { type CoverageReport, coverageSchema } from '../../coverage/report.ts'
import { lazily } from '../../lib/lazily.ts'
import type { Call } from '../client/call.ts'
import { component, defineEndpoints } from './endpoint.ts'

export type { CoverageCell, CoverageKind, CoverageReport, OperationCoverage } from '../../coverage/report.ts'

const sandboxes = {
  description: 'With `all`, the requests of all sandboxes.',
  schema: lazily(() => z.enum(['all'])),
}

export const coverageEndpoints = defineEndpoints({
  showCoverage: {
    method: 'GET',
    path: '/coverage',
    summary: 'Shows the successes, errors, faults, states and pages of each operation that clients have met',
    query: { sandboxes },
    answer: component('Coverage', coverageSchema),
  },
})

/** A selection of the requests that coverage counts (those of the sandbox). */
export interface CoverageQuery {
  /** `all` for the requests of all sandboxes. */
  readonly sandboxes?: 'all'
}

/** Creates the coverage of a sandbox. */
export function createCoverageControl(call: Call) {
  return {
    /**
     * Shows the successes, errors, faults, lifecycle states and pages of each operation that clients have met. It reads
     * the journal; a fake with the option `coverage` has counted every request since its start.
     * @example
     * ```ts
     * const { total, items } = await fake.coverage({ sandboxes: 'all' })
     * ```
     */
    async coverage(query: CoverageQuery = {}): Promise<CoverageReport> {
      return await call(coverageEndpoints.showCoverage, { query })
    },
  }
}

/** The coverage of one sandbox, or of all. */
export interface CoverageControl extends ReturnType<typeof createCoverageControl> {}
