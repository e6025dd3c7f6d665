import type { Diagnostic } from '@codemirror/lint'
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

import { Refusal, send } from '../../state/ask.ts'
import { messageOf } from '../../state/use-loaded.ts'

/** The place of a field (`rules[0].when`): its value, the name of a long one, or what holds a missing one. */
export function placeOf(text: string, field: string): { readonly from: number; readonly to: number } {
  const tree = parseTree(text)
  if (tree === undefined) return { from: 0, to: 0 }
  const steps = [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, at]) => (at === undefined ? name : Number(at)))
  const nodes = steps.map((_, at) => findNodeAtLocation(tree, steps.slice(0, steps.length - at)))
  const node = nodes.find((found) => found !== undefined) ?? tree
  const isLong = node.type === 'object' || node.type === 'array'
  const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
  const { offset, length } = isLong ? (key ?? { offset: node.offset, length: 1 }) : node
  return { from: offset, to: offset + length }
}

/** Splits a refusal or warning into its problems. Each begins with its field, or with several. */
function problemsSaid(text: string, message: string, severity: Diagnostic['severity']): Diagnostic[] {
  const problems: Diagnostic[] = []
  for (const part of message.split('; ')) {
    const [, fields] = /^([^\s:]+(?:, [^\s:]+)*): /.exec(part) ?? []
    const last = problems.at(-1)
    const places = (fields ?? '').split(', ').map((field) => placeOf(text, field))
    if (fields === undefined && last !== undefined) last.message += `; ${part}`
    else problems.push(...places.map((place) => ({ ...place, severity, message: part })))
  }
  return problems.toSorted((a, b) => a.from - b.from)
}

/** The problems of a scenario: those of its syntax; where it has none, those that the fake finds. @param warning of the page */
export async function problemsOf(text: string, warning: (scenario: unknown) => string[]): Promise<Diagnostic[]> {
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true })
  const syntax = errors.map(({ error, offset: from, length }): Diagnostic => {
    const words = printParseErrorCode(error).replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    const message = /name|Value/.test(words) ? `${words}, or the comma before is one too many` : words
    return { from, to: from + length, severity: 'error', message }
  })
  // The next ones of a line follow from its first.
  const isFirst = (at: number): boolean => at === 0 || text.slice(syntax[at - 1]?.from, syntax[at]?.from).includes('\n')
  if (syntax.length > 0) return syntax.filter((_, at) => isFirst(at))
  try {
    const scenario: unknown = JSON.parse(text)
    const response = await send('POST', '/scenarios/check', { body: scenario })
    const { warnings }: { warnings: string[] } = await response.json()
    return [...warnings, ...warning(scenario)].flatMap((one) => problemsSaid(text, one, 'warning'))
  } catch (error) {
    return problemsSaid(text, messageOf(error), error instanceof Refusal ? 'error' : 'warning')
  }
}
