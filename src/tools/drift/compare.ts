import { type Choices, createProfile } from '../../core/assumptions/profile.ts'
import type { Profile } from '../../core/assumptions/register.ts'
import { grouped } from '../../core/lib/grouped.ts'
import { isJsonObject, type JsonObject } from '../../core/lib/merge-patch.ts'
import { own } from '../../core/lib/own.ts'
import { type Answer, isForm } from './corpus.ts'
import { type Difference, differencesOf, type Shape } from './differences.ts'
import { type Form, mergeForms, seenIn, total } from './form.ts'
import { resolved } from './mismatches.ts'

/** A difference between the answers and a document. */
export interface DriftFinding extends Omit<Difference, 'path'> {
  /** JSON pointer into the body, with `*` for each item of an array; `/headers/NAME` for a header, `:status` for the status. */
  readonly pointer: string
  /** The number of places checked. */
  readonly of: number
  readonly operations: readonly string[]
  readonly statuses: readonly number[]
}

/** Groups answers that differ only in how often each kind occurs. */
function toShapes(answers: readonly Answer[]): readonly Shape[] {
  const groups = grouped(answers, ({ body, ...answer }) =>
    [
      JSON.stringify(answer),
      JSON.stringify(body, (_, value: unknown) => (typeof value === 'number' ? 1 : value)),
    ].join(),
  )
  return [...groups.values()].map((same) => {
    const forms = same.map(({ body }) => body).filter(isForm)
    return { ...same[0], answers: same.length, body: forms.length === 0 ? same[0].body : mergeForms(forms) }
  })
}

export type DriftReport = Readonly<ReturnType<typeof toDriftReport>>

/** Compares answers with the OpenAPI document of a fake. @param choices of the fake: the order of lists is in no document */
export function toDriftReport(answers: readonly Answer[], document: JsonObject, choices: Choices) {
  const values = total(answers.map(({ body }) => (isForm(body) ? valuesIn(body) : 0)))
  const operations = new Set(answers.map(({ operation }) => operation)).size
  const compared = { answers: answers.length, operations, values }
  return { compared, findings: findingsIn(toShapes(answers), document, createProfile(choices)) }
}

function valuesIn(form: Form): number {
  const inner = [...Object.values(form.fields ?? {}), ...(form.items === undefined ? [] : [form.items])]
  return seenIn(form) + total(inner.map(valuesIn))
}

function findingsIn(
  shapes: readonly Shape[],
  document: JsonObject,
  { listOrder }: Pick<Profile, 'listOrder'>,
): readonly DriftFinding[] {
  const responses = responsesIn(document)
  const all = shapes.flatMap((shape) =>
    differencesOf(shape, document, responses.get(shape.operation) ?? {}, listOrder).map((found) => ({ shape, found })),
  )
  const groups = grouped(all, ({ found: { problem, path, expected, came } }) =>
    JSON.stringify([problem, path, expected, problem === 'unknown' ? '' : came]),
  )
  return [...groups.values()].map((same) => {
    const [{ found }] = same
    const { path, ...rest } = found
    const places = new Set(same.map(({ shape: { operation, status } }) => `${operation} ${status}`))
    const looked = shapes.filter(({ operation, status }) => places.has(`${operation} ${status}`))
    const seen = total(same.map((one) => one.found.seen))
    return {
      ...rest,
      came: [...new Set(same.flatMap((one) => one.found.came.split(' or ')))].toSorted().join(' or '),
      pointer: pointerOf(path),
      seen,
      of: Math.max(seen, total(looked.map((shape) => placesIn(shape, found)))),
      operations: [...new Set(same.map(({ shape }) => shape.operation))].toSorted(),
      statuses: [...new Set(same.map(({ shape }) => shape.status))].toSorted((a, b) => a - b),
    }
  })
}

function responsesIn(document: JsonObject): ReadonlyMap<string, JsonObject> {
  const paths = Object.values(resolved(document, document['paths'])).filter(isJsonObject)
  const operations = paths.flatMap((path) => Object.values(path)).filter(isJsonObject)
  return new Map(operations.map(({ operationId, responses }) => [String(operationId), resolved(document, responses)]))
}

function pointerOf(path: readonly string[]): string {
  if (path[0]?.startsWith(':') === true) return path.join('/')
  return path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Counts the places where a difference could occur: values, objects that have or lack a field, or answers. */
function placesIn({ body, answers, paging, order }: Shape, { problem, path }: Difference): number {
  if (problem === 'page size') return paging === undefined ? 0 : answers
  if (problem === 'order') return order === undefined ? 0 : answers
  const at = (where: readonly string[]): Form | undefined => (isForm(body) ? formAt(body, where) : undefined)
  if (problem === 'unknown' || problem === 'missing') return at(path.slice(0, -1))?.kinds['object'] ?? 0
  if (problem !== 'kind' && problem !== 'value') return answers
  return seenIn(at(path) ?? { kinds: {} })
}

function formAt(form: Form, path: readonly string[]): Form | undefined {
  return path.reduce<Form | undefined>((inner, name) => {
    if (name === '*' && inner?.items !== undefined) return inner.items
    return own(inner?.fields, name)
  }, form)
}
