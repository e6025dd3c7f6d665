import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
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

/** The text or word around a place. */
function wordAt(state: EditorState, pos: number) {
  const { from: start, text } = state.doc.lineAt(pos)
  const before = text.slice(0, pos - start)
  const isText = (before.match(/(?<!\\)"/g) ?? []).length % 2 === 1
  const [typed = ''] = (isText ? /[^"]*$/ : /[\w-]*$/).exec(before) ?? []
  const [rest = ''] = (isText ? /^[^"]*"/ : /^[\w-]*/).exec(text.slice(before.length)) ?? []
  return { from: pos - typed.length - (isText ? 1 : 0), to: pos + rest.length, isText, typed }
}

/** The commas and line breaks that are missing before and after an insertion. */
function gapsAt(state: EditorState, from: number, to: number) {
  const head = state.sliceDoc(0, from)
  const tail = state.sliceDoc(to)
  if (head.endsWith('{') && tail.startsWith('}')) return { from, lead: '\n\t', trail: '\n' }
  const trail = /^\s*["{[\w-]/.test(tail) ? ',' : ''
  const end = head.trimEnd()
  if (end === '' || /[{[,:]$/.test(end)) return { from, lead: '', trail }
  return { from: end.length, lead: head.slice(end.length) === ' ' ? ', ' : ',\n', trail }
}

function optionOf(label: string, template: string, info = ''): Completion {
  const apply = (view: EditorView, completion: Completion, _: number, pos: number): void => {
    const word = wordAt(view.state, pos)
    const { from, lead, trail } = gapsAt(view.state, word.from, word.to)
    const inner = lead.endsWith('\t') ? template.replaceAll('\n', '\n\t') : template
    snippet(lead + inner + trail)(view, completion, from, word.to)
    // A new value is empty: it has completions of its own.
    if (template.includes('${}')) startCompletion(view)
  }
  return { label, apply, info }
}

function valueOptions(form: Schema): readonly Completion[] {
  const { type, description, required = [] } = form
  const values = valuesOf(form).map((value) => optionOf(String(value), JSON.stringify(value), description))
  if (values.length > 0 || (type !== 'object' && type !== 'array')) return values
  return [optionOf(type === 'array' ? '[ ]' : ['{', ...required, '}'].join(' '), templateOf(form), description)]
}

/** The names and values that a schema has for a place in a JSON text. */
export function completionsAt({ state, pos, explicit }: CompletionContext, schema: Schema): CompletionResult | null {
  const text = state.doc.toString()
  const { from, to, isText, typed } = wordAt(state, pos)
  // Behind a text, a comma or a colon is due.
  if (!isText && (text[pos - 1] === '"' || (typed === '' && !explicit))) return null
  const { path, isAtPropertyKey } = getLocation(text, pos)
  const holder = path.slice(0, -1)
  const result = { from: pos - typed.length, validFor: /^[\w-]*$/ }
  // After a value without a comma, the next name follows.
  const isName = isAtPropertyKey || (gapsAt(state, from, to).lead.startsWith(',') && typeof path.at(-1) === 'string')
  if (!isName) {
    const forms = formsAt(schema, path).filter(({ type }) => !isText || type === 'string')
    return { ...result, options: forms.flatMap(valueOptions) }
  }
  const tree = parseTree(text)
  const keys = (tree && findNodeAtLocation(tree, holder)?.children)?.flatMap(({ children: [key] = [] }) => key ?? [])
  const used = new Set(keys?.filter(({ offset }) => offset !== from).map(({ value }) => value))
  const names = formsAt(schema, holder).flatMap(({ properties = {} }) => Object.entries(properties))
  const valueOf = (field: Schema): string => (/^\s*:/.test(text.slice(to)) ? '' : `: ${templateOf(field)}`)
  const options = names
    .filter(([name]) => !used.has(name) && !name.startsWith('$'))
    .map(([name, field]) => optionOf(name, JSON.stringify(name) + valueOf(field), field.description))
  return { ...result, options }
}
