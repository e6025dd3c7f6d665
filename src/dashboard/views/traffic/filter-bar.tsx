import { useEffect, useRef } from 'preact/hooks'

import { isAll, shownEntries } from '../../state/traffic.ts'
import { Choice, TextField } from '../../ui/field.tsx'
import { counted, numberText } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Popup } from '../../ui/popup.tsx'
import {
  chips,
  choicesOf,
  choose,
  chosenOf,
  clearFilters,
  type Facet,
  facets,
  filters,
  leastMs,
  matching,
  setDuration,
  setText,
} from './filters.ts'

/** Chooses which requests the list shows. */
export function FilterBar() {
  const search = useSlash()
  return (
    <div class="filter-bar" role="search" aria-label="Requests">
      <div ref={search} class="search">
        <Icon name="search" />
        <TextField
          label="Filter requests"
          isLabelHidden
          kind="search"
          placeholder="Filter by path, operation, code…"
          value={filters.value.text}
          onInput={setText}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      <div class="facets">
        {facets.map((facet) =>
          facet.id === 'sandbox' && !isAll.value ? null : <FacetFilter key={facet.id} {...facet} />,
        )}
        <Popup text="Duration" label="Filter by duration" isMarked={leastMs(filters.value.duration) > 0}>
          {() => (
            <TextField
              label="At least so many milliseconds"
              kind="number"
              placeholder="100"
              value={filters.value.duration}
              onInput={setDuration}
            />
          )}
        </Popup>
      </div>
    </div>
  )
}

function FacetFilter(facet: Facet) {
  const chosen = chosenOf(facet)
  return (
    <Popup text={facet.title} label={`Filter by ${facet.title.toLowerCase()}`} isMarked={chosen.length > 0}>
      {() => <Choices {...facet} />}
    </Popup>
  )
}

function Choices(facet: Facet) {
  const choices = choicesOf(facet)
  const chosen = chosenOf(facet)
  if (choices.length === 0) return <p class="muted">No request has one.</p>
  return (
    <ul class="choices">
      {choices.map(([value, count]) => (
        <li key={value}>
          <Choice
            label={
              <>
                <span class="break">{value}</span> <span class="muted num">{numberText(count)}</span>
              </>
            }
            checked={chosen.includes(value)}
            onChange={(isChosen) => choose(facet, value, isChosen)}
          />
        </li>
      ))}
    </ul>
  )
}

/** The filters that are on, and how many requests pass them. */
export function FilterChips() {
  if (chips.value.length === 0) return null
  return (
    <div class="row" role="group" aria-label="Filters">
      {chips.value.map(({ text, remove }) => (
        <button key={text} type="button" class="chip" aria-label={`Remove filter ${text}`} onClick={remove}>
          <span class="truncate">{text}</span>
          <Icon name="close" />
        </button>
      ))}
      <button type="button" class="button quiet small" onClick={clearFilters}>
        Clear filters
      </button>
      <span class="muted num">
        {numberText(matching.value.length)} of {counted(shownEntries.value.length, 'request')}
      </span>
    </div>
  )
}

/** Lets `/` go to the field for text, and Escape empty it. */
function useSlash() {
  const search = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = search.current?.querySelector('input')
    const go = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      const isTyped = target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog')
      if (key !== '/' || ctrlKey || metaKey || altKey || isTyped) return
      event.preventDefault()
      field?.focus()
      field?.select()
    }
    const empty = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || filters.value.text === '') return
      event.stopPropagation()
      setText('')
    }
    document.addEventListener('keydown', go)
    field?.addEventListener('keydown', empty)
    return () => {
      document.removeEventListener('keydown', go)
      field?.removeEventListener('keydown', empty)
    }
  }, [])
  return search
}
