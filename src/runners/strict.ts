import * as z from 'zod/mini'

import type { SandboxClient } from '../app/client.ts'
import { VerificationError } from '../control/client/errors.ts'
import { readBy } from '../lib/read-by.ts'

/** The checks at the end of a test that passed. */
export interface StrictChecks {
  /** Fails a test if a request matched no operation. Default: false. */
  readonly unmatched?: boolean | undefined
  /** Fails a test if a scenario with rules was on and never fired. Default: false. */
  readonly scenarios?: boolean | undefined
}

const strictForm = z.object({
  strict: z.optional(
    z.union([z.boolean(), z.strictObject({ unmatched: z.optional(z.boolean()), scenarios: z.optional(z.boolean()) })], {
      error: 'true, false or { unmatched, scenarios }',
    }),
  ),
})

/** Reads which checks an option asks for: `true` is all of them. @throws InputError */
export function readStrict(options: { readonly strict?: unknown }): StrictChecks {
  const { strict = false } = readBy(strictForm, options, 'the options')
  return typeof strict === 'boolean' ? { unmatched: strict, scenarios: strict } : strict
}

/** Makes the checks. @returns the messages of the failed checks */
export async function failedChecks(sandbox: SandboxClient, strict: StrictChecks): Promise<readonly string[]> {
  const checks = [
    ...(strict.unmatched === true ? [sandbox.requests.verify({ unmatched: true }, 0)] : []),
    ...(strict.scenarios === true ? [sandbox.scenarios.verifyFired()] : []),
  ]
  const ended = await Promise.allSettled(checks)
  // The test itself may have closed the fake, which is no failure.
  return ended.flatMap((end) =>
    end.status === 'rejected' && end.reason instanceof VerificationError ? [`strict: ${end.reason.message}`] : [],
  )
}
