import type { ComponentProps } from 'preact'

import { api } from '../../state/api.ts'
import { sandboxName } from '../../state/place.ts'
import { attempt, say } from '../../state/toasts.ts'
import { entries, isAll, isPaused, keyOf, missedCount, reloadTraffic, setAll, setPaused } from '../../state/traffic.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/field.tsx'
import { counted, numberText } from '../../ui/format.ts'
import { saveFile } from '../../ui/save-file.ts'
import { matching } from './filters.ts'

/** A button of the header. On a narrow screen its icon stands alone. */
const Action = ({ label, children, ...rest }: ComponentProps<typeof Button> & { readonly label: string }) => (
  <Button label={label} {...rest}>
    <span class="wide">{label}</span>
    {children}
  </Button>
)

export function Actions({ onSend }: { readonly onSend: () => void }) {
  const [paused, missed] = [isPaused.value, missedCount.value]
  return (
    <>
      <Switch label="All sandboxes" isLabelShown on={isAll.value} onChange={setAll} />
      <Action icon={paused ? 'play' : 'pause'} label={paused ? 'Follow' : 'Pause'} onClick={() => setPaused(!paused)}>
        {missed === 0 ? null : <span class="num">{numberText(missed)} new</span>}
      </Action>
      <Action icon="download" label="Export HAR" disabled={matching.value.length === 0} onClick={exportRecording} />
      <Action icon="trash" label="Clear" disabled={entries.value.length === 0} onClick={askToClear} />
      <Action kind="primary" icon="plus" label="Send a request" onClick={onSend} />
    </>
  )
}

/** Has the fake write the shown requests as a recording (HAR 1.2). The journal may have forgotten some. */
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
      await Promise.all(all.map(({ name: sandbox }) => api('DELETE /requests', { sandbox, isQuiet: true })))
      reloadTraffic()
    },
  })
}
