import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

import { hrefOf } from '../state/route.ts'
import { Button } from './button.tsx'

interface ViewProps {
  readonly title: string
  /** A sentence that says what the view is for. */
  readonly lead?: ComponentChildren
  readonly actions?: ComponentChildren
  /** True for a view as high as the window, with lists that scroll in it. */
  readonly isFull?: boolean
  readonly children: ComponentChildren
}

/** A view: its title, its actions, and its content. */
export function View({ title, lead, actions, isFull = false, children }: ViewProps) {
  return (
    <div class={isFull ? 'view full' : 'view'}>
      <header>
        <div>
          <h1>{title}</h1>
          {lead === undefined ? null : <p>{lead}</p>}
        </div>
        {actions === undefined ? null : <div class="row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface PanelProps {
  readonly title?: ComponentChildren
  readonly actions?: ComponentChildren
  /** True for content that brings its own space, such as a table. */
  readonly isFlush?: boolean
  readonly children: ComponentChildren
}

/** A part of a view. */
export function Panel({ title, actions, isFlush = false, children }: PanelProps) {
  return (
    <section class="panel">
      {title === undefined ? null : (
        <header>
          <h2>{title}</h2>
          {actions === undefined ? null : <div class="row">{actions}</div>}
        </header>
      )}
      {isFlush ? children : <div class="body">{children}</div>}
    </section>
  )
}

/** Gives the focus back to the item of a list that is open. */
function focusOpenItem(): void {
  document.querySelector<HTMLElement>('.split :is(a[aria-current], [aria-current] button)')?.focus()
}

/** One item of a list, opened beside it; on a narrow screen above it. */
export function Detail({
  title,
  actions,
  onClose,
  children,
}: {
  readonly title: ComponentChildren
  readonly actions?: ComponentChildren
  readonly onClose: () => void
  readonly children: ComponentChildren
}) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const detail = element.current
    // On a narrow screen it covers the list.
    if (detail !== null && getComputedStyle(detail).position === 'fixed') detail.querySelector('button')?.focus()
  }, [])
  const close = (): void => {
    if (element.current?.contains(document.activeElement) === true) focusOpenItem()
    onClose()
  }
  useEffect(() => {
    const closeByKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && document.querySelector('dialog[open], :popover-open') === null) close()
    }
    document.addEventListener('keydown', closeByKey)
    return () => document.removeEventListener('keydown', closeByKey)
  })
  return (
    <aside ref={element} class="panel detail" aria-label="Details">
      <header>
        <h2 class="break">{title}</h2>
        <div class="row">
          {actions}
          <Button kind="quiet" icon="close" label="Close details" onClick={close} />
        </div>
      </header>
      {/* Scrolls, so the keyboard must be able to get there. */}
      <div class="body stack" tabIndex={0} role="group" aria-label="Details">
        {children}
      </div>
    </aside>
  )
}

/** An empty state: says why nothing is here, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children === undefined ? null : <div>{children}</div>}
    </div>
  )
}

/** Names and values. */
export function Facts({
  items,
}: {
  readonly items: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[]
}) {
  return (
    <dl class="facts">
      {items.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  )
}

/** Says why something was refused, or could not be loaded. @param text the reason; undefined where there is none */
export function Refused({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="note bad break" role="alert">
      {text}
    </p>
  )
}

interface SplitProps {
  readonly list: ComponentChildren
  /** The name of the view, and the item of it that its address names. */
  readonly view: string
  readonly item: string | undefined
  /** The beginning of a sentence for an item that is not there (`No key has the id`). */
  readonly notFound: string
  /** The detail of the item; undefined where it is not there. */
  readonly children: ComponentChildren
}

/** A list of a view, and the item of it that is open. */
export function Split({ list, view, item, notFound, children }: SplitProps) {
  return (
    <>
      {item === undefined || children !== undefined ? null : (
        <p class="note warn break">
          {notFound} <code>{item}</code>. <a href={hrefOf(view)}>Show all</a>
        </p>
      )}
      <div class={children === undefined ? 'split' : 'split open'}>
        {list}
        {children}
      </div>
    </>
  )
}
