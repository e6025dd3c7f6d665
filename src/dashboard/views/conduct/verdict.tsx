import type { Judgement } from '../../../control/endpoints/reports.ts'
import { sandboxName } from '../../state/place.ts'
import { keyOf } from '../../state/traffic.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { Detail } from '../../ui/list-detail.tsx'
import { RequestLinks } from '../../ui/request-links.tsx'

const tones: Readonly<Record<Judgement['severity'], Tone>> = { error: 'bad', warning: 'warn', note: 'plain' }

export const Severity = ({ severity }: Judgement) => <Badge tone={tones[severity]}>{severity}</Badge>

/** How many occurrences are listed, and how many requests of each. */
const most = { occurrences: 50, requests: 8 }

interface VerdictProps {
  readonly verdict: Judgement
  readonly onAllow: () => void
  readonly onClose: () => void
}

/** One verdict: the advice, and each occurrence with its requests. */
export function VerdictDetail({ verdict, onAllow, onClose }: VerdictProps) {
  const { id, title, advice, count, occurrences } = verdict
  const listed = occurrences.slice(0, most.occurrences)
  const allow = (
    <Button size="small" onClick={onAllow}>
      Allow
    </Button>
  )
  return (
    <Detail title={title} actions={allow} onClose={onClose}>
      <p class="row">
        <Severity {...verdict} /> <code class="muted">{id}</code>
      </p>
      <p>{advice}</p>
      <h3>
        {counted(count, 'occurrence')}
        {listed.length < occurrences.length ? `, the first ${most.occurrences} of them` : ''}
      </h3>
      <ol class="stack" aria-label="Occurrences">
        {listed.map(({ detail, requests }, index) => (
          <li key={index} class="stack part">
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
    </Detail>
  )
}
