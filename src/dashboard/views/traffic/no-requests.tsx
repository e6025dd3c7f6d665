import { loadApi } from '../../state/api-document.ts'
import { apiKey } from '../../state/api-key.ts'
import { sandboxName } from '../../state/place.ts'
import { isAll, shownEntries } from '../../state/traffic.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { Empty } from '../../ui/view.tsx'
import { clearFilters } from './filters.ts'

/** The address of a list: any that can be read without an id. */
async function addressOfList(): Promise<string> {
  const { base, operations } = await loadApi()
  const list = operations.find(({ method, path }) => method === 'GET' && !path.includes('{'))
  return new URL(base + (list?.path ?? '/'), location.origin).href
}

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
  const { value: address } = useLoaded('address', addressOfList)
  const key = apiKey.value === '' ? 'YOUR_API_KEY' : apiKey.value
  return (
    <Empty title={isAll.value ? 'No request came to any sandbox yet' : `No request came to sandbox ${sandboxName} yet`}>
      <div class="stack">
        <p>Requests appear here as they come. Send one from a shell, from your app, or from this page.</p>
        {address === undefined ? null : (
          <Code label="Command" value={`curl -H 'Authorization: Bearer ${key}' ${address}`} />
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
