import type { ConductReport, Judgement } from '../../../../src/core/control/endpoints/reports.ts'
import { useAnswer } from '../../state/api.ts'
import { sandboxName } from '../../state/place.ts'
import { go, hrefOf, kept, route, setQuery } from '../../state/route.ts'
import { keyOf } from '../../state/traffic.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterBar, valuesOf } from '../../ui/filters.tsx'
import { counted, numberText } from '../../ui/format.ts'
import { Detail, ListDetail } from '../../ui/list-detail.tsx'
import { RequestLinks } from '../../ui/request-links.tsx'
import { Empty, ErrorNote, View } from '../../ui/view.tsx'
import { TrafficTabs } from '../traffic/traffic-tabs.tsx'

const firstSeen = ({ occurrences: [first] }: Judgement) => <span class="muted">{first?.detail}</span>

const choices = ['allow', 'pollEvery'] as const

/** The verdicts on the client, from the requests of the sandbox. @param item the id of the open verdict */
export function Conduct({ item }: { readonly item: string | undefined }) {
  const { query } = route.value
  const { allow = '', pollEvery = '' } = query
  const allowed = valuesOf(query, 'allow')
  // Judging a full journal takes a while.
  const { value: report, error } = useAnswer('GET /conduct', { query: { allow, pollEvery } }, { everyMs: 5000 })
  const isAboutPolling = error?.startsWith('pollEvery') === true
  const rows = report?.items ?? []
  const open = rows.find(({ id }) => id === item)
  return (
    <View title="Conduct" isFull tabs={<TrafficTabs />}>
      <ErrorNote text={isAboutPolling ? undefined : error} />
      <ListDetail
        view="conduct"
        item={report && item}
        keeps={choices}
        label="Verdicts, worst first"
        rows={rows}
        keyOf={({ id }) => id}
        notFound="The requests show no verdict"
        header={
          <FilterBar
            noun="verdicts"
            facets={[
              { id: 'allow', title: 'Allowed', choices: [...allowed, ...rows.map(({ id }) => id)].map((id) => [id]) },
              {
                id: 'pollEvery',
                title: 'A client may poll every',
                placeholder: '1s',
                error: isAboutPolling ? error : undefined,
              },
            ]}
            chosen={query}
            onChange={setQuery}
          >
            {report && <span class="muted">{countText(report)}</span>}
          </FilterBar>
        }
        empty={report && <Nothing {...report} />}
        columns={[
          { title: 'Verdict', cell: ({ title }) => <span title={title}>{title}</span> },
          { title: 'First seen', from: 640, cell: firstSeen },
          { title: 'Severity', width: '5rem', cell: Severity },
          { title: 'Times', width: '4rem', isRight: true, from: 400, cell: ({ count }) => numberText(count) },
        ]}
      >
        {open && <VerdictDetail key={open.id} {...open} allowed={allowed} />}
      </ListDetail>
    </View>
  )
}

const countText = ({ requests, forgotten }: ConductReport): string =>
  `${counted(requests, 'request')}${forgotten === 0 ? '' : `; the journal has forgotten ${counted(forgotten, 'older one')}`}`

const Nothing = ({ requests }: ConductReport) =>
  requests === 0 ? (
    <Empty title="No request came yet">
      Let your client send some, or <a href={hrefOf('traffic')}>send one</a> from this page.
    </Empty>
  ) : (
    <Empty title={`Nothing to blame in ${counted(requests, 'request')}`}>
      This looks at retries, repeated creates, polling, revoked keys, signatures of webhooks, and unknown paths.
    </Empty>
  )

const tones: Readonly<Record<Judgement['severity'], Tone>> = { error: 'bad', warning: 'warn', note: 'plain' }

const Severity = ({ severity }: Judgement) => <Badge tone={tones[severity]}>{severity}</Badge>

/** At most this many occurrences are listed, and requests of each. */
const max = { occurrences: 50, requests: 8 }

/** One verdict: the advice, and each occurrence with its requests. */
function VerdictDetail({ allowed, ...verdict }: Judgement & { readonly allowed: readonly string[] }) {
  const { id, title, advice, count, occurrences } = verdict
  const close = (allow = allowed): void => go('conduct', undefined, { ...kept(...choices), allow: allow.join(',') })
  const allow = (
    <Button size="small" onClick={() => close([...allowed, id])}>
      Allow
    </Button>
  )
  return (
    <Detail title={title} actions={allow} onClose={() => close()}>
      <p class="row">
        <Severity {...verdict} /> <code class="muted">{id}</code>
      </p>
      <p>{advice}</p>
      <h3>
        {counted(count, 'occurrence')}
        {occurrences.length > max.occurrences && `, the first ${max.occurrences} of them`}
      </h3>
      <ol class="stack" aria-label="Occurrences">
        {occurrences.slice(0, max.occurrences).map(({ detail, requests }, index) => (
          <li key={index} class="stack part">
            <p>{detail}</p>
            <RequestLinks
              keys={requests.slice(0, max.requests).map((one) => keyOf({ sandbox: sandboxName, id: one }))}
            />
            {requests.length > max.requests && (
              <p class="muted">And {counted(requests.length - max.requests, 'more request')}.</p>
            )}
          </li>
        ))}
      </ol>
    </Detail>
  )
}
