import { useState } from 'preact/hooks'

import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { read } from '../../state/ask.ts'
import { go, hrefOf } from '../../state/route.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { LoadError, View } from '../../ui/view.tsx'
import { OnNow } from './on-now.tsx'
import { ScenarioDetail } from './scenario-detail.tsx'
import { ScenarioList } from './scenario-list.tsx'
import { readWriteItem, writeItem } from './write-item.ts'
import { WriteScenario } from './write-scenario.tsx'

import './scenarios.css'

/** The scenarios of the sandbox: all of them, one opened, or the editor. */
export function Scenarios({ item }: { readonly item: string | undefined }) {
  const { value, error } = useLoaded('scenarios', () => read<{ items: readonly ScenarioInfo[] }>('/scenarios'))
  const [search, setSearch] = useState('')
  const written = readWriteItem(item)
  if (value === undefined) return <LoadError text={error} />
  const { items } = value
  if (written !== undefined) {
    return (
      <>
        <LoadError text={error} />
        <WriteScenario key={item} {...written} scenarios={items} />
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
            value={search}
            onInput={setSearch}
          />
          <Button kind="primary" icon="plus" onClick={() => go('scenarios', writeItem())}>
            Write a scenario
          </Button>
        </>
      }
    >
      <LoadError text={error} />
      <OnNow scenarios={items.filter(({ active }) => active)} />
      {item !== undefined && open === undefined ? (
        <p class="note warn">
          No scenario has the name <code>{item}</code>. <a href={hrefOf('scenarios')}>Show all</a>
        </p>
      ) : null}
      <div class={open === undefined ? 'split' : 'split open'}>
        <ScenarioList scenarios={items} search={search} open={open?.name} />
        {open === undefined ? null : <ScenarioDetail key={open.name} scenario={open} />}
      </div>
    </View>
  )
}
