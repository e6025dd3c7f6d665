import { useState } from 'preact/hooks'

import { type Answer, api } from '../../state/api.ts'
import { ProblemError } from '../../state/ask.ts'
import { readDue } from '../../state/clock.ts'
import { type ApiDocument, type Parameter, useControlDocument, valuesIn } from '../../state/openapi.ts'
import { go, hrefOf, type Query, route, setQuery } from '../../state/route.ts'
import { summary } from '../../state/summary.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filters.tsx'
import { numberText } from '../../ui/format.ts'
import { ListDetail } from '../../ui/list-detail.tsx'
import { Empty, ErrorNote, View } from '../../ui/view.tsx'
import { Create } from './create.tsx'
import { columnsOf, facetOf, filtersOf, idOf, type Row, statesOf } from './fields.tsx'
import { Record } from './record.tsx'

/** The records of each area. @param item `AREA`, or `AREA/ID` */
export function Data({ item = '' }: { readonly item: string | undefined }) {
  const control = useControlDocument()
  const [isCreating, setCreating] = useState(false)
  const { counts } = summary.value ?? {}
  if (counts === undefined) return null
  const [, area = Object.keys(counts)[0] ?? '', id] = /^([^/]+)(?:\/(.+))?$/.exec(item) ?? []
  const isArea = Object.hasOwn(counts, area)
  const actions = (
    <>
      <Areas current={area} />
      <Button kind="primary" icon="plus" disabled={!isArea} onClick={() => setCreating(true)}>
        Create a record
      </Button>
    </>
  )
  return (
    <View title="Data" isFull actions={actions}>
      {!isArea ? (
        <Empty title={`This fake has no ${area}.`}>Choose one of the areas above.</Empty>
      ) : control === undefined ? null : (
        <Records key={area} area={area} id={id} control={control} />
      )}
      {isCreating && control !== undefined ? (
        <Create
          area={area}
          states={statesOf(control, area)}
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false)
            go('data', created === undefined ? area : `${area}/${created}`, route.peek().query)
          }}
        />
      ) : null}
    </View>
  )
}

function Areas({ current }: { readonly current: string }) {
  return (
    <nav class="tabs" aria-label="Areas">
      {Object.entries(summary.value?.counts ?? {}).map(([area, count]) => (
        <a key={area} href={hrefOf('data', area)} aria-current={area === current ? 'page' : undefined}>
          {area}
          <span class="count">{numberText(count)}</span>
        </a>
      ))}
    </nav>
  )
}

/** A page of records, or the error of a filter. */
type Page = Answer<'GET /{area}'> & { readonly refusal?: ProblemError }

const limit = 50

/** The first record of the page in the URL. */
const offsetOf = ({ offset = '' }: Query): number => Math.max(0, Math.trunc(Number(offset)) || 0)

async function load(area: string, filters: readonly Parameter[], chosen: Query): Promise<Page> {
  const values = filters.map((filter) => [filter.name, valuesIn(filter, chosen[filter.name]?.trim() ?? '')] as const)
  try {
    const query = { ...Object.fromEntries(values), limit, offset: offsetOf(chosen) }
    return await api('GET /{area}', { path: { area }, query })
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 400) throw error
    return { items: [], total: 0, refusal: error }
  }
}

/** The records of an area, and the open record. The URL has the filters and the page. */
function Records({ area, id, control }: { area: string; id: string | undefined; control: ApiDocument }) {
  const filters = filtersOf(control, area)
  const { query } = route.value
  const { value, error } = useLoaded(`${area} ${JSON.stringify(query)}`, () => load(area, filters, query))
  // The last page stays until the next is loaded.
  const [last, setLast] = useState<Page>()
  if (value !== undefined && value !== last) setLast(value)
  const { items = [], total = 0, refusal } = value ?? last ?? {}
  const { value: due = [] } = useLoaded(`due ${area}`, () => readDue({ kind: area }))
  const facets = filters.map((filter) => facetOf(filter, refusal?.field === filter.name ? refusal.message : undefined))
  return (
    <ListDetail<Row>
      view="data"
      item={id === undefined ? undefined : `${area}/${id}`}
      itemOf={(row) => `${area}/${idOf(row)}`}
      keeps={Object.keys(query)}
      label={area}
      rows={items}
      keyOf={idOf}
      columns={columnsOf(control, area, due)}
      header={
        <FilterBar
          noun={area}
          facets={facets}
          chosen={query}
          onChange={(changed) => setQuery({ ...changed, offset: undefined })}
        >
          <ErrorNote text={error} />
        </FilterBar>
      }
      empty={value === undefined ? null : <None area={area} refusal={refusal} />}
      footer={items.length === 0 ? null : <Pages shown={items.length} total={total} />}
    >
      {id === undefined ? undefined : (
        <Record key={id} area={area} id={id} rows={items} states={statesOf(control, area)} />
      )}
    </ListDetail>
  )
}

function None({ area, refusal }: { readonly area: string; readonly refusal: ProblemError | undefined }) {
  if ((summary.value?.counts[area] ?? 0) > 0) {
    return (
      <Empty title={refusal === undefined ? 'No record matches.' : 'A filter cannot be used.'}>
        {refusal?.message} <a href={hrefOf('data', area)}>Show all {area}</a>
      </Empty>
    )
  }
  return (
    <Empty title={`There are no ${area}.`}>
      <ol>
        <li>Create a record: through the API, as a client does, or as it stands, in any state.</li>
        <li>Advance the clock, which brings a record from state to state.</li>
        <li>Or reset the sandbox: the fixtures are back.</li>
      </ol>
    </Empty>
  )
}

function Pages({ shown, total }: { readonly shown: number; readonly total: number }) {
  const offset = offsetOf(route.value.query)
  const show = (next: number): void => setQuery({ offset: next <= 0 ? undefined : String(next) })
  return (
    <footer>
      <p class="num grow" role="status">
        {numberText(offset + 1)}–{numberText(offset + shown)} of {numberText(total)}
      </p>
      <Button disabled={offset === 0} onClick={() => show(offset - limit)}>
        Newer
      </Button>
      <Button disabled={offset + limit >= total} onClick={() => show(offset + limit)}>
        Older
      </Button>
    </footer>
  )
}
