import { sandboxName } from '../../state/place.ts'
import { hrefOf } from '../../state/route.ts'
import { entries, keyOf, type RequestSummary } from '../../state/traffic.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { counted } from '../../ui/format.ts'
import { RequestLinks } from '../../ui/request-links.tsx'
import { Facts } from '../../ui/view.tsx'
import type { Judgement } from './report.ts'

/** How many of the occurrences are listed. */
const mostListed = 50

/** One verdict: the advice, and each occurrence with its requests. */
export function VerdictDetail({ verdict, tone }: { readonly verdict: Judgement; readonly tone: Tone }) {
  const { id, severity, advice, count, occurrences } = verdict
  const listed = occurrences.slice(0, mostListed)
  return (
    <>
      <Facts
        items={[
          ['Severity', <Badge tone={tone}>{severity}</Badge>],
          ['Id', <code>{id}</code>],
          ['A well-behaved client', advice],
        ]}
      />
      <section class="stack part" aria-label="Occurrences">
        <h3>
          {counted(count, 'occurrence')}
          {listed.length < occurrences.length ? `, the first ${mostListed} of them` : ''}
        </h3>
        <ol class="stack occurrences">
          {listed.map(({ detail, requests }, index) => (
            <li key={index} class="stack">
              <p>{detail}</p>
              <Requests ids={requests} />
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

/** The requests of an occurrence. The page has none that is older than its list. */
function Requests({ ids }: { readonly ids: readonly string[] }) {
  const known = new Map(entries.value.map((entry) => [keyOf(entry), entry]))
  const found = ids.map((id) => known.get(keyOf({ sandbox: sandboxName, id })))
  const isThere = (entry: RequestSummary | undefined): entry is RequestSummary => entry !== undefined
  if (found.every(isThere)) return <RequestLinks entries={found} />
  return (
    <p class="row">
      {ids.map((id) => (
        <a key={id} href={hrefOf('traffic', keyOf({ sandbox: sandboxName, id }))}>
          {id}
        </a>
      ))}
    </p>
  )
}
