import type { ScenarioInfo } from '../../../../src/core/control/endpoints/scenarios.ts'
import { api, useAnswer } from '../../state/api.ts'
import { readAssumptions } from '../../state/assumptions.ts'
import { bodySchema, useControlDocument } from '../../state/openapi.ts'
import { go, route, setQuery } from '../../state/route.ts'
import { firedText, switchTo } from '../../state/scenario.ts'
import { attempt } from '../../state/toasts.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterBar, hasWords } from '../../ui/filters.tsx'
import { ListDetail } from '../../ui/list-detail.tsx'
import type { Column } from '../../ui/list.tsx'
import { Empty, ErrorNote, View } from '../../ui/view.tsx'
import { ScenarioDetail, ScenarioSwitch } from './scenario-detail.tsx'
import type { WriteScenarioProps } from './write-scenario.tsx'

/** The group title of a scenario. */
function titleOf({ active, source, group = 'data' }: ScenarioInfo): string {
  if (active) return 'On now'
  return source === 'built-in' ? titled(group) : 'Yours'
}

const titled = (group: string): string => group.charAt(0).toUpperCase() + group.slice(1)

/** The scenarios of the sandbox with the open one, or the editor. */
export function Scenarios({ item }: { readonly item: string | undefined }) {
  const { value, error } = useAnswer('GET /scenarios')
  const document = useControlDocument()
  if (value === undefined || document === undefined) return <ErrorNote text={error} />
  const { items } = value
  // Scenario names have no full stop.
  const [, verb, from = ''] = /^(new|edit)\.(.*)$/.exec(item ?? '') ?? []
  if (verb !== undefined) {
    const prepared = route.value.query['text']
    const props = { isNew: verb === 'new', from, prepared, scenarios: items, document }
    return (
      <>
        <ErrorNote text={error} />
        <Editor key={`${item} ${prepared}`} {...props} />
      </>
    )
  }
  const groups = bodySchema(document, 'POST /scenarios')?.properties?.['group']?.enum ?? []
  const createButton = (
    <Button kind="primary" icon="plus" onClick={() => go('scenarios', 'new.')}>
      Create a scenario
    </Button>
  )
  return (
    <View title="Scenarios" isFull actions={createButton}>
      <ErrorNote text={error} />
      <ScenarioList items={items} groups={groups} item={item} />
    </View>
  )
}

/** The editor is a separate file, twice as large as the rest of the page. A page of an earlier fake requests a missing file. */
const loadEditor = async () => {
  const rows = await readAssumptions()
  const { WriteScenario } = await import('./write-scenario.tsx').catch(() => {
    throw new Error('The editor could not be loaded. Reload the page.')
  })
  return { rows, WriteScenario }
}

function Editor(props: WriteScenarioProps) {
  const { value, error } = useLoaded('editor', loadEditor, { isFixed: true })
  if (value !== undefined) return <value.WriteScenario {...props} rows={value.rows} />
  return (
    <View title="Create a scenario">
      <ErrorNote text={error} />
      {error === undefined ? <p class="muted">The editor opens…</p> : null}
    </View>
  )
}

/** The text to search, including effects and symptoms. */
const searchedOf = ({ name, description = '', effect, keywords }: ScenarioInfo): string =>
  [name, description, effect, ...keywords].join(' ')

const columns: readonly Column<ScenarioInfo>[] = [
  {
    title: 'Name',
    width: 'minmax(9rem, 3fr)',
    cell: ({ name, description }) => <code title={description}>{name}</code>,
  },
  {
    title: 'What happens',
    width: 'minmax(0, 6fr)',
    from: 720,
    cell: ({ description }) => <span class="muted">{description}</span>,
  },
  {
    title: 'Effect',
    width: 'minmax(6rem, 2fr)',
    cell: ({ effect }) => (effect === '' ? null : <Badge>{effect}</Badge>),
  },
  {
    title: 'Fired',
    width: '7rem',
    from: 440,
    // Only a scenario with rules fires; settings apply while the scenario is on.
    cell: ({ active, rules }) => (active && rules.length > 0 ? <span class="muted">{firedText(rules)}</span> : null),
  },
  { title: 'On', width: '2rem', cell: (scenario) => <ScenarioSwitch {...scenario} tabIndex={-1} /> },
]

interface ScenarioListProps {
  readonly items: readonly ScenarioInfo[]
  /** The names of the groups, in order. */
  readonly groups: readonly unknown[]
  readonly item: string | undefined
}

function ScenarioList({ items, groups, item }: ScenarioListProps) {
  const { text = '' } = route.value.query
  const open = items.find(({ name }) => name === item)
  const found = items.filter((scenario) => hasWords(searchedOf(scenario), text))
  const titles = ['On now', 'Yours', ...groups.map((group) => titled(String(group)))]
  return (
    <ListDetail
      view="scenarios"
      item={item}
      keeps={['text']}
      label="Scenarios"
      rows={titles.flatMap((title) => found.filter((scenario) => titleOf(scenario) === title))}
      keyOf={({ name }) => name}
      groupOf={titleOf}
      onSpace={(scenario) => void switchTo(scenario, !scenario.active)}
      notFound="No scenario has the name"
      empty={
        <Empty title={`No scenario fits “${text.trim()}”`}>
          Search for a status (429), a symptom (timeout, down) or a name, or create a scenario that does it.
        </Empty>
      }
      header={
        <FilterBar
          noun="scenarios"
          facets={[]}
          searches="name, status or symptom"
          chosen={{ text }}
          onChange={setQuery}
        >
          {items.some(({ active }) => active) ? (
            <Button size="small" onClick={() => attempt(() => api('DELETE /scenarios'))}>
              Switch all off
            </Button>
          ) : null}
        </FilterBar>
      }
      columns={columns}
    >
      {open === undefined ? undefined : <ScenarioDetail key={open.name} scenario={open} />}
    </ListDetail>
  )
}
