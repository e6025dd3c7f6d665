import { computed } from '@preact/signals'

import type { AssumptionInfo } from '../../../../src/core/control/endpoints/assumptions.ts'
import { useAnswer } from '../../state/api.ts'
import { choose, isChanged, usesIn } from '../../state/assumptions.ts'
import { sandboxName } from '../../state/place.ts'
import { route, setQuery } from '../../state/route.ts'
import { entries } from '../../state/traffic.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { type Chosen, FilterBar, hasWords, valuesOf } from '../../ui/filters.tsx'
import { counted } from '../../ui/format.ts'
import { ListDetail } from '../../ui/list-detail.tsx'
import type { Column } from '../../ui/list.tsx'
import { Empty, ErrorNote, View } from '../../ui/view.tsx'
import { AssumptionDetail } from './assumption-detail.tsx'

/** The sections of the document, as the register refers to them. */
const sections: Readonly<Record<string, string>> = {
  '1': 'Any answer',
  '2': 'Fields',
  '2.1': 'Paging and errors',
  '2.2': 'Assessments',
  '2.3': 'Resources',
  '2.4': 'Jobs',
  '3': 'States',
  '4': 'Lists and queries',
  '4.1': 'Calls on assessments',
  '4.2': 'Calls on resources',
  '4.3': 'Calls on jobs',
  '5': 'Authentication',
  '6': 'Notifications',
  '7': 'Errors',
  '8': 'Limits and quota',
  '9': 'Versions',
}

const filters = ['text', 'only']

/** The first section that leaves the assumption open. */
const sectionOf = ({ section }: AssumptionInfo): string => section.split(', ')[0] ?? section

function groupOf(row: AssumptionInfo): string {
  const section = sectionOf(row)
  return `${sections[section] ?? 'Section'} (§${section})`
}

/** The number of requests of this sandbox in the journal that met each assumption. */
const uses = computed(() => usesIn(entries.value, sandboxName))

/** The values of the filter `Only`. A row must pass every chosen value. */
const kinds: readonly (readonly [name: string, has: (row: AssumptionInfo) => boolean])[] = [
  ['changed', isChanged],
  ['met by a request', ({ id }) => uses.value.has(id)],
]

function isShown(row: AssumptionInfo, chosen: Chosen): boolean {
  const { id, question, reason, section, effects, options } = row
  const text = [id, question, reason, `§${section}`, groupOf(row), ...options, ...Object.values(effects)].join(' ')
  const wanted = valuesOf(chosen, 'only')
  return hasWords(text, chosen['text']) && kinds.every(([name, has]) => !wanted.includes(name) || has(row))
}

/** Asks before it resets all choices to the defaults. */
function resetAll(changed: readonly AssumptionInfo[]): void {
  confirm({
    title: `Set ${counted(changed.length, 'assumption')} back?`,
    text: `${changed.map(({ id }) => id).join(', ')}: the fake answers by the defaults again.`,
    verb: 'Set back to defaults',
    work: () => choose(Object.fromEntries(changed.map((row) => [row.id, row.default]))),
  })
}

function usesOf({ id }: AssumptionInfo) {
  const count = uses.value.get(id)
  return count === undefined ? null : <span class="muted">{counted(count, 'request')}</span>
}

function answerOf(row: AssumptionInfo) {
  const text = row.effects[row.choice] ?? row.choice
  return (
    <span title={String(text)}>
      <Badge tone={isChanged(row) ? 'warn' : 'plain'}>{text}</Badge>
    </span>
  )
}

const columns: readonly Column<AssumptionInfo>[] = [
  { title: 'Question', width: 'minmax(9rem, 3fr)', cell: ({ question }) => <span title={question}>{question}</span> },
  { title: 'What the fake does', width: 'minmax(6rem, 2fr)', cell: answerOf },
  { title: 'Met by', width: '7rem', from: 560, isRight: true, cell: usesOf },
]

/** The assumption register: every open point of the document, and the fake's choice. */
export function Assumptions({ item }: { readonly item: string | undefined }) {
  const { value, error } = useAnswer('GET /assumptions')
  const chosen = route.value.query
  const rows = (value?.items ?? []).toSorted((a, b) =>
    sectionOf(a).localeCompare(sectionOf(b), 'en', { numeric: true }),
  )
  const changed = rows.filter(isChanged)
  const open = rows.find(({ id }) => id === item)
  const choices = kinds.map(([name, has]) => [name, rows.filter(has).length] as const)
  const reset =
    changed.length === 0 ? undefined : <Button onClick={() => resetAll(changed)}>Set back to defaults</Button>
  return (
    <View title="Assumptions" isFull actions={reset}>
      <ErrorNote text={error} />
      <ListDetail
        view="assumptions"
        item={value === undefined ? undefined : item}
        keeps={filters}
        label="Assumptions"
        rows={rows.filter((row) => isShown(row, chosen))}
        keyOf={({ id }) => id}
        groupOf={groupOf}
        columns={columns}
        notFound="No assumption has the id"
        empty={
          value === undefined ? null : (
            <Empty title="No assumption fits">
              The document leaves {rows.length} points open. Send a request to the API to see which of them it meets, or
              clear the filters.
            </Empty>
          )
        }
        header={
          <FilterBar
            noun="assumptions"
            searches="question, option, id or §"
            facets={[{ id: 'only', title: 'Only', choices }]}
            chosen={chosen}
            onChange={setQuery}
          />
        }
      >
        {open === undefined ? undefined : <AssumptionDetail key={open.id} row={open} />}
      </ListDetail>
    </View>
  )
}
