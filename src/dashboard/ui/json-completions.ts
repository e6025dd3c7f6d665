import { createScanner, findNodeAtLocation, getLocation, parseTree } from 'jsonc-parser'

import { formsAt, formsOf, type JsonSchema, kindOf, type NamedSchemas, valuesOf } from './json-schema.ts'

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
function snippetOf(forms: readonly JsonSchema[], indent: string, named: NamedSchemas): string {
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

function nameCandidates(forms: readonly JsonSchema[], used: ReadonlySet<string>, indent: string, named: NamedSchemas) {
  return forms
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .filter(([name]) => !used.has(name) && !name.startsWith('$'))
    .map(([name, schema]): Candidate => {
      const forms = formsOf(schema, named)
      const text = `${JSON.stringify(name)}: ${snippetOf(forms, indent, named)}`
      return { label: name, kind: kindOf(forms), description: schema.description, text }
    })
}

function valueCandidates(forms: readonly JsonSchema[], indent: string, named: NamedSchemas): readonly Candidate[] {
  return forms.flatMap((form): readonly Candidate[] => {
    const { description, type, required = [] } = form
    const values = valuesOf(form)
    if (values.length > 0) {
      return values.map((value) => {
        const text = JSON.stringify(value)
        return { label: typeof value === 'string' ? value : text, kind: kindOf([form]), description, text }
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

/** What the editor offers at a place of a JSON text. */
export function completionsAt(text: string, offset: number, schema: JsonSchema, named: NamedSchemas): Completions {
  const token = tokenAt(text, offset)
  const { path, isAtPropertyKey } = getLocation(text, offset)
  const indent = /^ */.exec(text.slice(text.lastIndexOf('\n', token.from - 1) + 1))?.[0] ?? ''
  const typed = text.slice(token.from + (token.isText ? 1 : 0), offset)
  const rest = text.slice(token.to)
  if (!isAtPropertyKey) {
    const all = valueCandidates(formsAt(schema, path, named), indent, named)
    const candidates = token.isText ? all.filter((one) => one.text.startsWith('"')) : all
    return fit(text, token, matching(candidates, typed), indent)
  }
  const holder = path.slice(0, -1)
  const tree = parseTree(text)
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, holder)
  const names = node?.children?.flatMap(({ children: [key] = [] }) => (key === undefined ? [] : [key])) ?? []
  const used = names.filter((key) => key.offset !== token.from).map((key) => String(key.value))
  const candidates = nameCandidates(formsAt(schema, holder, named), new Set(used), indent, named)
  const hasValue = /^\s*:/.test(rest)
  const found = matching(candidates, typed)
  return fit(text, token, hasValue ? found.map(({ label, ...one }) => ({ ...one, label, text: `"${label}"` })) : found, indent)
}

/** Puts the commas around a new name or value that are missing. */
function fit(text: string, { from, to }: Token, candidates: readonly Candidate[], indent: string): Completions {
  const before = text.slice(0, from).trimEnd()
  const gap = text.slice(before.length, from)
  const lacksComma = before !== '' && !/[{[,:]$/.test(before)
  const lead = lacksComma ? `,${gap === '' ? `\n${indent}` : gap}` : ''
  const trail = /^\s*["{[\w-]/.test(text.slice(to)) ? ',' : ''
  const items = candidates.map((candidate) => {
    const whole = lead + candidate.text + trail
    const place = whole.indexOf(caretMark)
    const inserted = whole.replaceAll(caretMark, '')
    return { ...candidate, text: inserted, caret: place === -1 ? inserted.length : place }
  })
  return { from: lacksComma ? before.length : from, to, items }
}
