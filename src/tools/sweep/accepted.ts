import * as z from 'zod/mini'

import { withSubject } from '../../core/lib/input-error.ts'
import { readJsonFile } from '../../core/lib/json-files.ts'
import { readBy } from '../../core/lib/read-by.ts'
import { requireDistinct } from '../../core/lib/require-distinct.ts'

const filled = (error: string) => z.string().check(z.regex(/\S/, { error }))

export const acceptedSchema = z.strictObject({
  $schema: z.optional(z.string()),
  findings: z.array(z.strictObject({ id: filled('the id of a finding'), reason: filled('why it is accepted') })),
})

export type AcceptedFile = z.output<typeof acceptedSchema>

/** Reads a file of accepted findings. @throws InputError that names the file, the field, its value and what would be right */
export function readAccepted(file: string): AcceptedFile {
  const { content } = readJsonFile(file)
  return withSubject(file, () => {
    const accepted = readBy(acceptedSchema, content, 'the file')
    requireDistinct(accepted.findings, ({ id }) => id, 'findings: id')
    return accepted
  })
}

export const reasonFor = (id: string, { findings }: AcceptedFile): string | null =>
  findings.find((finding) => finding.id === id)?.reason ?? null

/** The text of a file with the findings that were accepted before and these, each with a reason to fill in. */
export function writeAccepted(before: AcceptedFile, found: readonly { readonly id: string }[]): string {
  const reason = 'to be discussed: write here why it is accepted'
  const added = found.filter(({ id }) => reasonFor(id, before) === null).map(({ id }) => ({ id, reason }))
  return `${JSON.stringify({ ...before, findings: [...before.findings, ...added] }, undefined, 2)}\n`
}
