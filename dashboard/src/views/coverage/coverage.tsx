import type {
  CoverageKind,
  CoverageReport,
  OperationCoverage as Row,
} from '../../../../src/core/control/endpoints/reports.ts'
import { useAnswer } from '../../state/api.ts'
import { go, kept, route, setQuery } from '../../state/route.ts'
import { FilterBar, valuesOf } from '../../ui/filters.tsx'
import { counted, numberText } from '../../ui/format.ts'
import { ListDetail } from '../../ui/list-detail.tsx'
import { Empty, ErrorNote, View } from '../../ui/view.tsx'
import { TrafficTabs } from '../traffic/traffic-tabs.tsx'
import { anyOperation, OperationDetail } from './operation.tsx'

const kinds = ['success', 'error', 'state', 'page', 'fault'] as const satisfies readonly CoverageKind[]

const choices = ['text', 'kind', 'sandboxes']

/** What clients have not met yet, by operation. @param item the open operation */
export function Coverage({ item }: { readonly item: string | undefined }) {
  const sandboxes = route.value.query['sandboxes'] === 'all' ? 'all' : undefined
  // Counting a full journal takes a while.
  const { value: report, error } = useAnswer('GET /coverage', { query: { sandboxes } }, { everyMs: 5000 })
  const rows = report === undefined ? [] : rowsOf(report)
  const open = rows.find(({ operation }) => operation === item)
  return (
    <View title="Coverage" isFull tabs={<TrafficTabs />}>
      <ErrorNote text={error} />
      <ListDetail
        view="coverage"
        item={report === undefined ? undefined : item}
        keeps={choices}
        label="Coverage by operation"
        rows={rows}
        keyOf={({ operation }) => operation}
        notFound="These filters show no operation"
        header={
          <FilterBar
            noun="operations"
            searches="operation, or what is missing"
            facets={[
              { id: 'kind', title: 'Kind', choices: kinds.map((kind) => [kind]) },
              { id: 'sandboxes', title: 'Sandboxes', choices: [['all']] },
            ]}
            chosen={route.value.query}
            onChange={setQuery}
          >
            {report && <Summary {...report} />}
          </FilterBar>
        }
        empty={report && <Empty title="No operation fits">Remove a filter to see more.</Empty>}
        columns={[
          { title: 'Operation', width: 'minmax(8rem, 12rem)', cell: ({ operation }) => <code>{operation}</code> },
          { title: 'Missing', from: 400, cell: Missing },
          { title: 'Met', width: '6.5rem', isRight: true, cell: Met },
          { title: 'Requests', width: '5rem', isRight: true, from: 640, cell: ({ requests }) => numberText(requests) },
        ]}
      >
        {open && <OperationDetail key={item} row={open} onClose={() => go('coverage', undefined, kept(...choices))} />}
      </ListDetail>
    </View>
  )
}

/** The operations that pass the filters, with the chosen kinds of cells. Faults form a row for any operation. */
function rowsOf({ items, faults, requests }: CoverageReport): readonly Row[] {
  const { query } = route.value
  const [only, text = ''] = [valuesOf(query, 'kind'), query['text']?.toLowerCase()]
  return [...items, { operation: anyOperation, requests, cells: faults }]
    .map((row) => ({ ...row, cells: row.cells.filter(({ kind }) => only.length === 0 || only.includes(kind)) }))
    .filter(({ cells }) => cells.length > 0)
    .filter((row) => [row.operation, ...missingOf(row)].some((name) => name.toLowerCase().includes(text)))
}

const missingOf = ({ cells }: Row): readonly string[] =>
  cells.flatMap(({ kind, name, count }) => (count > 0 ? [] : [kind === 'page' ? `${name} page` : name]))

const Met = (row: Row) => (
  <span class="muted">{`${row.cells.length - missingOf(row).length} of ${row.cells.length} met`}</span>
)

function Missing(row: Row) {
  const missing = missingOf(row)
  const more = missing.length > 3 ? ` +${missing.length - 3}` : ''
  return <span title={missing.join(', ')}>{missing.slice(0, 3).join(', ') + more}</span>
}

/** How much was met, and by how many requests. */
const Summary = ({ requests, forgotten, total }: CoverageReport) => (
  <span class="muted">
    {`${total.met} of ${total.of} met by ${counted(requests, 'request')}.`}
    {forgotten > 0 &&
      ` The journal has forgotten ${counted(forgotten, 'older request')}: start the fake with --coverage to count each.`}
  </span>
)
