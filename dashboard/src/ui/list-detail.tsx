import { type ComponentChildren, createContext } from 'preact'
import { useCallback, useContext, useLayoutEffect, useRef } from 'preact/hooks'

import { go, hrefOf, kept } from '../state/route.ts'
import { Button } from './button.tsx'
import { List, type ListProps } from './list.tsx'

interface ListDetailProps<Row> extends Omit<ListProps<Row>, 'open' | 'onOpen'> {
  /** The name of the view, and its item in the URL. */
  readonly view: string
  readonly item: string | undefined
  /** The item of a row in the URL. Default: its key. */
  readonly itemOf?: (row: Row) => string
  /** The query parameters that stay when another row opens. Default: none. */
  readonly keeps?: readonly string[]
  /** Above the rows: filters, a count. */
  readonly header?: ComponentChildren
  /** Below the rows. */
  readonly footer?: ComponentChildren
  /** Replaces a list without rows. */
  readonly empty: ComponentChildren
  /** The beginning of a sentence for a missing item (`No key has the id`); undefined if the detail shows it. */
  readonly notFound?: string
  /** The `Detail` of the open item; undefined if none is open. */
  readonly children: ComponentChildren
}

/** A list, and the detail of the open row. Every view with items uses it. */
export function ListDetail<Row>(props: ListDetailProps<Row>) {
  const { view, item, keyOf, itemOf = keyOf, keeps = [], header, footer, empty, notFound, children, ...list } = props
  const close = useCallback(() => go(view, undefined, kept(...keeps)), [view, keeps])
  const open = item === undefined ? undefined : list.rows.find((row) => itemOf(row) === item)
  return (
    <>
      {item === undefined || children !== undefined ? null : (
        <p class="note warn break">
          {notFound} <code>{item}</code>. <a href={hrefOf(view)}>Show all</a>
        </p>
      )}
      <div class={children === undefined ? 'split' : 'split open'}>
        <section class="panel list-panel" aria-label="List">
          {header}
          {list.rows.length === 0 ? (
            empty
          ) : (
            <List
              {...list}
              keyOf={keyOf}
              open={open === undefined ? undefined : keyOf(open)}
              onOpen={(row, how) => {
                const isOpen = itemOf(row) === item
                focusWanted = how === 'enter' && !isOpen
                if (isOpen && how === 'enter') focusTitle()
                else go(view, itemOf(row), kept(...keeps), how === 'step')
              }}
            />
          )}
          {footer}
        </section>
        <Close.Provider value={close}>{children}</Close.Provider>
      </div>
    </>
  )
}

/** Closes the detail of the list. */
const Close = createContext(() => {})

/** True if the next detail takes the focus. */
let focusWanted = false

/** Returns the focus to the list. */
const focusList = (): void => document.querySelector<HTMLElement>('.split [role=grid]')?.focus()

const focusTitle = (): void => document.querySelector<HTMLElement>('.detail h2')?.focus()

interface DetailProps {
  readonly title: ComponentChildren
  readonly actions?: ComponentChildren
  /** Closes it. Default: shows the list alone, and keeps `keeps`. */
  readonly onClose?: () => void
  readonly children: ComponentChildren
}

/** The detail of a row, beside the list or, on a narrow screen, above it. Escape closes it and returns the focus to the list. */
export function Detail({ title, actions, onClose, children }: DetailProps) {
  const closeOne = useContext(Close)
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const detail = element.current
    // On a narrow screen, the detail covers the list.
    const covers = detail !== null && getComputedStyle(detail).position === 'fixed'
    if (focusWanted || covers) focusTitle()
    focusWanted = false
  }, [])
  const close = (): void => {
    const hadFocus = element.current?.contains(document.activeElement) === true
    if (onClose === undefined) closeOne()
    else onClose()
    if (hadFocus || document.activeElement === document.body) focusList()
  }
  // A layout effect, so that it is set before the next key press.
  useLayoutEffect(() => {
    const closeByKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && document.querySelector('dialog[open], .popup:popover-open') === null) close()
    }
    document.addEventListener('keydown', closeByKey)
    return () => document.removeEventListener('keydown', closeByKey)
  })
  return (
    <aside ref={element} class="panel detail" aria-label="Details">
      <header>
        <h2 class="break" tabIndex={-1}>
          {title}
        </h2>
        <div class="row">
          {actions}
          <Button kind="quiet" icon="close" label="Close details" onClick={close} />
        </div>
      </header>
      {/* It scrolls, so it must be focusable. */}
      <div class="body stack" tabIndex={0} role="group" aria-label="Details">
        {children}
      </div>
    </aside>
  )
}
