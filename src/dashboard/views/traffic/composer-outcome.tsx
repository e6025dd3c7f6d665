import { useEffect, useRef } from 'preact/hooks'

import { hrefOf } from '../../state/route.ts'
import type { Outcome } from '../../state/send-request.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Code } from '../../ui/code.tsx'
import { durationOf } from '../../ui/format.ts'
import { Headers } from './message.tsx'
import { faultText } from './recorded.ts'

/** The outcome of a request that the page sent. */
export function OutcomePart({ outcome, onLeave }: { readonly outcome: Outcome; readonly onLeave: () => void }) {
  const { status, headers, body, tookMs, trouble, entry } = outcome
  const fault = entry?.fault ?? null
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [outcome])
  return (
    <section ref={section} class="why-part" aria-label="Answer">
      <header class="row">
        <h3>Answer</h3>
        <div class="row grow" role="status">
          <StatusBadge status={status ?? null} fault={fault} />
          <span class="muted num">{durationOf(tookMs)}</span>
        </div>
        {entry === undefined ? (
          <span class="muted">The journal did not keep it.</span>
        ) : (
          <a class="button" href={hrefOf('traffic', entry.key)} onClick={onLeave}>
            See why
          </a>
        )}
      </header>
      {trouble === undefined && fault === null ? null : (
        <p class="note bad">
          {fault === null ? '' : `${faultText(fault)} `}
          {trouble}
        </p>
      )}
      {status === undefined ? null : (
        <>
          {body === null ? <p class="muted">No body.</p> : <Code label="Body of the answer" value={body} />}
          <details class="more">
            <summary>Headers</summary>
            <Headers headers={headers} />
          </details>
        </>
      )}
    </section>
  )
}
