import type { SandboxInfo } from '../../../control/endpoints/sandboxes.ts'
import { below, change } from '../../state/ask.ts'
import { pageOf, sandboxName } from '../../state/place.ts'
import { go } from '../../state/route.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { dateTimeOf, numberText } from '../../ui/format.ts'
import { Facts } from '../../ui/view.tsx'
import { loadSnapshot, saveSnapshot } from './snapshots.ts'

/** Asks before a sandbox goes back to its start. */
function reset(name: string): void {
  confirm({
    title: `Reset ${name}?`,
    text: 'Records, clock, keys, quotas, scenarios, journal and outbox go back to their start.',
    verb: 'Reset sandbox',
    work: () => change('POST', '/reset', { sandbox: name }),
    done: `${name} is back at its start.`,
  })
}

/** Asks before a sandbox is deleted. */
function remove(name: string): void {
  confirm({
    title: `Delete ${name}?`,
    text: 'All that it holds is lost. A request to its address makes it again, as at the start.',
    verb: 'Delete sandbox',
    work: async () => {
      await change('DELETE', below('/sandboxes', name), { sandbox: 'default' })
      go('sandboxes')
      if (name === sandboxName) location.assign(pageOf('default'))
    },
    done: `${name} is deleted.`,
  })
}

/** A value that a program needs, to copy. */
const Copied = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <span class="copied">
    <code>
      <Breakable text={text} />
    </code>
    <CopyButton text={text} label={label} />
  </span>
)

/** One sandbox, and all that can be done with it as a whole. */
export function SandboxDetail({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const { name, baseUrl, apiKey, counts, scenarios, createdAt, lastUsedAt } = sandbox
  return (
    <>
      <Facts
        items={[
          ['Base URL', <Copied text={baseUrl} label="Copy the base URL" />],
          ['API key', apiKey === null ? 'none with full access' : <Copied text={apiKey} label="Copy the API key" />],
          ...Object.entries(counts).map(([area, count]) => [area, numberText(count)] as const),
          ['Scenarios on', scenarios.length === 0 ? 'none' : scenarios.join(', ')],
          ['Made', dateTimeOf(createdAt)],
          ['Last used', dateTimeOf(lastUsedAt)],
        ]}
      />
      {name === sandboxName ? (
        <p class="note">This page shows this sandbox.</p>
      ) : (
        <div>
          <a class="button primary" href={pageOf(name)}>
            Switch to this sandbox
          </a>
        </div>
      )}
      <section class="stack part">
        <h3>Snapshot</h3>
        <p class="muted">A file with everything in the sandbox: load it later, or into another one.</p>
        <div class="row">
          <Button icon="download" onClick={() => saveSnapshot(name)}>
            Save snapshot
          </Button>
          <Button icon="upload" onClick={() => loadSnapshot(name)}>
            Load snapshot
          </Button>
        </div>
      </section>
      <section class="stack part">
        <h3>Start again</h3>
        <div class="row">
          <Button kind="danger" icon="send" onClick={() => reset(name)}>
            Reset sandbox
          </Button>
          {name === 'default' ? null : (
            <Button kind="danger" icon="trash" onClick={() => remove(name)}>
              Delete sandbox
            </Button>
          )}
        </div>
      </section>
    </>
  )
}
