import type { CoverageCell, OperationCoverage } from '../../../control/endpoints/reports.ts'
import { hrefOf, useQuery } from '../../state/route.ts'
import { keyOf } from '../../state/traffic.ts'
import { Badge } from '../../ui/badge.tsx'
import { Code } from '../../ui/code.tsx'
import { counted } from '../../ui/format.ts'
import { Detail } from '../../ui/list-detail.tsx'
import { RequestLinks } from '../../ui/request-links.tsx'
import { scenarioFor, wayTo } from './meet.ts'

/** All that clients can meet at an operation: what is missing first. The address has the one that is open. */
export function OperationDetail({ row, onClose }: { readonly row: OperationCoverage; readonly onClose: () => void }) {
  const { operation, requests, cells } = row
  const [open, setOpen] = useQuery('cell')
  const met = cells.filter(({ count }) => count > 0)
  return (
    <Detail title={operation} onClose={onClose}>
      <p class="muted">{`${met.length} of ${cells.length} met by ${counted(requests, 'request')}`}</p>
      {[...cells.filter(({ count }) => count === 0), ...met].map((cell) => {
        const { kind, name, count } = cell
        const isOpen = open === `${kind}/${name}`
        return (
          <details
            key={`${kind}/${name}`}
            open={isOpen}
            onToggle={({ currentTarget }) => {
              if (currentTarget.open !== isOpen) setOpen(currentTarget.open ? `${kind}/${name}` : '')
            }}
          >
            <summary>
              <code>{name}</code>
              <span class="muted grow">{kind}</span>
              {count === 0 ? <Badge>missing</Badge> : <Badge tone="plain">met {count} ×</Badge>}
            </summary>
            {isOpen ? <HowToMeet operation={operation} cell={cell} /> : null}
          </details>
        )
      })}
    </Detail>
  )
}

/** The first request that met a cell, and how a client meets it: by a scenario where a rule can make it happen. */
function HowToMeet({ operation, cell }: { readonly operation: string; readonly cell: CoverageCell }) {
  const { kind, name, request, sandbox } = cell
  const scenario = scenarioFor(operation, cell)
  const [href, words] =
    scenario !== undefined
      ? [hrefOf('scenarios', 'new.', { text: scenario }), 'Open it in the editor']
      : kind === 'state'
        ? [hrefOf('time'), 'Move the clock']
        : [hrefOf('traffic'), 'Send a request']
  return (
    <div class="stack" role="group" aria-label={`How to meet ${kind} ${name}`}>
      {request === null || sandbox === null ? null : <RequestLinks keys={[keyOf({ sandbox, id: request })]} />}
      <p>
        {scenario === undefined ? wayTo(cell) : 'This scenario makes it happen once, when your client calls.'}{' '}
        <a href={href}>{words}</a>
      </p>
      {scenario === undefined ? null : <Code label="Scenario" value={scenario} />}
    </div>
  )
}
