import { getLocation } from 'jsonc-parser'

import type { NamedSchemas, Schema } from '../state/openapi.ts'
import { formsAt, typeText, type Path, valuesOf } from './json-schema.ts'

interface CursorHelpProps {
  readonly text: string
  readonly caret: number
  readonly schema: Schema
  readonly named: NamedSchemas
}

/** Says what the field at the caret is for, and what it takes. */
export function CursorHelp({ text, caret, schema, named }: CursorHelpProps) {
  const path = getLocation(text, caret).path.filter((step) => step !== '')
  const forms = formsAt(schema, path, named)
  if (path.length === 0 || forms.length === 0) return null
  const values = [...new Set(forms.flatMap(valuesOf).map(String))]
  const about = descriptionAt(schema, path, named)
  return (
    <section class="cursor-help" aria-label="At the cursor">
      <h2 class="mono break">{path.join(' › ')}</h2>
      {about === undefined ? null : <p>{about}</p>}
      <p class="muted break">{values.length === 0 ? typeText(forms) : values.join(', ')}</p>
    </section>
  )
}

/** The description of a field; an item of an array has that of the array. */
function descriptionAt(schema: Schema, path: Path, named: NamedSchemas): string | undefined {
  const found = formsAt(schema, path, named).find(({ description }) => description !== undefined)?.description
  return found === undefined && typeof path.at(-1) === 'number'
    ? descriptionAt(schema, path.slice(0, -1), named)
    : found
}
