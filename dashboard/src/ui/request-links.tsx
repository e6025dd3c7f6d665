import { computed } from '@preact/signals'

import { hrefOf } from '../state/route.ts'
import { entries, keyOf } from '../state/traffic.ts'
import { StatusBadge } from './badge.tsx'

const byKey = computed(() => new Map(entries.value.map((entry) => [keyOf(entry), entry])))

/** Links to requests in Traffic. A request that the page does not have shows its key. */
export function RequestLinks({ keys }: { readonly keys: readonly string[] }) {
  return (
    <ul>
      {keys.map((key) => {
        const entry = byKey.value.get(key)
        return (
          <li key={key}>
            <a class="row" href={hrefOf('traffic', key)}>
              {entry === undefined ? null : <StatusBadge status={entry.status} fault={entry.fault} />}
              <code class="truncate">{entry === undefined ? key : `${entry.method} ${entry.path}`}</code>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
