import { signal } from '@preact/signals'

import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { read, readList } from '../../state/ask.ts'
import { useControlDocument } from '../../state/openapi.ts'
import { go, route } from '../../state/route.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Refused, Split, View } from '../../ui/view.tsx'
import { titlesIn } from './groups.ts'
import { OnNow } from './on-now.tsx'
import { ScenarioDetail } from './scenario-detail.tsx'
import { ScenarioList } from './scenario-list.tsx'
import type { WriteScenarioProps } from './write-scenario.tsx'

import './scenarios.css'

/** The search stays when the view is left. */
const search = signal('')

/** The scenarios of the sandbox: all of them, one opened, or the editor. */
export function Scenarios({ item }: { readonly item: string | undefined }) {
  const { value: items, error } = useLoaded('scenarios', () => readList<ScenarioInfo>('/scenarios'))
  const document = useControlDocument()
  // No name of a scenario has a full stop.
  const [, verb, from = ''] = /^(new|edit)\.(.*)$/.exec(item ?? '') ?? []
  if (items === undefined || document === undefined) return <Refused text={error} />
  const titles = titlesIn(document)
  const prepared = route.value.query['text']
  if (verb !== undefined) {
    return (
      <>
        <Refused text={error} />
        <Editor
          key={`${item} ${prepared}`}
          {...{ isNew: verb === 'new', from, prepared, scenarios: items, document }}
        />
      </>
    )
  }
  const open = items.find(({ name }) => name === item)
  return (
    <View
      title="Scenarios"
      lead="Each makes the fake fail, or changes how it answers. A switch takes effect at once."
      actions={
        <>
          <TextField
            label="Search scenarios"
            isLabelHidden
            kind="search"
            placeholder="Search"
            value={search.value}
            onInput={(text) => {
              search.value = text
            }}
          />
          <Button kind="primary" icon="plus" onClick={() => go('scenarios', 'new.')}>
            Write a scenario
          </Button>
        </>
      }
    >
      <Refused text={error} />
      <OnNow scenarios={items.filter(({ active }) => active)} />
      <Split
        view="scenarios"
        item={item}
        notFound="No scenario has the name"
        list={<ScenarioList scenarios={items} titles={titles} search={search.value} open={open?.name} />}
      >
        {open === undefined ? undefined : <ScenarioDetail key={open.name} scenario={open} />}
      </Split>
    </View>
  )
}

/** The editor is a file of its own, twice as large as the rest of the page. A page of an earlier fake asks for another. */
const loadEditor = () =>
  import('./write-scenario.tsx').catch(async () => {
    await read('')
    throw new Error('The editor could not be loaded. Reload the page.')
  })

function Editor(props: WriteScenarioProps) {
  const { value, error } = useLoaded('editor', loadEditor, { isFixed: true })
  if (value !== undefined) return <value.WriteScenario {...props} />
  return (
    <View title="Write a scenario">
      <Refused text={error} />
      {error === undefined ? <p class="muted">The editor opens…</p> : null}
    </View>
  )
}
