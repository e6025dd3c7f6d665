import type { Judgement } from '../../../control/endpoints/reports.ts'
import { sandboxName } from '../../state/place.ts'
import { keyOf } from '../../state/traffic.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { counted } from '../../ui/format.ts'
import { RequestLinks } from '../../ui/request-links.tsx'
import { Facts } from '../../ui/view.tsx'

/** How many occurrences are listed, and how many requests of each. */
const most = { occurrences: 50, requests: 8 }

/** One verdict: the advice, and each occurrence with its requests. */
export function VerdictDetail({ verdict, tone }: { readonly verdict: Judgement; readonly tone: Tone }) {
  const { id, severity, advice, count, occurrences } = verdict
  const listed = occurrences.slice(0, most.occurrences)
  return (
    <>
      <Facts
        items={[
          ['Severity', <Badge tone={tone}>{severity}</Badge>],
          ['Id', <code>{id}</code>],
          ['Advice', advice],
        ]}
      />
      <section class="stack part" aria-label="Occurrences">
        <h3>
          {counted(count, 'occurrence')}
          {listed.length < occurrences.length ? `, the first ${most.occurrences} of them` : ''}
        </h3>
        <ol class="stack occurrences">
          {listed.map(({ detail, requests }, index) => (
            <li key={index} class="stack">
              <p>{detail}</p>
              <RequestLinks
                keys={requests.slice(0, most.requests).map((one) => keyOf({ sandbox: sandboxName, id: one }))}
              />
              {requests.length > most.requests ? (
                <p class="muted">And {counted(requests.length - most.requests, 'more request')}.</p>
              ) : null}
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
