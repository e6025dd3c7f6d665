import { Fragment } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

import { changedCount } from '../state/assumptions.ts'
import { hrefOf } from '../state/route.ts'
import { summary } from '../state/summary.ts'
import { shownEntries } from '../state/traffic.ts'
import { numberText } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { groups, views } from '../views/views.ts'

/** The navigation. For a tab of Traffic, Traffic is the current entry. */
export function Navigation({ open }: { readonly open: string }) {
  const element = useRef<HTMLElement>(null)
  /** Item counts beside the views. */
  const counts: Readonly<Record<string, number | undefined>> = {
    traffic: shownEntries.value.length,
    scenarios: summary.value?.scenarios.length,
    assumptions: changedCount.value,
  }
  const isTab = views.some(({ id, group }) => id === open && group === undefined)
  const current = isTab ? 'traffic' : open
  useEffect(() => {
    // On a narrow screen the views form a row that scrolls.
    element.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [current])
  return (
    <nav ref={element} class="views" aria-label="Views">
      {groups.map((group) => (
        <Fragment key={group}>
          {/* The list is labelled with it. */}
          <p aria-hidden="true">{group}</p>
          <ul aria-label={group}>
            {views
              .filter((view) => view.group === group)
              .map(({ id, name }) => (
                <li key={id}>
                  <a href={hrefOf(id)} aria-current={id !== current ? undefined : isTab ? 'true' : 'page'}>
                    <Icon name={id} />
                    {name}
                  </a>
                  {counts[id] ? <span class="count">{numberText(counts[id])}</span> : null}
                </li>
              ))}
          </ul>
        </Fragment>
      ))}
    </nav>
  )
}
