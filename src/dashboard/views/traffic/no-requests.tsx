import { apiKey } from '../../state/api-key.ts'
import { type Api, listIn, useApi } from '../../state/openapi.ts'
import { sandboxName } from '../../state/place.ts'
import { isAll, shownEntries } from '../../state/traffic.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { Empty } from '../../ui/view.tsx'
import { clearFilters } from './filters.ts'

/** The address of a list. */
const addressIn = (api: Api): string => new URL(api.base + (listIn(api)?.path ?? '/'), location.origin).href

/** Stands in place of the list while it has nothing to show. */
export function NoRequests({ onSend }: { readonly onSend: () => void }) {
  return shownEntries.value.length > 0 ? (
    <Empty title="No request passes the filters">
      <Button onClick={clearFilters}>Clear filters</Button>
    </Empty>
  ) : (
    <Nothing onSend={onSend} />
  )
}

function Nothing({ onSend }: { readonly onSend: () => void }) {
  const { value: api } = useApi()
  const key = apiKey.value === '' ? 'YOUR_API_KEY' : apiKey.value
  return (
    <Empty title={isAll.value ? 'No request came to any sandbox yet' : `No request came to sandbox ${sandboxName} yet`}>
      <div class="stack first-request">
        <p>Requests appear here as they come. Send one from a shell, from your app, or from this page.</p>
        {api === undefined ? null : (
          <Code label="Command" value={`curl -H 'Authorization: Bearer ${key}' ${addressIn(api)}`} />
        )}
        <p>
          <Button kind="primary" icon="plus" onClick={onSend}>
            Send a request
          </Button>
        </p>
      </div>
    </Empty>
  )
}
