import type { ComponentChildren } from 'preact'

import { counted } from './format.ts'
import { Icon } from './icon.tsx'
import { type JsonProblem, lineOf } from './json-problems.ts'

/** Underlines the problems. */
export function Marks({ text, problems }: { readonly text: string; readonly problems: readonly JsonProblem[] }) {
  const pieces: ComponentChildren[] = []
  let end = 0
  for (const { offset, length, isWarning = false } of problems) {
    if (offset < end) continue
    const stop = Math.max(offset + 1, offset + length)
    pieces.push(
      text.slice(end, offset),
      <mark class={isWarning ? 'doubt' : 'wrong'}>{text.slice(offset, stop) || ' '}</mark>,
    )
    end = stop
  }
  return (
    <pre class="marks" aria-hidden="true">
      {pieces}
      {text.slice(end)}
    </pre>
  )
}

interface ProblemsProps {
  readonly id: string
  readonly text: string
  readonly problems: readonly JsonProblem[]
  readonly onOpen: (problem: JsonProblem) => void
}

/** The problems, each with a button that goes to its place. */
export function Problems({ id, text, problems, onOpen }: ProblemsProps) {
  return (
    <section id={id} class="stack">
      <h2>{problems.length === 0 ? 'No problems' : counted(problems.length, 'problem')}</h2>
      <ul class="problems">
        {problems.map((problem, at) => (
          <li key={at} class={problem.isWarning === true ? 'doubt' : 'wrong'}>
            <Icon name="warning" />
            <button type="button" class="link" onClick={() => onOpen(problem)}>
              <b class="num">Line {lineOf(text, problem.offset)}</b> {problem.message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
