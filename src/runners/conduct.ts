import * as z from 'zod/mini'

import type { SandboxClient } from '../app/client.ts'
import { readVerdictIds, type VerdictId } from '../conduct/table.ts'
import { describeJudgements, isSerious } from '../control/client/texts.ts'
import { readBy } from '../lib/read-by.ts'
import { parseDuration } from '../time/duration.ts'

/** The consequence of an error or a warning: the test fails, or the console shows it. */
export type ConductMode = 'fail' | 'warn'

/** The judgement at the end of a test that passed. */
export interface ConductChecks {
  readonly mode: ConductMode
  /** Ids of verdicts that do not count (none). */
  readonly allow?: readonly VerdictId[] | undefined
  /** The shortest pause between two reads of a record that is not finished (`1s`). */
  readonly pollEvery?: string | undefined
}

const mode = z.enum(['fail', 'warn'])

const conductForm = z.object({
  conduct: z.optional(
    z.union(
      [mode, z.strictObject({ mode, allow: z.optional(z.array(z.string())), pollEvery: z.optional(z.string()) })],
      { error: "'fail', 'warn' or { mode, allow, pollEvery }" },
    ),
  ),
})

/** Reads how an option wants requests judged; undefined for not at all. @throws InputError */
export function readConduct(options: { readonly conduct?: unknown }): ConductChecks | undefined {
  const { conduct } = readBy(conductForm, options, 'the options')
  if (conduct === undefined) return undefined
  if (typeof conduct === 'string') return { mode: conduct }
  const { allow = [], pollEvery = '1s' } = conduct
  parseDuration(pollEvery, 'conduct.pollEvery')
  return { mode: conduct.mode, allow: readVerdictIds(allow, 'conduct.allow'), pollEvery }
}

/** Judges the requests of a test. @returns a text about what fails it; undefined where nothing does */
export async function misconduct(
  sandbox: SandboxClient,
  checks: ConductChecks | undefined,
): Promise<string | undefined> {
  if (checks === undefined) return undefined
  const { mode: wanted, allow = [], pollEvery = '1s' } = checks
  // The test itself may have closed the fake, which is no failure.
  const report = await sandbox.conduct({ allow, pollEvery }).catch(() => undefined)
  const serious = (report?.items ?? []).filter(isSerious)
  if (serious.length === 0) return undefined
  const text = `conduct: the client misbehaved (sandbox ${sandbox.name})\n\n${describeJudgements(serious)}`
  if (wanted === 'fail') return text
  process.stderr.write(`cloudsec-fake ${text}\n`)
  return undefined
}
