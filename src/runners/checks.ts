import type { SandboxClient } from '../core/app/client.ts'
import { VerificationError } from '../core/control/client/errors.ts'
import { describeJudgements } from '../core/control/client/texts.ts'
import { isMisconduct } from '../core/control/endpoints/reports.ts'
import type { Checks } from './open-fake.ts'

export async function failedChecks(sandbox: SandboxClient): Promise<readonly string[]> {
  const ended = await Promise.allSettled([
    sandbox.requests.verify({ unmatched: true }, 0),
    sandbox.scenarios.verifyFired(),
  ])
  // The test itself may have closed the fake, which is no failure.
  return ended.flatMap((end) =>
    end.status === 'rejected' && end.reason instanceof VerificationError ? [`strict: ${end.reason.message}`] : [],
  )
}

export async function conductProblems(sandbox: SandboxClient, { mode, ...options }: NonNullable<Checks['conduct']>) {
  // The test itself may have closed the fake, which is no failure.
  const report = await sandbox.conduct(options).catch(() => undefined)
  const found = report?.items.filter(isMisconduct) ?? []
  if (found.length === 0) return []
  const text = `conduct: the client misbehaved (sandbox ${sandbox.name})\n\n${describeJudgements(found)}`
  if (mode === 'fail') return [text]
  process.stderr.write(`cloudsec-fake ${text}\n`)
  return []
}
