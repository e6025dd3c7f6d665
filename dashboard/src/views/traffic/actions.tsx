import { api } from '../../state/api.ts'
import { sandboxName } from '../../state/place.ts'
import { attempt, say } from '../../state/toasts.ts'
import { entries, isAll, isPaused, keyOf, missedCount, reloadTraffic, setAll, setPaused } from '../../state/traffic.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Choice } from '../../ui/field.tsx'
import { counted, numberText } from '../../ui/format.ts'
import { Popup } from '../../ui/popup.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { matching } from './filters.ts'

export function Actions({ onSend }: { readonly onSend: () => void }) {
  const [paused, missed] = [isPaused.value, missedCount.value]
  return (
    <>
      <Popup text="More" label="More actions">
        {() => (
          <div class="stack menu">
            <Choice isSwitch label="All sandboxes" checked={isAll.value} onChange={setAll} />
            <Button kind="quiet" icon="download" disabled={matching.value.length === 0} onClick={exportRecording}>
              Export HAR
            </Button>
            <Button kind="quiet" icon="trash" disabled={entries.value.length === 0} onClick={askToClear}>
              Clear
            </Button>
          </div>
        )}
      </Popup>
      <Button icon={paused ? 'play' : 'pause'} onClick={() => setPaused(!paused)}>
        {paused ? 'Follow' : 'Pause'}
        {missed > 0 && <span class="num">{numberText(missed)} new</span>}
      </Button>
      <Button kind="primary" icon="plus" label="Send a request" onClick={onSend}>
        <span class="wide">Send a request</span>
      </Button>
    </>
  )
}

/** Exports the shown requests as HAR 1.2. The journal may have dropped some. */
async function exportRecording(): Promise<void> {
  const wanted = new Set(matching.value.map(keyOf))
  await attempt(async () => {
    const { log } = await api('GET /requests/har', { query: { sandboxes: isAll.value ? 'all' : undefined } })
    const found = log.entries.filter(({ _id: id, _sandbox: sandbox }) => wanted.has(keyOf({ id, sandbox })))
    saveFile('requests.har', JSON.stringify({ log: { ...log, entries: found } }, null, 2))
    const missing = wanted.size - found.length
    const rest = missing === 0 ? '' : ` The journal no longer has ${counted(missing, 'other')}.`
    say(`Exported ${counted(found.length, 'request')} without secrets.${rest}`)
  })
}

function askToClear(): void {
  const which = isAll.value ? 'all sandboxes' : `sandbox ${sandboxName}`
  confirm({
    title: 'Clear the journal?',
    text: `This deletes the requests of ${which} from the journal. Records, keys and quotas stay.`,
    verb: 'Clear the journal',
    work: async () => {
      const all = isAll.value ? (await api('GET /sandboxes')).items : [{ name: sandboxName }]
      await Promise.all(all.map(({ name: sandbox }) => api('DELETE /requests', { sandbox, changesNothing: true })))
      reloadTraffic()
    },
  })
}
