import type { ComponentChildren } from 'preact'

import { useQuery } from '../state/route.ts'

/** A tab: its name, and the content that it shows. */
export interface Tab {
  readonly name: string
  readonly content: ComponentChildren
}

/** The name of a tab in the URL: its first word. */
const idOf = ({ name = '' }: Partial<Tab> = {}): string => name.toLowerCase().split(' ')[0] ?? ''

/** Tabs. The arrow keys move between them; the URL names the open tab. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const [chosen, choose] = useQuery('tab', idOf(tabs[0]))
  const index = Math.max(
    0,
    tabs.findIndex((tab) => idOf(tab) === chosen),
  )
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = (index + step + tabs.length) % tabs.length
    choose(idOf(tabs[next]))
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" tabIndex={-1} aria-label={label} onKeyDown={move}>
        {tabs.map((tab, position) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            aria-selected={position === index}
            tabIndex={position === index ? 0 : -1}
            onClick={() => choose(idOf(tab))}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div class="stack" role="tabpanel" aria-label={tabs[index]?.name}>
        {tabs[index]?.content}
      </div>
    </>
  )
}
