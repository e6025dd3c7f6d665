import { useEffect, useMemo, useState } from 'preact/hooks'

import { Refusal, send } from '../../state/ask.ts'
import { later } from '../../state/time.ts'
import { type FieldProblem, type JsonProblem, locate, syntaxProblems } from '../../ui/json-problems.ts'
import { isFields } from '../../ui/rule-words.ts'

/** How long the text stays as it is before the fake is asked. */
const quietMs = 250

/** Splits a message of the control plane into its problems. Each begins with its field, or with several. */
function problemsIn(message: string): readonly FieldProblem[] {
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

/** Asks the fake about a scenario. */
async function check(scenario: unknown, signal: AbortSignal): Promise<readonly FieldProblem[]> {
  try {
    const response = await send('POST', '/scenarios/check', { body: scenario, signal })
    const { warnings }: { warnings: readonly string[] } = await response.json()
    return warnings.flatMap(problemsIn).map((problem) => ({ ...problem, isWarning: true }))
  } catch (error) {
    if (error instanceof Refusal) return problemsIn(error.message)
    throw error
  }
}

/**
 * The problems of the text of a scenario: those of its syntax; where it has none, those that the fake finds.
 * @param warnOf a warning about the name of the scenario (none)
 */
export function useProblems(text: string, warnOf: (name: unknown) => string | undefined): readonly JsonProblem[] {
  const syntax = useMemo(() => syntaxProblems(text), [text])
  const [found, setFound] = useState<readonly FieldProblem[]>([])
  const isJson = syntax.length === 0
  useEffect(() => {
    if (!isJson) return undefined
    const controller = new AbortController()
    const cancel = later(quietMs, () => {
      // The shell shows a fake that does not answer.
      void check(JSON.parse(text), controller.signal).then(setFound, () => {})
    })
    return () => {
      cancel()
      controller.abort()
    }
  }, [text, isJson])
  if (!isJson) return syntax
  const warning = warnOf(nameIn(text))
  return locate(text, [
    ...found,
    ...(warning === undefined ? [] : [{ field: 'name', message: warning, isWarning: true }]),
  ])
}

/** The name of the scenario that a JSON text has. */
function nameIn(text: string): unknown {
  const scenario: unknown = JSON.parse(text)
  return isFields(scenario) ? scenario['name'] : undefined
}
