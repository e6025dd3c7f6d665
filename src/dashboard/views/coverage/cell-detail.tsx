import type { CoverageCell } from '../../../control/endpoints/reports.ts'
import { go, hrefOf } from '../../state/route.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { counted } from '../../ui/format.ts'
import { Facts } from '../../ui/view.tsx'
import { hrefOfRequest, kindName } from './choices.ts'
import { scenarioFor, wayTo } from './meet.ts'

/** A cell of an operation: the request that shows it, and how a client meets it. */
export function CellDetail({ operation, cell }: { readonly operation: string; readonly cell: CoverageCell }) {
  const { kind, count } = cell
  const href = hrefOfRequest(cell)
  const scenario = scenarioFor(operation, cell)
  return (
    <>
      <Facts
        items={[
          ['Operation', <code>{operation}</code>],
          ['Kind', kindName(kind)],
          ['Met', href === undefined ? <Badge>not met</Badge> : <a href={href}>by {counted(count, 'request')}</a>],
        ]}
      />
      <section class="stack part" aria-label="How to meet it">
        <h3>How to meet it</h3>
        {scenario === undefined ? <Way cell={cell} /> : <Rule scenario={scenario} />}
      </section>
    </>
  )
}

/** The scenario that makes it happen. */
function Rule({ scenario }: { readonly scenario: string }) {
  return (
    <>
      <p>This scenario makes it happen once. Save it, then let your client call the operation.</p>
      <Code label="Scenario" value={scenario} />
      <div class="row">
        <Button kind="primary" icon="scenarios" onClick={() => go('scenarios', 'new.', { text: scenario })}>
          Open it in the editor
        </Button>
      </div>
    </>
  )
}

function Way({ cell }: { readonly cell: CoverageCell }) {
  return (
    <>
      <p>{wayTo(cell)}</p>
      <div class="row">
        {cell.kind === 'state' ? (
          <>
            <a class="button" href={hrefOf('time')}>
              Move the clock
            </a>
            <a class="button" href={hrefOf('data')}>
              Create a record
            </a>
          </>
        ) : (
          <a class="button" href={hrefOf('traffic')}>
            Send a request
          </a>
        )}
      </div>
    </>
  )
}
