import type { QueryParameter } from '../../state/document.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { valuesOf } from './document.ts'

/** The filters that are chosen, by name. */
export type Chosen = Readonly<Record<string, string>>

interface FiltersProps {
  readonly filters: readonly QueryParameter[]
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
  /** The refusal of a filter, and its name. */
  readonly refusal: { readonly field: string | undefined; readonly text: string } | undefined
}

/** The filters of the API: a selection where values are known, else a text. */
export function Filters({ filters, chosen, onChange, refusal }: FiltersProps) {
  const isAny = Object.values(chosen).some((value) => value !== '')
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {filters.map(({ name, description, schema }) => {
        const field = {
          label: name,
          value: chosen[name] ?? '',
          error: refusal?.field === name ? refusal.text : undefined,
        }
        const values = valuesOf(schema)
        const change = (value: string): void => onChange({ ...chosen, [name]: value })
        return values.length === 0 ? (
          <TextField key={name} {...field} placeholder={description} onInput={change} />
        ) : (
          <Select key={name} {...field} options={[{ value: '', text: 'any' }, ...values]} onChange={change} />
        )
      })}
      {isAny ? (
        <Button kind="quiet" icon="close" onClick={() => onChange({})}>
          Clear filters
        </Button>
      ) : null}
    </form>
  )
}

/** The query of the filters that are chosen. Words of one that may be repeated are several. */
export function filterQuery(
  filters: readonly QueryParameter[],
  chosen: Chosen,
): readonly (readonly [string, string])[] {
  return filters.flatMap(({ name, schema }) => {
    const value = chosen[name]?.trim() ?? ''
    if (value === '') return []
    const values = schema.type === 'array' ? value.split(/\s+/) : [value]
    return values.map((one) => [name, one] as const)
  })
}
