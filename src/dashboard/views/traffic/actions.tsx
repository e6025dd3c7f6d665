import type { SandboxInfo } from '../../../control/endpoints/sandboxes.ts'
import { readList, send } from '../../state/ask.ts'
import { sandboxName } from '../../state/place.ts'
import { attempt, say } from '../../state/toasts.ts'
import { entries, isAll, isPaused, missedCount, reloadTraffic, setAll, setPaused } from '../../state/traffic.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/field.tsx'
import { counted, numberText } from '../../ui/format.ts'
import { saveFile } from '../../ui/save-file.ts'
import { matching } from './filters.ts'
import { recordingOf } from './har.ts'

/** The actions on the whole list. */
export function Actions({ onSend }: { readonly onSend: () => void }) {
  const isEmpty = entries.value.length === 0
  return (
    <>
      <Switch label="All sandboxes" isLabelShown on={isAll.value} onChange={setAll} />
      <Button
        icon={isPaused.value ? 'play' : 'pause'}
        label={isPaused.value ? 'Follow' : 'Pause'}
        onClick={() => setPaused(!isPaused.value)}
      >
        <Text>{isPaused.value ? 'Follow' : 'Pause'}</Text>
        {missedCount.value === 0 ? null : <span class="num">{numberText(missedCount.value)} new</span>}
      </Button>
      <Button icon="download" label="Export HAR" disabled={matching.value.length === 0} onClick={exportRecording}>
        <Text>Export HAR</Text>
      </Button>
      <Button icon="trash" label="Clear" disabled={isEmpty} onClick={askToClear}>
        <Text>Clear</Text>
      </Button>
      <Button kind={isEmpty ? 'plain' : 'primary'} icon="plus" label="Send a request" onClick={onSend}>
        <Text>Send a request</Text>
      </Button>
    </>
  )
}

/** The text of a button, which has its icon alone on a narrow screen. */
function Text({ children }: { readonly children: string }) {
  return <span class="wide">{children}</span>
}

async function exportRecording(): Promise<void> {
  const wanted = matching.value
  await attempt(async () => {
    const { text, count } = await recordingOf(wanted)
    saveFile('requests.har', text)
    const missing = wanted.length - count
    say(
      `Exported ${counted(count, 'request')} without secrets.${missing === 0 ? '' : ` The journal no longer has ${counted(missing, 'other')}.`}`,
    )
  })
}

function askToClear(): void {
  const all = isAll.value
  confirm({
    title: 'Clear the journal?',
    text: `This deletes the requests of ${all ? 'all sandboxes' : `sandbox ${sandboxName}`} from the journal. Records, keys and quotas stay.`,
    verb: 'Clear the journal',
    work: async () => {
      const names = all ? await sandboxNames() : [sandboxName]
      await Promise.all(names.map((sandbox) => send('DELETE', '/requests', { sandbox })))
      reloadTraffic()
    },
    done: 'The journal is empty.',
  })
}

async function sandboxNames(): Promise<readonly string[]> {
  const items = await readList<SandboxInfo>('/sandboxes')
  return items.map(({ name }) => name)
}
