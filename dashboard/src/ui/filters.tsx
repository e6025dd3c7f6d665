import type { ComponentChildren } from 'preact'

import { Choice, TextField } from './field.tsx'
import { numberText } from './format.ts'
import { Icon } from './icon.tsx'
import { Popup } from './popup.tsx'

/** A property to filter by. */
export interface Facet {
  /** Its name in the URL. */
  readonly id: string
  readonly title: string
  /** Its values, with the number of rows if known; undefined for a text field. */
  readonly choices?: readonly (readonly [value: string, count?: number])[]
  /** True if only one value can be chosen. */
  readonly isSingle?: boolean
  /** The placeholder of the text field. */
  readonly placeholder?: string
  readonly error?: string | undefined
}

/** The chosen values, separated by commas, by facet id, and `text` for the search. */
export type Chosen = Readonly<Record<string, string | undefined>>

/** The chosen values of a facet. */
export const valuesOf = (chosen: Chosen, id: string): readonly string[] =>
  (chosen[id] ?? '').split(',').filter((value) => value !== '')

const without = (values: readonly string[], value: string) => values.filter((other) => other !== value)

/** True if a text contains each word of a search. */
export function hasWords(text: string, search = ''): boolean {
  const lower = text.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

interface FilterBarProps {
  /** What is filtered (`requests`). */
  readonly noun: string
  /** The fields that the search covers; undefined for no search. */
  readonly searches?: string
  readonly facets: readonly Facet[]
  readonly chosen: Chosen
  /** @param changed the changed facets; empty for off */
  readonly onChange: (changed: Chosen) => void
  /** At the end of the bar, such as the number of rows. */
  readonly children?: ComponentChildren
}

/** A search field, a button for all other filters, and a chip for each active filter. `/` focuses the search. */
export function FilterBar({ noun, searches, facets, chosen, onChange, children }: FilterBarProps) {
  const chips = facets.flatMap(({ id, title }) => valuesOf(chosen, id).map((value) => ({ id, title, value })))
  const clear = (): void => onChange(Object.fromEntries(['text', ...facets.map(({ id }) => id)].map((id) => [id, ''])))
  return (
    <div class="filter-bar" role="search" aria-label={`Filter ${noun}`}>
      {searches === undefined ? null : (
        <TextField
          label={`Search ${noun}`}
          isLabelHidden
          kind="search"
          placeholder={`Search by ${searches}`}
          value={chosen['text'] ?? ''}
          onInput={(text) => onChange({ text })}
        />
      )}
      {facets.length === 0 ? null : (
        <Popup text="+ Filter" label="Filters">
          {() => facets.map((facet) => <FacetChoices key={facet.id} {...facet} chosen={chosen} onChange={onChange} />)}
        </Popup>
      )}
      {chips.map(({ id, title, value }) => (
        <button
          key={`${id} ${value}`}
          type="button"
          class="chip"
          aria-label={`Remove filter ${title}: ${value}`}
          onClick={() => onChange({ [id]: without(valuesOf(chosen, id), value).join() })}
        >
          <span class="truncate">{`${title}: ${value}`}</span>
          <Icon name="close" />
        </button>
      ))}
      {chips.length === 0 && (chosen['text'] ?? '') === '' ? null : (
        <button type="button" class="quiet small" onClick={clear}>
          Clear filters
        </button>
      )}
      {children}
    </div>
  )
}

interface FacetProps extends Facet, Pick<FilterBarProps, 'chosen' | 'onChange'> {}

function FacetChoices({ id, title, choices, isSingle = false, placeholder, error, chosen, onChange }: FacetProps) {
  const on = valuesOf(chosen, id)
  if (choices === undefined) {
    return (
      <div class="facet">
        <TextField
          label={title}
          placeholder={placeholder}
          value={chosen[id] ?? ''}
          error={error}
          onInput={(text) => onChange({ [id]: text })}
        />
      </div>
    )
  }
  const toggled = (value: string, isOn: boolean) => (isOn ? [...(isSingle ? [] : on), value] : without(on, value))
  return (
    <details class="facet" name="facet" open={on.length > 0}>
      <summary>{title}</summary>
      {choices.length === 0 ? <p class="muted">Nothing has one.</p> : null}
      {choices.map(([value, count]) => (
        <Choice
          key={value}
          {...(isSingle ? { group: `facet ${id}` } : {})}
          label={
            <>
              <span class="break">{value}</span>{' '}
              {count === undefined ? null : <span class="count">{numberText(count)}</span>}
            </>
          }
          checked={on.includes(value)}
          onChange={(isOn) => onChange({ [id]: toggled(value, isOn).join() })}
        />
      ))}
    </details>
  )
}

/** `/` focuses the search, and Escape clears it before it closes anything. */
function onSearchKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event
  const search = document.querySelector<HTMLInputElement>('.filter-bar [role=searchbox]')
  if (search === null) return
  if (key === 'Escape' && target === search && search.value !== '') {
    event.stopPropagation()
    search.value = ''
    search.dispatchEvent(new Event('input'))
  }
  const isTyped = target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog')
  if (key !== '/' || ctrlKey || metaKey || altKey || isTyped) return
  event.preventDefault()
  search.select()
}

addEventListener('keydown', onSearchKey, { capture: true })
