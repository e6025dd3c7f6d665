import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { change } from '../../state/ask.ts'
import { go, guardRoute } from '../../state/route.ts'
import { attempt, say } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { lineOf, locate } from '../../ui/json-problems.ts'
import { replaceText } from '../../ui/replace-text.ts'
import { View } from '../../ui/view.tsx'
import { blankText, copyOf, textOf } from './first-text.ts'
import { byGroup } from './groups.ts'
import { useProblems } from './use-problems.ts'
import { useScenarioSchema } from './use-scenario-schema.ts'

interface WriteScenarioProps {
  readonly isNew: boolean
  /** Name of the scenario that the editor begins with; empty for none. */
  readonly from: string
  /** The text that a new scenario begins with (an empty scenario). */
  readonly prepared: string | undefined
  readonly scenarios: readonly ScenarioInfo[]
  /** The titles of the groups, in their order. */
  readonly titles: readonly string[]
}

/** The editor of a scenario. */
export function WriteScenario({ isNew, from, prepared = blankText, scenarios, titles }: WriteScenarioProps) {
  const base = scenarios.find(({ name }) => name === from)
  const edited = isNew || base?.source !== 'inline' ? undefined : base
  const [first] = useState(() => {
    if (edited !== undefined) return textOf(edited)
    return base === undefined ? prepared : copyOf(base, scenarios)
  })
  const [text, setText] = useState(first)
  const area = useRef<HTMLTextAreaElement>(null)
  const problems = useProblems(text, (name) => {
    if (name === edited?.name) return undefined
    if (edited !== undefined) return `name: ${edited.name} stays as it is, and this scenario is added`
    const other = scenarios.find((one) => one.name === name && one.source === 'inline')
    return other === undefined ? undefined : `name: saving replaces the ${other.name} that is there`
  })
  const release = useGuard(text !== first)
  useEffect(() => selectName(area.current), [])
  const replaceAll = (next: string): void => {
    if (area.current !== null) replaceText(area.current, 0, text.length, next)
  }
  const save = async (): Promise<void> => {
    const wrong = problems.find(({ isWarning = false }) => !isWarning)
    if (wrong !== undefined) {
      say(`Correct line ${lineOf(text, wrong.offset)} first: ${wrong.message}`, true)
      area.current?.focus()
      area.current?.setSelectionRange(wrong.offset, wrong.offset + wrong.length)
      return
    }
    await attempt(async () => {
      const { name } = await change<ScenarioInfo>('POST', '/scenarios', { body: JSON.parse(text) })
      release()
      say(`${name} is saved and on.`)
      go('scenarios', name)
    })
  }
  return (
    <View
      title={edited === undefined ? 'Write a scenario' : `Edit ${edited.name}`}
      isFull
      actions={
        <>
          <Button onClick={() => go('scenarios', from === '' ? undefined : from)}>Cancel</Button>
          <Button kind="primary" icon="check" onClick={save}>
            Save and switch on
          </Button>
        </>
      }
    >
      <div class="write-scenario">
        <Toolbar
          scenarios={edited === undefined ? scenarios : []}
          titles={titles}
          onStart={(scenario) => {
            replaceAll(copyOf(scenario, scenarios))
            selectName(area.current)
          }}
          // A text with an error of syntax has no form to bring it into: the editor shows the error.
          onFormat={() => void attempt(async () => replaceAll(JSON.stringify(JSON.parse(text), null, 2)))}
        />
        <JsonEditor
          label="Scenario as JSON"
          area={area}
          text={text}
          onInput={setText}
          problems={problems}
          {...useScenarioSchema()}
        />
      </div>
    </View>
  )
}

interface ToolbarProps {
  /** The scenarios to start from; none where one is edited. */
  readonly scenarios: readonly ScenarioInfo[]
  readonly titles: readonly string[]
  readonly onStart: (scenario: ScenarioInfo) => void
  readonly onFormat: () => void
}

function Toolbar({ scenarios, titles, onStart, onFormat }: ToolbarProps) {
  const options = byGroup(scenarios, titles).flatMap(([group, members]) =>
    members.map(({ name, description = '' }) => ({ value: name, text: `${name}: ${description}`, group })),
  )
  return (
    <div class="row">
      {scenarios.length === 0 ? null : (
        <Select
          label="Start from"
          isLabelHidden
          value=""
          options={[{ value: '', text: 'Start from a scenario…' }, ...options]}
          onChange={(chosen) => {
            const found = scenarios.find(({ name }) => name === chosen)
            if (found !== undefined) onStart(found)
          }}
        />
      )}
      <Button onClick={onFormat}>Format</Button>
    </div>
  )
}

/** Selects the value of the field `name`, which a new scenario needs first. */
function selectName(area: HTMLTextAreaElement | null): void {
  if (area === null) return
  const [name] = locate(area.value, [{ field: 'name', message: '' }])
  area.focus({ preventScroll: true })
  if (name !== undefined) area.setSelectionRange(name.offset + 1, name.offset + name.length - 1)
}

/** Asks before a text is lost. @returns a function that ends it */
function useGuard(isChanged: boolean): () => void {
  const release = useRef(() => {})
  // Not `useEffect`, which waits for the next frame: on a busy machine somebody may leave before it.
  useLayoutEffect(() => {
    if (!isChanged) return undefined
    release.current = guardRoute((leave) => {
      confirm({
        title: 'Leave the editor?',
        text: 'The scenario is not saved. Its changes are lost.',
        verb: 'Discard changes',
        work: async () => leave(),
        done: 'The changes are discarded.',
      })
    })
    return () => release.current()
  }, [isChanged])
  return () => release.current()
}
