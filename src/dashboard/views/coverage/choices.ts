import type { CoverageCell, CoverageKind } from '../../../control/endpoints/reports.ts'
import { hrefOf, type Query, route } from '../../state/route.ts'
import { keyOf } from '../../state/traffic.ts'

/** The kinds of what a client can meet, as the page names them. */
export const kinds: readonly (readonly [kind: CoverageKind, name: string])[] = [
  ['success', 'Success'],
  ['error', 'Errors'],
  ['state', 'States'],
  ['page', 'Pages'],
  ['fault', 'Faults'],
]

/** The row of the faults, which are the same for all operations. */
export const anyOperation = 'any'

export const kindName = (kind: CoverageKind): string => kinds.find(([known]) => known === kind)?.[1] ?? kind

/** Choices of the view, which its address has. */
interface Choices {
  /** The kind that is shown alone (all). */
  readonly kind: CoverageKind | undefined
  readonly isUnmetOnly: boolean
  readonly isAll: boolean
}

export function choices(): Choices {
  const { kind: wanted, show, sandboxes } = route.value.query
  const [kind] = kinds.find(([known]) => known === wanted) ?? []
  return { kind, isUnmetOnly: show === 'unmet', isAll: sandboxes === 'all' }
}

/** The address of the view, or of one of its cells, with some choices changed. */
export const hrefWith = (item: string | undefined, changed: Query = {}): string =>
  hrefOf('coverage', item, { ...route.value.query, ...changed })

/** Changes some choices. @param item that is open */
export function choose(item: string | undefined, changed: Query): void {
  location.hash = hrefWith(item, changed)
}

/** The address of the first request that met a cell; undefined where none did. */
export const hrefOfRequest = ({ request, sandbox }: CoverageCell): string | undefined =>
  request === null || sandbox === null ? undefined : hrefOf('traffic', keyOf({ sandbox, id: request }))
