import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete'
import { findNodeAtLocation, getLocation, type JSONPath, parseTree } from 'jsonc-parser'

import { type Schema, valuesOf } from '../../state/openapi.ts'

/** The forms that a value may have: without `anyOf`. */
const formsOf = ({ anyOf, ...rest }: Schema): readonly Schema[] =>
  anyOf?.flatMap((form) => formsOf({ ...rest, ...form })) ?? [rest]

function childrenOf(
  { properties = {}, additionalProperties, items }: Schema,
  step: string | number,
): readonly Schema[] {
  const named = Object.hasOwn(properties, step) ? properties[step] : additionalProperties
  const child = typeof step === 'number' ? items : named
  return typeof child === 'object' ? formsOf(child) : []
}

/** The forms of the value at a path; none where the schema has no such place. */
export const formsAt = (schema: Schema, path: JSONPath): readonly Schema[] =>
  path.reduce((forms, step) => forms.flatMap((form) => childrenOf(form, step)), formsOf(schema))

/** A new value with the names that it requires. `${}` marks a place to fill. */
function templateOf(schema: Schema): string {
  const [{ type, required = [] } = {}] = formsOf(schema)
  if (type === 'string') return '"${}"'
  if (type === 'array') return '[${}]'
  const fields = required.map((name) => `${JSON.stringify(name)}: \${}`).join(',\n\t')
  return type === 'object' ? `{\n\t${fields || '${}'}\n}` : '${}'
}

/** What a list shows, what it inserts, and what that is for. */
type Option = readonly [label: string, template: string, info: string | undefined]

function valueOptions(form: Schema): readonly Option[] {
  const { type, description, required = [] } = form
  const values = valuesOf(form).map((value): Option => [String(value), JSON.stringify(value), description])
  if (values.length > 0 || (type !== 'object' && type !== 'array')) return values
  return [[type === 'array' ? '[ ]' : ['{', ...required, '}'].join(' '), templateOf(form), description]]
}

/** The fields that the object around a name does not have yet. @param rest what follows the name */
function nameOptions(text: string, rest: string, path: JSONPath, schema: Schema): readonly Option[] {
  const tree = parseTree(text)
  const used = new Set((tree && findNodeAtLocation(tree, path)?.children)?.map((field) => field.children?.[0]?.value))
  const isNamed = /^\s*:/.test(rest)
  return formsAt(schema, path)
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .filter(([name]) => !used.has(name) && !name.startsWith('$'))
    .map(([name, field]) => [name, JSON.stringify(name) + (isNamed ? '' : `: ${templateOf(field)}`), field.description])
}

/** The names and values that a schema has for a place in a JSON text. */
export function completionsAt(context: CompletionContext, schema: Schema): CompletionResult | null {
  const { state, pos, explicit } = context
  const text = state.doc.toString()
  const {
    path,
    isAtPropertyKey,
    previousNode: { offset, length } = { offset: pos, length: 0 },
  } = getLocation(text, pos)
  const isText = offset < pos && pos < offset + length
  const word = context.matchBefore(/[\w-]+/)
  // Behind a text, a comma or a colon is due.
  if (!isText && (text[pos - 1] === '"' || (word === null && !explicit))) return null
  const options = isAtPropertyKey
    ? nameOptions(text, text.slice(isText ? offset + length : pos), path.slice(0, -1), schema)
    : formsAt(schema, path)
        .filter(({ type }) => !isText || type === 'string')
        .flatMap(valueOptions)
  const optionOf = ([label, template, info = '']: Option): Completion => ({
    label,
    info,
    apply: (view, completion, start, end) => {
      // A text goes with its quotes, and with what is right of the caret.
      const rest = isText ? view.state.sliceDoc(end).indexOf('"') + 1 : 0
      snippet(template)(view, completion, isText ? start - 1 : start, end + rest)
      // A new value is empty: it has completions of its own.
      if (template.includes('${}')) startCompletion(view)
    },
  })
  return { from: isText ? offset + 1 : (word?.from ?? pos), validFor: /^[\w-]*$/, options: options.map(optionOf) }
}
