import type { SandboxInfo } from '../../../../src/core/control/endpoints/sandboxes.ts'
import { api } from '../../state/api.ts'
import { pageOf, sandboxName } from '../../state/place.ts'
import { go } from '../../state/route.ts'
import { attempt, say } from '../../state/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Code, toText } from '../../ui/code.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { counted, dateTimeOf } from '../../ui/format.ts'
import { Detail } from '../../ui/list-detail.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** The numbers of records, by area. */
export const countsOf = ({ counts }: SandboxInfo): string =>
  Object.entries(counts)
    .map(([area, count]) => counted(count, area, area))
    .join(', ')

/** A link to the page of a sandbox. @param tabIndex -1 in a row of a list */
export const SwitchLink = ({ name, tabIndex }: { readonly name: string; readonly tabIndex?: number }) =>
  name === sandboxName ? (
    <Badge tone="info">this page</Badge>
  ) : (
    <a class="button small" href={pageOf(name)} tabIndex={tabIndex} aria-label={`Switch to ${name}`}>
      Switch
    </a>
  )

/** The detail of a sandbox, with the actions on all of it. */
export function SandboxDetail({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const { name, baseUrl, apiKey, scenarios, lastUsedAt } = sandbox
  return (
    <Detail title={name} actions={<SwitchLink name={name} />}>
      <p class="muted">{`${countsOf(sandbox)} · last used ${dateTimeOf(lastUsedAt)}`}</p>
      {scenarios.length === 0 ? null : <p>Scenarios on: {scenarios.join(', ')}</p>}
      <Code label="Base URL" value={baseUrl} />
      {apiKey === null ? null : <Code label="API key" value={apiKey} />}
      <p class="muted part">A snapshot is a file with everything in the sandbox, to load later, or into another one.</p>
      <div class="row">
        <Button icon="download" onClick={() => saveSnapshot(name)}>
          Save snapshot
        </Button>
        <Button icon="upload" onClick={() => loadSnapshot(name)}>
          Load snapshot
        </Button>
      </div>
      <div class="row part">
        <Button kind="danger" icon="send" onClick={() => reset(name)}>
          Reset sandbox
        </Button>
        {name === 'default' ? null : (
          <Button kind="danger" icon="trash" onClick={() => remove(name)}>
            Delete sandbox
          </Button>
        )}
      </div>
    </Detail>
  )
}

/** Asks before a sandbox is reset. */
const reset = (sandbox: string): void =>
  confirm({
    title: `Reset ${sandbox}?`,
    text: 'Records, clock, keys, quotas, scenarios, journal and outbox go back to their start.',
    verb: 'Reset sandbox',
    work: () => api('POST /reset', { sandbox }),
    done: `${sandbox} is back at its start.`,
  })

/** Asks before a sandbox is deleted. */
const remove = (name: string): void =>
  confirm({
    title: `Delete ${name}?`,
    text: 'Its contents are lost. A request to its address creates it again, as at the start.',
    verb: 'Delete sandbox',
    work: async () => {
      await api('DELETE /sandboxes/{name}', { path: { name }, sandbox: 'default' })
      go('sandboxes')
      if (name === sandboxName) location.assign(pageOf('default'))
    },
  })

/** Saves a sandbox as a file. */
const saveSnapshot = (sandbox: string): Promise<boolean> =>
  attempt(async () => {
    saveFile(`${sandbox}.snapshot.json`, toText(await api('GET /snapshot', { sandbox })))
    say(`The snapshot of ${sandbox} is saved.`)
  })

/** Lets a person choose a snapshot file, and asks before it replaces a sandbox. */
function loadSnapshot(sandbox: string): void {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept: '.json,application/json' })
  input.addEventListener('change', () => void attempt(() => askToLoad(sandbox, input.files?.[0])))
  input.click()
}

async function askToLoad(sandbox: string, file: File | undefined): Promise<void> {
  if (file === undefined) return
  const body: unknown = await file
    .text()
    .then(JSON.parse)
    .catch(() => {
      throw new Error(`${file.name} is not JSON. Choose a file that "Save snapshot" or "snapshot save" wrote.`)
    })
  confirm({
    title: `Load ${file.name} into ${sandbox}?`,
    text: `The snapshot replaces everything in ${sandbox}.`,
    verb: 'Load snapshot',
    work: () => api('PUT /snapshot', { sandbox, body }),
    done: `${sandbox} is as in ${file.name}.`,
  })
}
