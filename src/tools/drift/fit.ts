import { type Choices, createProfile } from '../../core/assumptions/profile.ts'
import { assumptionIds, register } from '../../core/assumptions/register.ts'
import type { Row } from '../../core/assumptions/row.ts'
import { memoizeByObject } from '../../core/lib/lazily.ts'
import type { JsonObject } from '../../core/lib/merge-patch.ts'
import { compare, type DriftFinding, toShapes } from './compare.ts'
import { type Answer, isForm } from './corpus.ts'
import type { Shape } from './differences.ts'
import { type Form, seenIn } from './form.ts'

/** Makes the OpenAPI document of a fake with some choices. */
export type DocumentOf = (choices: Choices) => Promise<JsonObject>

interface Fit {
  readonly document: JsonObject
  /** What no option explains. */
  readonly findings: readonly DriftFinding[]
  /** Options inferred for rows without a choice, because they explain what would otherwise be findings. */
  readonly explained: Choices
}

/** Validates answers against the document of some choices. A row without a choice gets the option that explains most, if any. */
async function fit(shapes: readonly Shape[], choices: Choices, documentOf: DocumentOf): Promise<Fit> {
  const judge = (explained: Choices, document: JsonObject): Fit => {
    const { listOrder } = createProfile({ ...choices, ...explained })
    return { document, findings: compare(shapes, document, listOrder), explained }
  }
  let best = judge({}, await documentOf(choices))
  // Two rows may explain something only together, in either order.
  for (let before = Infinity; best.findings.length > 0 && best.findings.length < before;) {
    before = best.findings.length
    for (const id of assumptionIds.filter((one) => choices[one] === undefined)) {
      const { options }: Row = register[id]
      for (const option of options === 'whole_number' ? [] : Object.keys(options)) {
        const explained = { ...best.explained, [id]: option }
        const document = await documentOf({ ...choices, ...explained })
        // Most rows change requests only.
        if (id !== 'listOrder' && answersIn(document).text === answersIn(best.document).text) continue
        const other = judge(explained, document)
        if (isBetter(other.findings, best.findings)) best = other
        if (best.findings.length === 0) return best
      }
    }
  }
  return best
}

/** The part of a document that describes answers, as text. */
export const answersIn = memoizeByObject((document: JsonObject) => {
  const { paths, components } = document
  const ignored = new Set(['description', 'examples', 'example', 'parameters', 'requestBody'])
  return { text: JSON.stringify([paths, components], (key, value: unknown) => (ignored.has(key) ? undefined : value)) }
})

/** True for fewer findings, of which none is new. */
function isBetter(found: readonly DriftFinding[], before: readonly DriftFinding[]): boolean {
  const [names, known] = [found.flatMap(placesOf), new Set(before.flatMap(placesOf))]
  return names.length < known.size && names.every((name) => known.has(name))
}

const placesOf = ({ problem, pointer, came, operations, statuses }: DriftFinding): readonly string[] =>
  operations.flatMap((operation) => statuses.map((status) => [problem, pointer, came, operation, status].join(' ')))

export interface DriftReport {
  readonly compared: { readonly answers: number; readonly operations: number; readonly values: number }
  /** What no option of the register explains: the fake cannot answer like this. */
  readonly findings: readonly DriftFinding[]
  /** Inferred options: they explain what would otherwise be a finding. */
  readonly explained: Choices
}

interface Compared {
  readonly answers: readonly Answer[]
  readonly choices: Choices
  readonly documentOf: DocumentOf
}

/** Compares answers with the documents of a fake. */
export async function toDriftReport({ answers, choices, documentOf }: Compared): Promise<DriftReport> {
  const { findings, explained } = await fit(toShapes(answers), choices, documentOf)
  const values = answers.reduce((sum, { body }) => sum + (isForm(body) ? valuesIn(body) : 0), 0)
  const operations = new Set(answers.map(({ operation }) => operation)).size
  return {
    compared: { answers: answers.length, operations, values },
    findings,
    explained,
  }
}

const valuesIn = (form: Form): number =>
  [...Object.values(form.fields ?? {}), ...(form.items === undefined ? [] : [form.items])].reduce(
    (sum, inner) => sum + valuesIn(inner),
    seenIn(form),
  )
