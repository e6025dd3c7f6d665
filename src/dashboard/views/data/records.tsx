import { useEffect, useRef } from 'preact/hooks'

import type { DueInfo } from '../../../control/endpoints/clock.ts'
import { read, Refusal } from '../../state/ask.ts'
import { readDue } from '../../state/clock.ts'
import type { ApiDocument } from '../../state/openapi.ts'
import { go } from '../../state/route.ts'
import { later } from '../../state/time.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { numberText } from '../../ui/format.ts'
import { Table } from '../../ui/table.tsx'
import { Empty, Refused } from '../../ui/view.tsx'
import { type Choice, choiceOf, choose } from './choice.ts'
import { columnsFor } from './columns.tsx'
import { filtersOf } from './document.ts'
import { idOf, type Row } from './fields.ts'
import { filterQuery, Filters } from './filters.tsx'

/** A page of records; a refusal of a filter. */
interface Page {
  readonly items: readonly Row[]
  readonly total: number
  readonly due: readonly DueInfo[]
  readonly refusal?: { readonly field: string | undefined; readonly text: string }
}

async function load(area: string, query: string): Promise<Page> {
  try {
    const [page, due] = await Promise.all([
      read<Pick<Page, 'items' | 'total'>>(`/${area}?${query}`),
      readDue({ kind: area }),
    ])
    return { ...page, due }
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error
    return { items: [], total: 0, due: [], refusal: { field: error.field, text: error.message } }
  }
}

const sizes = ['25', '50', '100', '500']

/** A page of the records of an area: what was loaded last stays until the next is there. */
function usePage(area: string, query: string) {
  const { value, error } = useLoaded(`${area}?${query}`, () => load(area, query))
  const last = useRef<Page | undefined>(undefined)
  useEffect(() => {
    if (value !== undefined) last.current = value
  }, [value])
  return { page: value ?? last.current, error }
}

/** How long the page waits for more typing. */
const typingMs = 300

interface RecordsProps {
  readonly area: string
  readonly open: string | undefined
  readonly control: ApiDocument | undefined
  readonly onCreate: () => void
}

/** The records of an area: filters, a table, and pages. */
export function Records({ area, open, control, onCreate }: RecordsProps) {
  const filters = filtersOf(control, area)
  const { chosen, applied, size, offset } = choiceOf(area)
  const show = (part: Partial<Choice>): void => choose(area, part)
  useEffect(
    () => (chosen === applied ? undefined : later(typingMs, () => choose(area, { applied: chosen, offset: 0 }))),
    [area, chosen, applied],
  )
  const query = new URLSearchParams([
    ...filterQuery(filters, applied).map(([name, value]) => [name, value]),
    ['limit', String(size)],
    ['offset', String(offset)],
  ])
  const { page, error } = usePage(area, query.toString())
  const isBeyond = page?.items.length === 0 && offset > 0
  useEffect(() => {
    if (isBeyond) choose(area, { offset: 0 })
  }, [area, isBeyond])
  return (
    <div class="panel records">
      <Filters
        filters={filters}
        chosen={chosen}
        onChange={(changed) => show({ chosen: changed })}
        refusal={page?.refusal}
      />
      <Refused text={error} />
      {page === undefined ? null : page.items.length === 0 ? (
        <None
          why={page.refusal !== undefined ? 'refused' : filterQuery(filters, applied).length > 0 ? 'filtered' : 'none'}
          onClear={() => show({ chosen: {} })}
          onCreate={onCreate}
        />
      ) : (
        <>
          <Table
            caption={area}
            columns={columnsFor(page.items, page.due)}
            rows={page.items}
            keyOf={idOf}
            open={open}
            onOpen={(row) => go('data', `${area}/${idOf(row)}`)}
          />
          <Pages page={page} size={size} offset={offset} onShow={show} />
        </>
      )}
    </div>
  )
}

interface NoneProps {
  readonly why: 'refused' | 'filtered' | 'none'
  readonly onClear: () => void
  readonly onCreate: () => void
}

const reasons = {
  refused: 'A filter cannot be used.',
  filtered: 'No record matches the filters.',
  none: 'There are no records here.',
} as const

function None({ why, onClear, onCreate }: NoneProps) {
  return (
    <Empty title={reasons[why]}>
      {why === 'none' ? (
        <Button onClick={onCreate}>Create the first record</Button>
      ) : (
        <Button onClick={onClear}>Show all records</Button>
      )}
    </Empty>
  )
}

interface PagesProps {
  readonly page: Page
  readonly size: number
  readonly offset: number
  readonly onShow: (part: Partial<Choice>) => void
}

function Pages({ page: { items, total }, size, offset, onShow }: PagesProps) {
  return (
    <footer class="pages">
      <p class="num" role="status">
        {numberText(offset + 1)}–{numberText(offset + items.length)} of {numberText(total)}
      </p>
      <Select
        label="Records in a page"
        isLabelHidden
        value={String(size)}
        options={sizes.map((value) => ({ value, text: `${value} in a page` }))}
        onChange={(value) => onShow({ size: Number(value), offset: 0 })}
      />
      <div class="row">
        <Button disabled={offset === 0} onClick={() => onShow({ offset: Math.max(0, offset - size) })}>
          Newer
        </Button>
        <Button disabled={offset + size >= total} onClick={() => onShow({ offset: offset + size })}>
          Older
        </Button>
      </div>
    </footer>
  )
}
