import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'

/** A button that opens a small panel below it. Escape, or a click elsewhere, closes the panel. */
export function Popup({
  text,
  label,
  children,
}: {
  /** The text of the button. */
  readonly text: string
  /** The name of the panel. */
  readonly label: string
  /** Rendered while the panel is open. */
  readonly children: () => ComponentChildren
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button ref={button} type="button" class="small" popoverTarget={id} aria-expanded={isOpen} aria-haspopup="dialog">
        {text}
      </button>
      <div
        id={id}
        class="popup"
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={({ currentTarget, newState }) => {
          if (newState !== 'open' || button.current === null) return
          const { left, bottom } = button.current.getBoundingClientRect()
          currentTarget.style.translate = `${Math.max(8, Math.min(left, innerWidth - 272))}px ${bottom + 4}px`
        }}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen ? children() : null}
      </div>
    </>
  )
}
