import { api } from '../../state/api.ts'
import { isObject } from '../../ui/json.ts'
import type { Row } from './fields.tsx'
import { JsonDialog } from './json-dialog.tsx'

interface EditProps {
  readonly path: { readonly area: string; readonly name: string }
  /** The record when the edit began. */
  readonly before: Row
  /** The present record; undefined if it was deleted. */
  readonly now: Row | undefined
  readonly onClose: () => void
}

/** Edits a whole record, and sends the changes. */
export function Edit({ path, before, now, onClose }: EditProps) {
  const send = async (after: Row, signal: AbortSignal): Promise<void> => {
    await api('PATCH /{area}/{name}', { path, body: patchOf(before, after), signal })
    onClose()
  }
  const about = 'A field that you delete is removed. From then on, the clock does not change the record.'
  const others = Object.keys(patchOf(before, now ?? before))
  return (
    <JsonDialog
      title="Edit the record"
      verb="Save"
      onClose={onClose}
      ways={[{ label: 'Whole record', about, text: JSON.stringify(before, null, 2), send }]}
    >
      {others.length === 0 ? null : (
        <p class="note warn" role="status">
          Others changed this record meanwhile ({others.join(', ')}). Save sends only the fields that you change.
        </p>
      )}
    </JsonDialog>
  )
}

/** The JSON merge patch (RFC 7396) from one object to another. */
function patchOf(before: Row, after: Row): Row {
  const changed = Object.keys({ ...before, ...after }).flatMap((name) => {
    const [old, value = null] = [before[name], after[name]]
    if (JSON.stringify(old) === JSON.stringify(value)) return []
    return [[name, isObject(old) && isObject(value) ? patchOf(old, value) : value] as const]
  })
  return Object.fromEntries(changed)
}
