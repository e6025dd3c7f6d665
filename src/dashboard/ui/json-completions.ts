import { createScanner, findNodeAtLocation, getLocation, parseTree } from 'jsonc-parser'

import type { NamedSchemas, Schema } from '../state/openapi.ts'
import { formsAt, formsOf, typeText, type Path, valuesOf } from './json-schema.ts'

/** A text that the editor offers to insert. */
export interface Completion {
  readonly label: string
  /** The kind of the value, such as `text`. */
  readonly kind: string
  readonly description: string | undefined
  readonly text: string
  /** The place of the caret in the text, once it is inserted. */
  readonly caret: number
}

/** Completions, and the part of the text that one of them replaces. */
export interface Completions {
  readonly from: number
  readonly to: number
  readonly items: readonly Completion[]
}

/** A name or value before it is fitted into the text. */
type Candidate = Omit<Completion, 'caret'>

/** Marks the place of the caret in a snippet. */
const caretMark = '\u0000'

interface Token {
  readonly from: number
  readonly to: number
  readonly isText: boolean
}

/** The text or word that the caret is in; an empty one where it is in none. */
function tokenAt(text: string, offset: number): Token {
  const scanner = createScanner(text)
  while (scanner.getPosition() < offset) {
    scanner.scan()
    const from = scanner.getTokenOffset()
    const to = scanner.getPosition()
    if (to < offset) continue
    const token = text.slice(from, to)
    const isOpen = token === '"' || !token.endsWith('"')
    // The rest of the line belongs to a text without an end, but it was not meant to.
    if (token.startsWith('"') && (isOpen || offset < to)) return { from, to: isOpen ? offset : to, isText: true }
    if (/^[\w-]/.test(token)) return { from, to, isText: false }
  }
  return { from: offset, to: offset, isText: false }
}

/** The text of a new value, with a mark for the caret. */
function snippetOf(forms: readonly Schema[], indent: string, named: NamedSchemas): string {
  const [form = {}] = forms
  const inner = `${indent}  `
  if (form.type === 'string' || typeof valuesOf(form)[0] === 'string') return `"${caretMark}"`
  if (form.type === 'array') {
    const item = snippetOf(formsOf(form.items ?? {}, named), inner, named)
    return item.startsWith('{') ? `[\n${inner}${item}\n${indent}]` : `[${item}]`
  }
  if (form.type !== 'object') return caretMark
  const fields = (form.required ?? []).map((name) => {
    const value = snippetOf(formsAt(form, [name], named), inner, named)
    return `${JSON.stringify(name)}: ${value}`
  })
  return `{\n${inner}${fields.length === 0 ? caretMark : fields.join(`,\n${inner}`)}\n${indent}}`
}

function nameCandidates(forms: readonly Schema[], used: ReadonlySet<string>, indent: string, named: NamedSchemas) {
  return forms
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .filter(([name]) => !used.has(name) && !name.startsWith('$'))
    .map(([name, schema]): Candidate => {
      const forms = formsOf(schema, named)
      const text = `${JSON.stringify(name)}: ${snippetOf(forms, indent, named)}`
      return { label: name, kind: typeText(forms), description: schema.description, text }
    })
}

function valueCandidates(forms: readonly Schema[], indent: string, named: NamedSchemas): readonly Candidate[] {
  return forms.flatMap((form): readonly Candidate[] => {
    const { description, type, required = [] } = form
    const values = valuesOf(form)
    if (values.length > 0) {
      return values.map((value) => {
        const text = JSON.stringify(value)
        return { label: typeof value === 'string' ? value : text, kind: typeText([form]), description, text }
      })
    }
    if (type !== 'object' && type !== 'array') return []
    const label = type === 'array' ? '[ ]' : required.length === 0 ? '{ }' : `{ ${required.join(', ')} }`
    return [{ label, kind: type, description, text: snippetOf([form], indent, named) }]
  })
}

/** The candidates that what was typed may become: those that begin with it first. */
function matching(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  const wanted = typed.toLowerCase()
  const placeOf = ({ label }: Candidate): number => label.toLowerCase().indexOf(wanted)
  const distinct = candidates.filter(({ text }, at) => candidates.findIndex((other) => other.text === text) === at)
  const found = distinct.filter((candidate) => placeOf(candidate) >= 0)
  return [...found.filter((one) => placeOf(one) === 0), ...found.filter((one) => placeOf(one) > 0)]
}

/** What stands around an insertion: the commas and line breaks that are missing. */
interface Surroundings {
  readonly from: number
  readonly indent: string
  readonly lead: string
  readonly trail: string
}

function surroundingsOf(text: string, { from, to }: Token): Surroundings {
  const [indent = ''] = /^ */.exec(text.slice(text.lastIndexOf('\n', from - 1) + 1)) ?? []
  const inner = `${indent}  `
  const after = text.slice(to)
  if (text[from - 1] === '{' && after.startsWith('}')) {
    return { from, indent: inner, lead: `\n${inner}`, trail: `\n${indent}` }
  }
  const before = text.slice(0, from).trimEnd()
  const gap = text.slice(before.length, from)
  const trail = /^\s*["{[\w-]/.test(after) ? ',' : ''
  if (before === '' || /[{[,:]$/.test(before)) return { from, indent, lead: '', trail }
  return { from: before.length, indent, lead: `,${gap === '' ? `\n${indent}` : gap}`, trail }
}

function fit(candidates: readonly Candidate[], { lead, trail }: Surroundings): readonly Completion[] {
  return candidates.map((candidate) => {
    const whole = lead + candidate.text + trail
    const place = whole.indexOf(caretMark)
    const text = whole.replaceAll(caretMark, '')
    return { ...candidate, text, caret: place === -1 ? text.length : place }
  })
}

/** The names of the object at a path, without the one that begins at a place. */
function namesBeside(text: string, path: Path, from: number): ReadonlySet<string> {
  const tree = parseTree(text)
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, [...path])
  const keys = node?.children?.flatMap(({ children: [key] = [] }) => key ?? []) ?? []
  return new Set(keys.filter(({ offset }) => offset !== from).map(({ value }) => String(value)))
}

/** What the editor offers at a place of a JSON text. */
export function completionsAt(text: string, offset: number, schema: Schema, named: NamedSchemas): Completions {
  const token = tokenAt(text, offset)
  const { from, to, isText } = token
  const { path, isAtPropertyKey } = getLocation(text, offset)
  const around = surroundingsOf(text, token)
  // Behind a text, a comma or a colon is due.
  if (!isText && text[offset - 1] === '"') return { from, to, items: [] }
  const typed = text.slice(from + (isText ? 1 : 0), offset)
  const found = (candidates: readonly Candidate[]): Completions => {
    return { from: around.from, to, items: fit(matching(candidates, typed), around) }
  }
  // After a value without a comma, the next name follows.
  if (isAtPropertyKey || (around.lead.startsWith(',') && typeof path.at(-1) === 'string')) {
    const holder = path.slice(0, -1)
    const names = nameCandidates(formsAt(schema, holder, named), namesBeside(text, holder, from), around.indent, named)
    const hasValue = /^\s*:/.test(text.slice(to))
    return found(hasValue ? names.map((name) => ({ ...name, text: JSON.stringify(name.label) })) : names)
  }
  const values = valueCandidates(formsAt(schema, path, named), around.indent, named)
  return found(isText ? values.filter((value) => value.text.startsWith('"')) : values)
}
