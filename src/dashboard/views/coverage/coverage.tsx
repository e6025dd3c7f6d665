import type { CoverageReport, OperationCoverage } from '../../../control/endpoints/reports.ts'
import { queryOf, read } from '../../state/ask.ts'
import { go, hrefOf, route } from '../../state/route.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { Choice, Switch } from '../../ui/field.tsx'
import { counted } from '../../ui/format.ts'
import { Detail, Empty, Panel, Refused, Split, View } from '../../ui/view.tsx'
import { TrafficTabs } from '../traffic/traffic-tabs.tsx'
import { CellDetail } from './cell-detail.tsx'
import { anyOperation, choices, choose } from './choices.ts'
import { Grid, itemOf } from './grid.tsx'
import { Kinds } from './kinds.tsx'

import './coverage.css'

/** The part of all answers that the requests of a sandbox have met. @param item `OPERATION/KIND/NAME` */
export function Coverage({ item }: { readonly item: string | undefined }) {
  const { isAll, isUnmetOnly } = choices()
  const path = `/coverage${queryOf({ sandboxes: isAll ? 'all' : undefined })}`
  // A full journal takes the fake a while.
  const { value: report, error } = useLoaded(path, () => read<CoverageReport>(path), { everyMs: 5000 })
  return (
    <View
      title="Coverage"
      lead="All that a client can meet, by operation; faults count once for any operation. A number counts the requests that met it, and leads to the first. ○ was not met: open it to see how to meet it."
      actions={
        <div class="row coverage-choices">
          <TrafficTabs />
          <Choice label="Not met" checked={isUnmetOnly} onChange={(on) => choose(item, { show: on ? 'unmet' : '' })} />
          <Switch
            label="All sandboxes"
            isLabelShown
            on={isAll}
            onChange={(on) => choose(item, { sandboxes: on ? 'all' : '' })}
          />
        </div>
      }
    >
      <Refused text={error} />
      {report === undefined ? null : <Shown report={report} item={item} />}
    </View>
  )
}

const rowsOf = ({ items, faults, requests }: CoverageReport): readonly OperationCoverage[] => [
  ...items,
  { operation: anyOperation, requests, cells: faults },
]

/** The cells that the choices leave, by operation. */
function shownIn(report: CoverageReport): readonly OperationCoverage[] {
  const { kind, isUnmetOnly } = choices()
  return rowsOf(report).flatMap((row) => {
    const cells = row.cells.filter(
      (cell) => (kind === undefined || cell.kind === kind) && (!isUnmetOnly || cell.count === 0),
    )
    return cells.length === 0 ? [] : [{ ...row, cells }]
  })
}

function Shown({ report, item }: { readonly report: CoverageReport; readonly item: string | undefined }) {
  const rows = shownIn(report)
  const open = rowsOf(report)
    .flatMap(({ operation, cells }) => cells.map((cell) => ({ operation, cell })))
    .find(({ operation, cell }) => itemOf(operation, cell) === item)
  return (
    <>
      <Looked report={report} />
      <Kinds item={item} report={report} />
      <Split
        view="coverage"
        item={item}
        notFound="No operation can show"
        list={<Panel isFlush>{rows.length === 0 ? <Nothing /> : <Grid rows={rows} open={item} />}</Panel>}
      >
        {open === undefined ? undefined : (
          <Detail
            title={<Breakable text={open.cell.name} />}
            onClose={() => go('coverage', undefined, route.value.query)}
          >
            <CellDetail key={item} {...open} />
          </Detail>
        )}
      </Split>
    </>
  )
}

/** Says which requests the numbers are of. */
function Looked({ report: { requests, forgotten } }: { readonly report: CoverageReport }) {
  if (requests + forgotten === 0) {
    return (
      <p class="note">
        No request came yet, so nothing is met. <a href={hrefOf('traffic')}>Send one</a>, or let your client send some.
      </p>
    )
  }
  if (forgotten === 0) return null
  return (
    <p class="note warn">
      The journal has forgotten {counted(forgotten, 'older request')}, which count here no more. Start the fake with{' '}
      <code>--coverage</code> to count each request as it comes.
    </p>
  )
}

function Nothing() {
  return (
    <Empty title="Everything here is met">
      <a href={hrefOf('coverage')}>Show all</a>
    </Empty>
  )
}
