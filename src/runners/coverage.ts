import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import * as z from 'zod/mini'

import type { Fake } from '../app/client.ts'
import { toCoverageText } from '../coverage/table.ts'
import { missedIn, type Thresholds, thresholdNames } from '../coverage/thresholds.ts'
import { readBy } from '../lib/read-by.ts'
import { recordOf } from '../lib/record-of.ts'

/** The coverage at the end of a file or worker. */
export interface CoverageChecks {
  /**
   * The least percent of all that a client can meet, or percents of its kinds: `{ total: 60, error: 50 }`. Below it the run fails.
   * Default: none.
   */
  readonly min?: number | Thresholds | undefined
  /** A JSON file to write the coverage to, relative to the working directory. Default: none. */
  readonly file?: string | undefined
}

const percent = z.number().check(z.gte(0), z.lte(100))

const checksForm = z.object({
  coverage: z.strictObject(
    {
      min: z.optional(
        z.union([percent, z.strictObject(recordOf(thresholdNames, () => z.optional(percent)))], {
          error: `a percent from 0 to 100, such as 60, or percents of ${thresholdNames.join(', ')}, such as { error: 50 }`,
        }),
      ),
      file: z.optional(z.string().check(z.minLength(1))),
    },
    { error: 'true, false or { min, file }' },
  ),
})

/** Reads the checks that an option asks for; undefined for none. @throws InputError */
export function readCoverage(options: { readonly coverage?: unknown }): CoverageChecks | undefined {
  const { coverage = false } = options
  if (typeof coverage === 'boolean') return coverage ? {} : undefined
  return readBy(checksForm, { coverage }, 'the options').coverage
}

/** Prints the coverage of a fake, and writes it to a file. @throws Error below a threshold */
export async function checkCoverage(fake: Fake, { min = {}, file }: CoverageChecks): Promise<void> {
  const report = await fake.coverage({ sandboxes: 'all' })
  process.stdout.write(`\ncloudsec-fake coverage:\n${toCoverageText(report)}\n`)
  if (file !== undefined) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
  }
  const missed = missedIn(report, typeof min === 'number' ? { total: min } : min)
  if (missed.length > 0) throw new Error(missed.join('\n'))
}
