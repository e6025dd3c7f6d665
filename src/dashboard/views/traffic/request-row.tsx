import { isAll, keyOf, type RequestSummary } from '../../state/traffic.ts'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import { durationOf, timeOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { scenariosOf } from './filters.ts'

/** The titles of the columns, in order. */
export const columns = (): readonly string[] => [
  'Time',
  'Method',
  'Path',
  'Operation',
  'Status',
  'Duration',
  ...(isAll.value ? ['Sandbox'] : []),
  'Key',
  'Scenario',
]

const idPrefix = 'request-'

/** The id of the element of a row. */
export const rowIdOf = (entry: RequestSummary): string => idPrefix + keyOf(entry)

/** The key of the request of the row that an event happened in. */
export function keyOfEvent({ target }: Event): string | undefined {
  return target instanceof Element ? target.closest(`[id^=${idPrefix}]`)?.id.slice(idPrefix.length) : undefined
}

interface RowProps {
  readonly entry: RequestSummary
  readonly index: number
  readonly height: number
  /** True for the row that the keys move from. */
  readonly isActive: boolean
  readonly isOpen: boolean
}

/** Tells apart the requests that a rule or fault touched, and the ones that no operation took. */
function markOf({ scenarios, fault, operation }: RequestSummary): string {
  if (scenarios.length > 0 || fault !== null) return 'touched'
  return operation === null ? 'unmatched' : ''
}

/** A request in the list. */
export function RequestRow({ entry, index, height, isActive, isOpen }: RowProps) {
  const { at, method, path, durationMs, sandbox, key } = entry
  return (
    <div
      id={rowIdOf(entry)}
      role="row"
      class={`request ${markOf(entry)} ${isActive ? 'active' : ''}`}
      style={{ height: `${height}px` }}
      aria-rowindex={index + 2}
      aria-selected={isOpen}
    >
      <span role="gridcell" class="time mono">
        {timeOf(at)}
      </span>
      <span role="gridcell" class={method === 'GET' ? 'method mono' : 'method mono strong'}>
        {method}
      </span>
      <span role="gridcell" class="path mono truncate" title={path}>
        {path}
      </span>
      <Operation {...entry} />
      <Status {...entry} />
      <span role="gridcell" class="duration num">
        {durationOf(durationMs)}
      </span>
      {isAll.value ? (
        <span role="gridcell" class="sandbox truncate">
          {sandbox}
        </span>
      ) : null}
      <span role="gridcell" class="key truncate" title={key ?? undefined}>
        {key ?? 'no key'}
      </span>
      <Scenario {...entry} />
    </div>
  )
}

function Operation({ operation }: RequestSummary) {
  return (
    <span role="gridcell" class="operation truncate" title={operation ?? undefined}>
      {operation ?? <Badge tone="warn">no operation</Badge>}
    </span>
  )
}

function Status({ status, code, fault }: RequestSummary) {
  const more = fault ?? code
  return (
    <span role="gridcell" class="status">
      <StatusBadge status={status} fault={fault} />
      {more === null ? null : (
        <span class="truncate" title={more}>
          {more}
        </span>
      )}
    </span>
  )
}

function Scenario({ scenarios }: RequestSummary) {
  const names = scenariosOf(scenarios)
  return (
    <span role="gridcell" class="scenario" title={scenarios.length === 0 ? undefined : scenarios.join(', ')}>
      {names.map((name) => (
        <Badge key={name} tone="bad">
          <Icon name="scenarios" />
          <span class="truncate">{name}</span>
        </Badge>
      ))}
    </span>
  )
}
