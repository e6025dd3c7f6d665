import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'

import type { NamedSchemas, Schema } from '../state/openapi.ts'
import { Coloured } from './code.tsx'
import { CompletionList, useCompletions } from './completion-list.tsx'
import { counted } from './format.ts'
import { Icon } from './icon.tsx'
import { CursorHelp } from './json-cursor-help.tsx'
import { type JsonProblem, lineOf } from './json-problems.ts'
import { replaceText } from './replace-text.ts'

import './json-editor.css'

interface JsonEditorProps {
  readonly label: string
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly onInput: (text: string) => void
  /** The schema of the JSON; undefined while it is loaded. */
  readonly schema: Schema | undefined
  readonly named: NamedSchemas
  readonly problems: readonly JsonProblem[]
}

/** An editor for JSON, with completion by a schema and with problems at their places. */
export function JsonEditor({ label, area, text, onInput, schema, named, problems }: JsonEditorProps) {
  const id = useId()
  const caret = useCaret(area)
  const { list, open, close, accept, onKey } = useCompletions(area, schema, named)
  const onKeyDown = useKeys(area, onKey)
  const goTo = ({ offset, length }: JsonProblem): void => {
    area.current?.focus()
    area.current?.setSelectionRange(offset, offset + length)
  }
  return (
    <div class="json-editor">
      <div class="scroller">
        <Gutter text={text} problems={problems} />
        <div class="text">
          <pre aria-hidden="true">
            <Coloured text={`${text}\n`} />
          </pre>
          <Marks text={text} problems={problems} />
          <textarea
            ref={area}
            id={id}
            value={text}
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            aria-label={label}
            aria-invalid={problems.some(({ isWarning = false }) => !isWarning)}
            aria-describedby={`${id}-problems ${id}-hint`}
            aria-autocomplete="list"
            aria-controls={list === undefined ? undefined : `${id}-list`}
            aria-activedescendant={list === undefined ? undefined : `${id}-list-${list.index}`}
            onKeyDown={onKeyDown}
            onBlur={close}
            onPointerDown={close}
            onInput={(event) => {
              onInput(event.currentTarget.value)
              const isDeleted = event.inputType.startsWith('delete')
              if (isDeleted ? list !== undefined : /^["\w]$/.test(event.data ?? '')) open()
              else close()
            }}
          />
          {list === undefined ? null : (
            <CompletionList id={`${id}-list`} list={list} {...positionOf(text, list.from)} onAccept={accept} />
          )}
        </div>
      </div>
      <div class="beside stack" role="group" aria-label="Help and problems" tabIndex={0}>
        <Problems id={`${id}-problems`} text={text} problems={problems} onOpen={goTo} />
        {schema === undefined ? null : <CursorHelp text={text} caret={caret} schema={schema} named={named} />}
        <p id={`${id}-hint`} class="hint muted">
          Ctrl+Space completes. Tab indents; Escape, then Tab, leaves the editor.
        </p>
      </div>
    </div>
  )
}

/** The line and the column of a place, from 0. */
function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: lineOf(text, offset) - 1, column: before.length - before.lastIndexOf('\n') - 1 }
}

/** The place of the caret in a text area. */
function useCaret(area: RefObject<HTMLTextAreaElement | null>): number {
  const [caret, setCaret] = useState(0)
  useEffect(() => {
    const look = (): void => {
      if (area.current !== null && document.activeElement === area.current) setCaret(area.current.selectionStart)
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [area])
  return caret
}

/** Keys of the editor: Enter and Tab indent. After Escape, and before anything else was pressed, Tab leaves, so that it traps nobody. */
function useKeys(
  area: RefObject<HTMLTextAreaElement | null>,
  onCompletionKey: (event: KeyboardEvent) => boolean,
): (event: KeyboardEvent) => void {
  const isLeaving = useRef(true)
  return (event) => {
    const element = area.current
    if (element === null || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
    if (onCompletionKey(event)) {
      event.preventDefault()
      event.stopPropagation()
      isLeaving.current = false
      return
    }
    const { selectionStart: from, selectionEnd: to, value } = element
    if (event.key === 'Tab' && (event.shiftKey || isLeaving.current)) {
      isLeaving.current = true
      return
    }
    isLeaving.current = event.key === 'Escape'
    if (event.key === 'Tab') {
      event.preventDefault()
      replaceText(element, from, to, '  ')
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      breakLine(element, from, to, value)
    }
  }
}

/** Begins a line with the indentation of the last, and two more after an opening bracket. */
function breakLine(area: HTMLTextAreaElement, from: number, to: number, value: string): void {
  const before = value.slice(0, from)
  const indent = /^ */.exec(before.slice(before.lastIndexOf('\n') + 1))?.[0] ?? ''
  const opens = /[{[]\s*$/.test(before)
  const closes = opens && /^\s*[}\]]/.test(value.slice(to))
  const inner = opens ? `\n${indent}  ` : `\n${indent}`
  replaceText(area, from, to, closes ? `${inner}\n${indent}` : inner, inner.length)
}

function Gutter({ text, problems }: { readonly text: string; readonly problems: readonly JsonProblem[] }) {
  const kinds = new Map(
    problems.toReversed().map(({ offset, isWarning = false }) => [lineOf(text, offset), isWarning ? 'doubt' : 'wrong']),
  )
  return (
    <ol class="gutter" aria-hidden="true">
      {text.split('\n').map((_, at) => (
        <li key={at} class={kinds.get(at + 1)}>
          {at + 1}
        </li>
      ))}
    </ol>
  )
}

/** Underlines the problems. */
function Marks({ text, problems }: { readonly text: string; readonly problems: readonly JsonProblem[] }) {
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
function Problems({ id, text, problems, onOpen }: ProblemsProps) {
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
