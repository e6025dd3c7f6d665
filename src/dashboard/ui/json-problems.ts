import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser'

import type { Path } from './json-schema.ts'

/** Something that is wrong in a JSON text, or in doubt. */
export interface JsonProblem {
  readonly message: string
  readonly isWarning?: boolean
  readonly offset: number
  readonly length: number
}

/** A problem by the field that it is about, such as `rules[0].when`. */
export interface FieldProblem {
  readonly message: string
  readonly isWarning?: boolean
  /** Empty for the value as a whole. */
  readonly field: string
}

/** The messages of syntax errors, by the codes of jsonc-parser. */
const messages: Readonly<Record<number, string>> = {
  1: 'A value has to be a text in quotes, a number, true, false, null, { } or [ ].',
  2: 'This is not a number of JSON.',
  3: 'A name in quotes is missing here, or the comma before is one too many.',
  4: 'A value is missing here, or the comma before is one too many.',
  5: 'A colon is missing after the name.',
  6: 'A comma is missing before this.',
  7: 'A } is missing here.',
  8: 'A ] is missing here.',
  9: 'Nothing may follow the end of the JSON.',
  10: 'JSON has no comments.',
  11: 'JSON has no comments.',
  12: 'The quote at the end of this text is missing.',
  13: 'The rest of this number is missing.',
  14: 'This is not a character code of JSON, such as \\u00e9.',
  15: 'JSON has no such escape: write \\\\ for a backslash.',
  16: 'A text cannot have this character. Write a line break as \\n.',
}

/** The line of a place, from 1. */
export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** The errors of syntax in a JSON text: the first of each line, since the next ones follow from it. */
export function syntaxProblems(text: string): readonly JsonProblem[] {
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true })
  const lines = errors.map(({ offset }) => lineOf(text, offset))
  return errors
    .filter((_, at) => lines.indexOf(lines[at] ?? 0) === at)
    .map(({ error, offset, length }) => ({ message: messages[error] ?? 'This is not JSON.', offset, length }))
}

/** Splits the name of a field (`rules[0].when`) into its steps. */
const stepsOf = (field: string): Path =>
  [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) => (index === undefined ? name : Number(index)))

/** The node of a field; of the nearest that holds it where it is missing. */
function nodeOf(tree: Node, field: string): Node {
  for (let steps = stepsOf(field); steps.length > 0; steps = steps.slice(0, -1)) {
    const found = findNodeAtLocation(tree, [...steps])
    if (found !== undefined) return found
  }
  return tree
}

/** Splits a refusal into its problems. Each begins with its field, or with several. */
export function problemsIn(message: string): readonly FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const part of message.split('; ')) {
    const [, fields] = /^([^\s:]+(?:, [^\s:]+)*): /.exec(part) ?? []
    const last = problems.at(-1)
    if (fields !== undefined) problems.push(...fields.split(', ').map((field) => ({ field, message: part })))
    else if (last === undefined) problems.push({ field: '', message: part })
    else problems[problems.length - 1] = { ...last, message: `${last.message}; ${part}` }
  }
  return problems
}

/** Finds the places of problems in a JSON text: a field by its name and value, one that holds a missing field by its name. */
export function locate(text: string, problems: readonly FieldProblem[]): readonly JsonProblem[] {
  const tree = parseTree(text)
  if (tree === undefined) return []
  const located = problems.map(({ field, ...problem }) => {
    const node = nodeOf(tree, field)
    const isLong = node.type === 'object' || node.type === 'array'
    const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
    const { offset, length } = isLong ? (key ?? { offset: node.offset, length: 1 }) : node
    return { ...problem, offset, length }
  })
  return located.toSorted((a, b) => a.offset - b.offset)
}
