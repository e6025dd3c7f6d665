import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete'
import { findNodeAtLocation, getLocation, type JSONPath, parseTree } from 'jsonc-parser'

import { type Schema, valuesOf } from '../../state/openapi.ts'

/** The variants of a schema, with `anyOf` resolved. */
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

/** The schemas of the value at a path; empty if the schema has no such path. */
export const formsAt = (schema: Schema, path: JSONPath): readonly Schema[] =>
  path.reduce((forms, step) => forms.flatMap((form) => childrenOf(form, step)), formsOf(schema))

/** A new value with its required fields. `${}` marks a place to fill. */
function templateOf(schema: Schema): string {
  const [{ type, required = [] } = {}] = formsOf(schema)
  if (type === 'string') return '"${}"'
  if (type === 'array') return '[${}]'
  const fields = required.map((name) => `${JSON.stringify(name)}: \${}`).join(',\n\t')
  return type === 'object' ? `{\n\t${fields || '${}'}\n}` : '${}'
}

/** What the list shows, what it inserts, and its description. */
type Option = readonly [label: string, template: string, info: string | undefined]

function valueOptions(form: Schema): readonly Option[] {
  const { type, description, required = [] } = form
  const values = valuesOf(form).map((value): Option => [String(value), JSON.stringify(value), description])
  if (values.length > 0 || (type !== 'object' && type !== 'array')) return values
  return [[type === 'array' ? '[ ]' : ['{', ...required, '}'].join(' '), templateOf(form), description]]
}

/** The fields that the object around a name lacks. @param rest the text after the name */
function nameOptions(text: string, rest: string, path: JSONPath, schema: Schema): readonly Option[] {
  const tree = parseTree(text)
  const used = new Set((tree && findNodeAtLocation(tree, path)?.children)?.map((field) => field.children?.[0]?.value))
  const isNamed = /^\s*:/.test(rest)
  return formsAt(schema, path)
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .filter(([name]) => !used.has(name) && !name.startsWith('$'))
    .map(([name, field]) => [name, JSON.stringify(name) + (isNamed ? '' : `: ${templateOf(field)}`), field.description])
}

/** The names and values that a schema allows at a position of a JSON text. */
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
  // After a string, only a comma or a colon may follow.
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
      // A string is replaced with its quotes, including the part after the caret.
      const rest = isText ? view.state.sliceDoc(end).indexOf('"') + 1 : 0
      snippet(template)(view, completion, isText ? start - 1 : start, end + rest)
      // A new empty value has completions too.
      if (template.includes('${}')) startCompletion(view)
    },
  })
  return { from: isText ? offset + 1 : (word?.from ?? pos), validFor: /^[\w-]*$/, options: options.map(optionOf) }
}
