import type { ComponentChildren } from 'preact'

interface ViewProps {
  readonly title: string
  /** Links to related views. */
  readonly tabs?: ComponentChildren
  readonly actions?: ComponentChildren
  /** True for a view with the height of the window, whose lists scroll. */
  readonly isFull?: boolean
  readonly children: ComponentChildren
}

/** A view: its title, its actions, and its content. */
export function View({ title, tabs, actions, isFull = false, children }: ViewProps) {
  return (
    <div class={isFull ? 'view full' : 'view'}>
      <header>
        <h1>{title}</h1>
        {tabs}
        {actions === undefined ? null : <div class="row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** A part of a view. */
export const Panel = ({ children }: { readonly children: ComponentChildren }) => (
  <section class="panel">
    <div class="body">{children}</div>
  </section>
)

/** An empty state: why it is empty, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children === undefined ? null : <div>{children}</div>}
    </div>
  )
}

type Fact = readonly [name: ComponentChildren, value: ComponentChildren]

/** Names and values. */
export const Facts = ({ items }: { readonly items: readonly Fact[] }) => (
  <dl class="facts">
    {items.map(([name, value]) => (
      <>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </>
    ))}
  </dl>
)

/** Shows an error. @param text its message; undefined for none */
export function ErrorNote({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="note bad break" role="alert">
      {text}
    </p>
  )
}
