import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'

/** A tab: its name, and the content that it shows. */
export interface Tab {
  readonly name: string
  readonly content: ComponentChildren
}

/** Tabs. The arrow keys go from one to the next. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const index = Math.min(chosen, tabs.length - 1)
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = (index + step + tabs.length) % tabs.length
    setChosen(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" tabIndex={-1} aria-label={label} onKeyDown={move}>
        {tabs.map(({ name }, position) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${position}`}
            aria-selected={position === index}
            aria-controls={`${id}-panel`}
            tabIndex={position === index ? 0 : -1}
            onClick={() => setChosen(position)}
          >
            {name}
          </button>
        ))}
      </div>
      <div class="stack" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${index}`}>
        {tabs[index]?.content}
      </div>
    </>
  )
}
