import type { Diagnostic } from '@codemirror/lint'
import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

import { api } from '../../state/api.ts'
import { ProblemError } from '../../state/ask.ts'
import { messageOf } from '../../state/use-loaded.ts'
import { placeOf } from '../../ui/json.ts'

/** Splits an error or warning into its problems. Each begins with its fields. */
const toDiagnostics = (text: string, messages: string, severity: Diagnostic['severity']): Diagnostic[] =>
  messages.split(/; (?=[^\s:]+(?:, [^\s:]+)*: )/).map((message) => {
    const [field = ''] = /^[^\s:,]+(?=[:,])/.exec(message) ?? []
    return { ...placeOf(text, field), severity, message }
  })

/** The first syntax error of a scenario, or the problems that the fake finds. @param taken the existing names */
export async function problemsOf(text: string, taken: readonly string[]): Promise<readonly Diagnostic[]> {
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true })
  const [wrong] = errors
  if (wrong !== undefined) {
    const message = printParseErrorCode(wrong.error).replaceAll(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    return [{ from: wrong.offset, to: wrong.offset + wrong.length, severity: 'error', message }]
  }
  try {
    const { name, ...rest }: { name: string } = JSON.parse(text)
    const { warnings } = await api('POST /scenarios/check', { body: { name, ...rest }, changesNothing: true })
    const replaced = taken.includes(name) ? [`name: saving replaces the existing ${name}`] : []
    return [...warnings, ...replaced].flatMap((warning) => toDiagnostics(text, warning, 'warning'))
  } catch (error) {
    return toDiagnostics(text, messageOf(error), error instanceof ProblemError ? 'error' : 'warning')
  }
}
