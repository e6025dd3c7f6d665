import type { Choices } from '../assumptions/profile.ts'
import { type Change, changesOf } from './changed.ts'
import { type Finding, toShapes } from './compare.ts'
import { type Answer, isForm } from './corpus.ts'
import { type DocumentOf, fit } from './fit.ts'
import { type Form, seenIn } from './form.ts'

/** What a comparison found. */
export interface DriftReport {
  /** How much was compared. */
  readonly compared: { readonly answers: number; readonly operations: number; readonly values: number }
  /** What no option of the register explains, so that the fake cannot answer so. */
  readonly findings: readonly Finding[]
  /** How the service answers otherwise than the corpus. */
  readonly changes: readonly Change[]
  /** Options that the answers do not show by themselves, and that explain what else would be a finding. */
  readonly explained: Choices
}

interface Compared {
  readonly answers: readonly Answer[]
  /** Earlier answers of the service (none). */
  readonly earlier?: readonly Answer[] | undefined
  readonly choices: Choices
  readonly documentOf: DocumentOf
}

export async function toDriftReport({ answers, earlier, choices, documentOf }: Compared): Promise<DriftReport> {
  const { document, findings, explained } = await fit(toShapes(answers), choices, documentOf)
  const values = answers.reduce((sum, { body }) => sum + (isForm(body) ? valuesIn(body) : 0), 0)
  const operations = new Set(answers.map(({ operation }) => operation)).size
  return {
    compared: { answers: answers.length, operations, values },
    findings,
    changes: earlier === undefined ? [] : changesOf(earlier, answers, document),
    explained,
  }
}

const valuesIn = (form: Form): number =>
  [...Object.values(form.fields ?? {}), ...(form.items === undefined ? [] : [form.items])].reduce(
    (sum, inner) => sum + valuesIn(inner),
    seenIn(form),
  )
