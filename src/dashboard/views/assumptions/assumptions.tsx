import { computed } from '@preact/signals'

import type { AssumptionInfo } from '../../../control/endpoints/assumptions.ts'
import { useAnswer } from '../../state/api.ts'
import { choose, isChanged, sectionText, usesIn } from '../../state/assumptions.ts'
import { sandboxName } from '../../state/place.ts'
import { go, hrefOf, kept, route, setQuery, useQuery } from '../../state/route.ts'
import { entries } from '../../state/traffic.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Choice, TextField } from '../../ui/field.tsx'
import { counted } from '../../ui/format.ts'
import { Detail, Empty, Panel, Refused, Split, View } from '../../ui/view.tsx'
import { AssumptionDetail } from './assumption-detail.tsx'

import './assumptions.css'

/** The number of requests of this sandbox in the journal that depended on each assumption. */
const uses = computed(() => usesIn(entries.value, sandboxName))

/** What the address chooses to show: the words of the search, and those that changed or were used. */
const choices = ['search', 'changed', 'used'] as const

function isShown(row: AssumptionInfo): boolean {
  const { search = '', changed, used } = route.value.query
  if (changed === 'only' && !isChanged(row)) return false
  if (used === 'only' && !uses.value.has(row.id)) return false
  const text = [row.id, row.question, row.reason, `§${row.section}`, ...Object.entries(row.effects).flat()].join(' ')
  return text.toLowerCase().includes(search.trim().toLowerCase())
}

/** The rows in the order of the sections of the document. */
function bySection(rows: readonly AssumptionInfo[]): readonly (readonly [string, readonly AssumptionInfo[]])[] {
  const sections = [...new Set(rows.map(({ section }) => section))]
  const sorted = sections.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return sorted.map((section) => [section, rows.filter((row) => row.section === section)])
}

/** Asks before all choices go back to the defaults. */
function resetAll(changed: readonly AssumptionInfo[]): void {
  confirm({
    title: `Set ${counted(changed.length, 'assumption')} back?`,
    text: `${changed.map(({ id }) => id).join(', ')}: the fake answers by the defaults again.`,
    verb: 'Set back to defaults',
    work: () => choose(Object.fromEntries(changed.map((row) => [row.id, row.default]))),
    done: 'All assumptions have their defaults.',
  })
}

/** The assumption register: every point that the document leaves open, and the answer that the fake gives. */
export function Assumptions({ item }: { readonly item: string | undefined }) {
  const { value, error } = useAnswer('GET /assumptions')
  const [search, setSearch] = useQuery('search')
  const [changedOnly, setChangedOnly] = useQuery('changed')
  const [usedOnly, setUsedOnly] = useQuery('used')
  const rows = value?.items ?? []
  const changed = rows.filter(isChanged)
  const shown = rows.filter(isShown)
  const open = rows.find(({ id }) => id === item)
  return (
    <View
      title="Assumptions"
      lead="The document leaves these points open. Each has an option that holds in this sandbox: switch one to see if your client depends on it."
      actions={
        changed.length === 0 ? undefined : <Button onClick={() => resetAll(changed)}>Set back to defaults</Button>
      }
    >
      <Refused text={error} />
      <div class="assumption-filters">
        <TextField
          label="Search assumptions"
          isLabelHidden
          kind="search"
          placeholder="Search by question, option, id or §"
          value={search}
          onInput={setSearch}
        />
        <div class="row assumption-choices">
          <Choice
            label={`Changed (${changed.length})`}
            checked={changedOnly === 'only'}
            onChange={(on) => setChangedOnly(on ? 'only' : '')}
          />
          <Choice
            label={`Used by requests (${rows.filter(({ id }) => uses.value.has(id)).length})`}
            checked={usedOnly === 'only'}
            onChange={(on) => setUsedOnly(on ? 'only' : '')}
          />
        </div>
      </div>
      {value === undefined ? null : (
        <Split
          view="assumptions"
          item={item}
          notFound="No assumption has the id"
          list={<Register rows={shown} open={item} />}
        >
          {open === undefined ? undefined : (
            <Detail title={open.question} onClose={() => go('assumptions', undefined, kept(...choices))}>
              <AssumptionDetail key={open.id} row={open} />
            </Detail>
          )}
        </Split>
      )}
    </View>
  )
}

function Register({ rows, open }: { readonly rows: readonly AssumptionInfo[]; readonly open: string | undefined }) {
  return (
    <Panel isFlush>
      <div class="assumption-list">
        {rows.length === 0 ? (
          <Nothing />
        ) : (
          bySection(rows).map(([section, members]) => (
            <Section key={section} section={section} rows={members} open={open} />
          ))
        )}
      </div>
    </Panel>
  )
}

function Nothing() {
  return (
    <Empty title="No assumption fits">
      <p>
        {route.value.query['used'] === 'only'
          ? 'Send a request to the API, or show all again.'
          : 'Search for another word, or show all again.'}
      </p>
      <Button onClick={() => setQuery({ search: '', changed: '', used: '' })}>Show all</Button>
    </Empty>
  )
}

interface SectionProps {
  readonly section: string
  readonly rows: readonly AssumptionInfo[]
  readonly open: string | undefined
}

function Section({ section, rows, open }: SectionProps) {
  return (
    <section class="assumption-section" aria-label={`Section ${section}`}>
      <h2>{sectionText(section)}</h2>
      <ul>
        {rows.map((row) => {
          const count = uses.value.get(row.id)
          return (
            <li key={row.id}>
              <a
                class="assumption"
                href={hrefOf('assumptions', row.id, kept(...choices))}
                aria-current={row.id === open ? 'true' : undefined}
              >
                <span class="question">{row.question}</span>
                <span class="muted num uses">{count === undefined ? null : counted(count, 'request')}</span>
                <Badge tone={isChanged(row) ? 'warn' : 'neutral'}>{row.choice}</Badge>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
