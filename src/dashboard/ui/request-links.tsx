import { hrefOf } from '../state/route.ts'
import { keyOf, type RequestSummary } from '../state/traffic.ts'
import { StatusBadge } from './badge.tsx'

/** Requests in one line each, which lead to Traffic. */
export function RequestLinks({ entries }: { readonly entries: readonly RequestSummary[] }) {
  return (
    <ul class="request-links">
      {entries.map((entry) => (
        <li key={keyOf(entry)}>
          <a href={hrefOf('traffic', keyOf(entry))}>
            <StatusBadge status={entry.status} fault={entry.fault} />
            <code class="truncate">
              {entry.method} {entry.path}
            </code>
          </a>
        </li>
      ))}
    </ul>
  )
}
