import { useState } from 'preact/hooks'

import type { Api, ApiDocument } from '../../state/openapi.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice } from '../../ui/field.tsx'
import { CreateAsItStands } from './create-as-it-stands.tsx'
import { CreateByApi } from './create-by-api.tsx'
import { creationOf } from './document.ts'

interface CreateProps {
  readonly area: string
  readonly api: Api
  readonly control: ApiDocument | undefined
  readonly onClose: () => void
  /** Called with the id of the record, where it is known. */
  readonly onCreated: (id: string | undefined) => void
}

/** Creates a record: through the API, as a client does, or as it stands. */
export function Create({ area, api, control, onClose, onCreated }: CreateProps) {
  const operation = creationOf(api, area)
  const [isByApi, setByApi] = useState(operation !== undefined)
  return (
    <Dialog title={`Create in ${area}`} isWide onClose={onClose}>
      {operation === undefined ? null : (
        <div class="stack ways" role="radiogroup" aria-label="Create">
          <Choice
            group="create"
            label="Through the API, as a client does: the clock brings it from state to state"
            checked={isByApi}
            onChange={() => setByApi(true)}
          />
          <Choice
            group="create"
            label="As it stands, in any state: the clock does not change it"
            checked={!isByApi}
            onChange={() => setByApi(false)}
          />
        </div>
      )}
      {isByApi && operation !== undefined ? (
        <CreateByApi api={api} operation={operation} onClose={onClose} onCreated={onCreated} />
      ) : (
        <CreateAsItStands area={area} control={control} onClose={onClose} onCreated={onCreated} />
      )}
    </Dialog>
  )
}
