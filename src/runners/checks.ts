import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import type { Fake, SandboxClient } from '../app/client.ts'
import { VerificationError } from '../control/client/errors.ts'
import { describeJudgements } from '../control/client/texts.ts'
import { toCoverageText } from '../coverage/table.ts'
import { missedIn } from '../coverage/thresholds.ts'
import type { Checks, CoverageChecks } from './open-fake.ts'

/** Makes the strict checks of a test. @returns the messages of those that failed */
export async function failedChecks(sandbox: SandboxClient, strict: Checks['strict']): Promise<readonly string[]> {
  const ended = await Promise.allSettled([
    strict.unmatched === true && sandbox.requests.verify({ unmatched: true }, 0),
    strict.scenarios === true && sandbox.scenarios.verifyFired(),
  ])
  // The test itself may have closed the fake, which is no failure.
  return ended.flatMap((end) =>
    end.status === 'rejected' && end.reason instanceof VerificationError ? [`strict: ${end.reason.message}`] : [],
  )
}

/** Judges the requests of a test. @returns a text about what fails it, if anything does */
export async function misconduct(
  sandbox: SandboxClient,
  { mode, ...options }: NonNullable<Checks['conduct']>,
): Promise<readonly string[]> {
  // The test itself may have closed the fake, which is no failure.
  const report = await sandbox.conduct(options).catch(() => undefined)
  if (report === undefined || report.items.length === 0) return []
  const text = `conduct: the client misbehaved (sandbox ${sandbox.name})\n\n${describeJudgements(report.items)}`
  if (mode === 'fail') return [text]
  process.stderr.write(`cloudsec-fake ${text}\n`)
  return []
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
