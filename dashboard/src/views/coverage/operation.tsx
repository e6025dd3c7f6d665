import type { CoverageCell, OperationCoverage } from '../../../../src/core/control/endpoints/reports.ts'
import { hrefOf, useQuery } from '../../state/route.ts'
import { keyOf } from '../../state/traffic.ts'
import { Badge } from '../../ui/badge.tsx'
import { Code } from '../../ui/code.tsx'
import { counted } from '../../ui/format.ts'
import { Detail } from '../../ui/list-detail.tsx'
import { RequestLinks } from '../../ui/request-links.tsx'

/** Everything that clients can meet at an operation, missing cells first. The URL names the open cell. */
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

/** The first request that met a cell, and how a client meets it: with a scenario, if a rule can cause it. */
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

/** The row of faults, which are the same for all operations. */
export const anyOperation = 'any'

/** A scenario that causes a cell once, as JSON; undefined if no rule can. @param operation may be `anyOperation` */
function scenarioFor(operation: string, { kind, name }: CoverageCell): string | undefined {
  if (kind !== 'error' && kind !== 'fault') return undefined
  const words = `${operation}-${name}`.replaceAll('_', '-').replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
  const when = operation === anyOperation ? '' : `"when": { "operation": "${operation}" }, `
  const effect = name === 'delay' ? '"delay": "2s"' : `"${kind}": "${name}"`
  const rule = `{ ${when}"count": { "first": 1 }, "then": { ${effect} } }`
  return `{\n  "name": "${words.toLowerCase().slice(0, 63)}",\n  "rules": [\n    ${rule}\n  ]\n}`
}

/** Explains how a client meets a cell that no rule can cause. */
function wayTo({ kind, name }: CoverageCell): string {
  if (kind === 'state') return `Read a record while it is ${name}: create one, and move the clock until it gets there.`
  if (kind === 'page') return `Ask for a list with a page, a limit or a filter that make its page the “${name}” one.`
  return 'Send a request that the operation serves, from your client or from this page.'
}
