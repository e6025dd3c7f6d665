import type { ConductOptions, ConductReport, Judgement } from '../../../control/endpoints/reports.ts'
import { useAnswer } from '../../state/api.ts'
import { sandboxName } from '../../state/place.ts'
import { go, hrefOf, route, setQuery } from '../../state/route.ts'
import { keyOf } from '../../state/traffic.ts'
import type { Loaded } from '../../state/use-loaded.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterBar, valuesOf } from '../../ui/filters.tsx'
import { counted, numberText } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Detail, ListDetail } from '../../ui/list-detail.tsx'
import { RequestLinks } from '../../ui/request-links.tsx'
import { Empty, Refused, View } from '../../ui/view.tsx'
import { TrafficTabs } from '../traffic/traffic-tabs.tsx'

/** What is checked, in words; the types say which. */
const checks: Readonly<Record<NonNullable<ConductOptions['allow']>[number], string>> = {
  'retried-too-early': 'Waits as long as Retry-After says',
  'repeated-committed-create': 'Looks before it creates again',
  'used-revoked-key': 'Stops with a key that is revoked',
  'took-tampered-webhook': 'Refuses webhooks with a wrong signature',
  'retried-in-vain': 'Repeats nothing that was refused for good',
  'retried-without-backoff': 'Waits longer before each retry',
  'gave-up': 'Tries again after a failure that passes',
  'polled-too-often': 'Polls no more than it may',
  'matched-no-operation': 'Asks only what the API has',
  'same-create-elsewhere': 'Creates nothing that another client created',
}

const firstSeen = ({ occurrences: [first] }: Judgement) => <span class="muted">{first?.detail ?? ''}</span>

/** How the client behaved, by the requests of the sandbox. @param item the id of the verdict that is open */
export function Conduct({ item }: { readonly item: string | undefined }) {
  const { allow = '', pollEvery = '' } = route.value.query
  const allowed = valuesOf({ allow }, 'allow')
  // A full journal takes the fake a while.
  const { value: report, error } = useAnswer('GET /conduct', { query: { allow, pollEvery } }, { everyMs: 5000 })
  const isAboutPolling = error?.startsWith('pollEvery') === true
  const open = report?.items.find(({ id }) => id === item)
  const close = (allows = allow): void => go('conduct', undefined, { allow: allows, pollEvery })
  return (
    <View title="Conduct" isFull tabs={<TrafficTabs />}>
      <Refused text={isAboutPolling ? undefined : error} />
      <ListDetail
        view="conduct"
        item={report === undefined ? undefined : item}
        keeps={['allow', 'pollEvery']}
        label="Verdicts, worst first"
        rows={report?.items ?? []}
        keyOf={({ id }) => id}
        notFound="The requests show no verdict"
        header={<Filters value={report} error={isAboutPolling ? error : undefined} />}
        empty={report === undefined ? null : <Nothing report={report} allowed={allowed} />}
        columns={[
          { title: 'Verdict', cell: ({ title }) => <span title={title}>{title}</span> },
          { title: 'First seen', from: 640, cell: firstSeen },
          { title: 'Severity', width: '5rem', cell: Severity },
          { title: 'Times', width: '4rem', isRight: true, from: 400, cell: ({ count }) => numberText(count) },
        ]}
      >
        {open === undefined ? undefined : (
          <VerdictDetail
            key={open.id}
            verdict={open}
            onClose={() => close()}
            onAllow={() => close([...allowed, open.id].join(','))}
          />
        )}
      </ListDetail>
    </View>
  )
}

function Filters({ value: report, error }: Loaded<ConductReport>) {
  return (
    <FilterBar
      noun="verdicts"
      facets={[
        { id: 'allow', title: 'Allowed', choices: Object.keys(checks).map((id) => [id]) },
        { id: 'pollEvery', title: 'A client may poll every', placeholder: '1s', error },
      ]}
      chosen={route.value.query}
      onChange={setQuery}
    >
      {report === undefined ? null : <span class="muted">{lookedAt(report)}</span>}
    </FilterBar>
  )
}

const lookedAt = ({ requests, forgotten }: ConductReport): string =>
  `${counted(requests, 'request')}${forgotten === 0 ? '' : `; the journal has forgotten ${counted(forgotten, 'older one')}`}`

function Nothing({ report, allowed }: { readonly report: ConductReport; readonly allowed: readonly string[] }) {
  if (report.requests === 0) {
    return (
      <Empty title="No request came yet">
        Let your client send some, or <a href={hrefOf('traffic')}>send one</a> from this page.
      </Empty>
    )
  }
  const made = Object.entries(checks).filter(([id]) => !allowed.includes(id))
  return (
    <div class="empty">
      <h2 class="note ok">Nothing to blame in {counted(report.requests, 'request')}</h2>
      <ul aria-label="Checks">
        {made.map(([id, words]) => (
          <li key={id} class="row muted">
            <Icon name="check" /> {words}
          </li>
        ))}
      </ul>
    </div>
  )
}

const tones: Readonly<Record<Judgement['severity'], Tone>> = { error: 'bad', warning: 'warn', note: 'plain' }

const Severity = ({ severity }: Judgement) => <Badge tone={tones[severity]}>{severity}</Badge>

/** How many occurrences are listed, and how many requests of each. */
const most = { occurrences: 50, requests: 8 }

interface VerdictProps {
  readonly verdict: Judgement
  readonly onAllow: () => void
  readonly onClose: () => void
}

/** One verdict: the advice, and each occurrence with its requests. */
function VerdictDetail({ verdict, onAllow, onClose }: VerdictProps) {
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
