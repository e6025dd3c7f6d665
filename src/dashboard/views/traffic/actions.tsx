import { change } from '../../state/ask.ts'
import { sandboxName } from '../../state/place.ts'
import { summary } from '../../state/summary.ts'
import { say, attempt } from '../../state/toasts.ts'
import { entries, isAll, isPaused, missedCount, reloadTraffic, setAll, setPaused } from '../../state/traffic.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/field.tsx'
import { counted, saveFile } from '../../ui/format.ts'
import { matching } from './filters.ts'
import { recordingOf } from './har.ts'

/** The actions on the whole list. */
export function Actions({ onSend }: { readonly onSend: () => void }) {
  const isEmpty = entries.value.length === 0
  return (
    <>
      <label class="choice">
        <Switch label="All sandboxes" on={isAll.value} onChange={setAll} />
        All sandboxes
      </label>
      <Button icon={isPaused.value ? 'play' : 'pause'} onClick={() => setPaused(!isPaused.value)}>
        {isPaused.value ? 'Follow' : 'Pause'}
        {missedCount.value === 0 ? null : <span class="num">({missedCount.value.toLocaleString('en')} new)</span>}
      </Button>
      <Button icon="download" disabled={matching.value.length === 0} onClick={exportRecording}>
        Export HAR
      </Button>
      <Button icon="trash" disabled={isEmpty} onClick={askToClear}>
        Clear
      </Button>
      <Button kind={isEmpty ? 'plain' : 'primary'} icon="plus" onClick={onSend}>
        Send a request
      </Button>
    </>
  )
}

async function exportRecording(): Promise<void> {
  const wanted = matching.value
  await attempt(async () => {
    const { text, count } = await recordingOf(wanted, summary.value?.version ?? '')
    saveFile('requests.har', text)
    const missing = wanted.length - count
    say(
      `Exported ${counted(count, 'request')} without secrets.${missing === 0 ? '' : ` The journal no longer has ${counted(missing, 'other')}.`}`,
    )
  })
}

function askToClear(): void {
  const sandboxes = isAll.value ? [...new Set(entries.value.map(({ sandbox }) => sandbox))] : [sandboxName]
  confirm({
    title: 'Clear the journal?',
    text: `This deletes the recorded requests of ${sandboxes.length === 1 ? `sandbox ${sandboxes[0]}` : counted(sandboxes.length, 'sandbox').replace(/xs$/, 'xes')}. Records, keys and quotas stay.`,
    verb: 'Clear the journal',
    work: async () => {
      await Promise.all(sandboxes.map((sandbox) => change('DELETE', '/requests', { sandbox })))
      reloadTraffic()
    },
    done: 'The journal is empty.',
  })
}
