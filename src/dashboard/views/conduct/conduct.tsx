import type { ConductReport, Judgement } from '../../../control/endpoints/reports.ts'
import { queryOf, read } from '../../state/ask.ts'
import { hrefOf } from '../../state/route.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { Detail, Empty, Panel, Refused, Split, View } from '../../ui/view.tsx'
import { TrafficTabs } from '../traffic/traffic-tabs.tsx'
import { choices, choose } from './choices.ts'
import { Limits } from './limits.tsx'
import { VerdictDetail } from './verdict-detail.tsx'

import './conduct.css'

const tones: Readonly<Record<Judgement['severity'], Tone>> = { error: 'bad', warning: 'warn', note: 'neutral' }

const columns: readonly Column<Judgement>[] = [
  {
    title: 'Verdict',
    minWidth: '12rem',
    cell: ({ id, title }) => (
      <>
        {title} <code class="muted verdict-id">{id}</code>
      </>
    ),
  },
  { title: 'Severity', cell: ({ severity }) => <Badge tone={tones[severity]}>{severity}</Badge> },
  { title: 'Times', isRight: true, cell: ({ count }) => count },
  { title: 'Advice', isExtra: true, cell: ({ advice }) => <span class="muted">{advice}</span> },
]

/** How the client behaved, by the requests of the sandbox. @param item the id of the verdict that is open */
export function Conduct({ item }: { readonly item: string | undefined }) {
  const { allow, pollEvery } = choices()
  const path = `/conduct${queryOf({ allow: allow.join(','), pollEvery })}`
  // A full journal takes the fake a while.
  const { value: report, error } = useLoaded(path, () => read<ConductReport>(path), { everyMs: 5000 })
  const open = report?.items.find(({ id }) => id === item)
  const isAboutPolling = error?.startsWith('pollEvery') === true
  return (
    <View
      title="Conduct"
      actions={<TrafficTabs />}
      lead="How the client behaved, by the requests in the journal and the clock of the sandbox: if it waits, retries and pages as it should."
    >
      <Limits key={pollEvery} error={isAboutPolling ? error : undefined} />
      <Refused text={isAboutPolling ? undefined : error} />
      {report === undefined ? null : (
        <Split
          view="conduct"
          item={item}
          notFound="The requests show no verdict"
          list={
            <Panel isFlush>
              {report.items.length === 0 ? (
                <Nothing report={report} isAllowing={allow.length > 0} />
              ) : (
                <>
                  <Table
                    caption="Verdicts, worst first"
                    rows={report.items}
                    keyOf={({ id }) => id}
                    open={item}
                    onOpen={({ id }) => choose(id)}
                    columns={columns}
                  />
                  <p class="muted listed">By {lookedAt(report)}.</p>
                </>
              )}
            </Panel>
          }
        >
          {open === undefined ? undefined : (
            <Detail
              title={open.title}
              actions={
                <Button size="small" onClick={() => choose(undefined, { allow: [...allow, open.id] })}>
                  Allow
                </Button>
              }
              onClose={() => choose(undefined)}
            >
              <VerdictDetail key={open.id} verdict={open} tone={tones[open.severity]} />
            </Detail>
          )}
        </Split>
      )}
    </View>
  )
}

/** Says which requests were judged. */
const lookedAt = ({ requests, forgotten }: ConductReport): string =>
  `${counted(requests, 'request')}${forgotten === 0 ? '' : `; the journal has forgotten ${counted(forgotten, 'older one')}`}`

function Nothing({ report, isAllowing }: { readonly report: ConductReport; readonly isAllowing: boolean }) {
  if (report.requests === 0) {
    return (
      <Empty title="No request came yet">
        Let your client send some, or <a href={hrefOf('traffic')}>send one</a> from this page.
      </Empty>
    )
  }
  return (
    <Empty title={`${lookedAt(report)}, no ${isAllowing ? 'other ' : ''}verdict`}>
      A client that has a sandbox of its own in each test gets the best answers: no other client’s requests come
      between.
    </Empty>
  )
}
