import type { ConductOptions, ConductReport } from '../../../control/endpoints/reports.ts'
import { useAnswer } from '../../state/api.ts'
import { go, hrefOf, route, setQuery } from '../../state/route.ts'
import type { Loaded } from '../../state/use-loaded.ts'
import { FilterBar, valuesOf } from '../../ui/filters.tsx'
import { counted, numberText } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { ListDetail } from '../../ui/list-detail.tsx'
import { Empty, Refused, View } from '../../ui/view.tsx'
import { TrafficTabs } from '../traffic/traffic-tabs.tsx'
import { Severity, VerdictDetail } from './verdict.tsx'

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
    <View title="Conduct" isFull actions={<TrafficTabs />}>
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

/** Says which requests were judged. */
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
