import { useEffect, useRef } from 'preact/hooks'

import { hrefOf } from '../state/route.ts'
import { summary } from '../state/summary.ts'
import { shownEntries } from '../state/traffic.ts'
import { numberText } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { views } from '../views/views.ts'

/** Numbers that stand beside a view: how much there is to see. */
function countOf(view: string): number | undefined {
  const known = summary.value
  if (view === 'traffic') return shownEntries.value.length
  if (view === 'scenarios') return known?.scenarios.length
  return view === 'assumptions' ? Object.keys(known?.assumptions ?? {}).length : undefined
}

/** The navigation. */
export function Navigation({ current }: { readonly current: string }) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a narrow screen the views lie side by side, beyond the edge.
    element.current
      ?.querySelector(`[href="${hrefOf(current)}"]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [current])
  return (
    <nav ref={element} class="views" aria-label="Views">
      <ul>
        {views.map(({ id, name }) => {
          const count = countOf(id)
          return (
            <li key={id}>
              <a href={hrefOf(id)} aria-current={id === current ? 'page' : undefined}>
                <Icon name={id} />
                {name}
              </a>
              {count === undefined || count === 0 ? null : <span class="count">{numberText(count)}</span>}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
