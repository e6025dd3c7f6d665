import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

import type { NamedSchemas, Schema } from '../state/openapi.ts'
import { type Completion, type Completions, completionsAt } from './json-completions.ts'
import { replaceText } from './replace-text.ts'

/** Completions, and which of them is active. */
interface OpenList extends Completions {
  readonly index: number
}

/** The completions of a text area: when they open, and what keys do. */
export function useCompletions(
  area: RefObject<HTMLTextAreaElement | null>,
  schema: Schema | undefined,
  named: NamedSchemas,
) {
  const [list, setList] = useState<OpenList>()
  const close = (): void => setList(undefined)
  const open = (): void => {
    if (area.current === null || schema === undefined) return
    const { value, selectionStart } = area.current
    const found = completionsAt(value, selectionStart, schema, named)
    setList(found.items.length === 0 ? undefined : { ...found, index: 0 })
  }
  const accept = ({ text, caret }: Completion): void => {
    if (area.current === null || list === undefined) return
    replaceText(area.current, list.from, list.to, text, caret)
    // A new value is empty: it has completions of its own.
    if (caret < text.length) open()
    else close()
  }
  /** @returns true for a key that the list takes */
  const onKey = ({ key, ctrlKey }: KeyboardEvent): boolean => {
    if (ctrlKey && key === ' ') open()
    else if (list === undefined) return false
    else if (key === 'Escape') close()
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const { length } = list.items
      setList({ ...list, index: (list.index + (key === 'ArrowDown' ? 1 : length - 1)) % length })
    } else if (key === 'Enter' || key === 'Tab') {
      const active = list.items[list.index]
      if (active !== undefined) accept(active)
    } else {
      if (/^(?:Arrow|Home|End|Page)/.test(key)) close()
      return false
    }
    return true
  }
  return { list, open, close, accept, onKey }
}

interface CompletionListProps {
  readonly id: string
  readonly list: OpenList
  /** The line and column of the text that is completed, from 0. */
  readonly line: number
  readonly column: number
  readonly onAccept: (completion: Completion) => void
}

/** The list below the caret; above it where there is no room. */
export function CompletionList({ id, list, line, column, onAccept }: CompletionListProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = (): void => {
      if (anchor.current === null || popup.current === null) return
      const { left, top, bottom } = anchor.current.getBoundingClientRect()
      const { width, height } = popup.current.getBoundingClientRect()
      const isBelow = bottom + height < innerHeight || top < height
      popup.current.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
      popup.current.style.top = `${isBelow ? bottom : top - height}px`
    }
    place()
    popup.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
    addEventListener('scroll', place, { capture: true, passive: true })
    return () => removeEventListener('scroll', place, { capture: true })
  })
  const active = list.items[list.index]
  return (
    <>
      <span ref={anchor} class="anchor" style={{ left: `${column}ch`, top: `${line}lh` }} />
      <div ref={popup} class="completions">
        <div id={id} class="options" role="listbox" aria-label="Completions">
          {list.items.map((item, at) => (
            <div
              key={item.text}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === list.index}
              onMouseDown={(event) => {
                // The editor keeps the focus.
                event.preventDefault()
                onAccept(item)
              }}
            >
              <span class="mono">{item.label}</span>
              <span class="muted">{item.kind}</span>
            </div>
          ))}
        </div>
        {active?.description === undefined ? null : <p class="muted">{active.description}</p>}
      </div>
    </>
  )
}
