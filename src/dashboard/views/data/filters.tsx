import { type Parameter, valuesIn } from '../../state/openapi.ts'
import { Button } from '../../ui/button.tsx'
import { ParameterField } from '../../ui/parameter-field.tsx'

/** The filters that are chosen, by name. */
export type Chosen = Readonly<Record<string, string>>

interface FiltersProps {
  readonly filters: readonly Parameter[]
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
  /** The refusal of a filter, and its name. */
  readonly refusal: { readonly field: string | undefined; readonly text: string } | undefined
}

/** The filters of the API. */
export function Filters({ filters, chosen, onChange, refusal }: FiltersProps) {
  const isAny = Object.values(chosen).some((value) => value !== '')
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {filters.map((filter) => (
        <ParameterField
          key={filter.name}
          isBrief
          parameter={filter}
          value={chosen[filter.name] ?? ''}
          error={refusal?.field === filter.name ? refusal.text : undefined}
          onChange={(value) => onChange({ ...chosen, [filter.name]: value })}
        />
      ))}
      {isAny ? (
        <Button kind="quiet" icon="close" onClick={() => onChange({})}>
          Clear filters
        </Button>
      ) : null}
    </form>
  )
}

/** The query of the filters that are chosen. */
export const filterQuery = (filters: readonly Parameter[], chosen: Chosen): readonly (readonly [string, string])[] =>
  filters.flatMap((filter) =>
    valuesIn(filter, chosen[filter.name]?.trim() ?? '').map((value) => [filter.name, value] as const),
  )
