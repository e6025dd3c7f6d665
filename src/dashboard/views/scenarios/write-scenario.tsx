import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { change } from '../../state/ask.ts'
import { readAssumptions, takesNumber } from '../../state/assumptions.ts'
import { connection } from '../../state/connection.ts'
import { type ApiDocument, bodySchema, type Schema } from '../../state/openapi.ts'
import { go, guardRoute } from '../../state/route.ts'
import { definitionOf } from '../../state/scenario.ts'
import { attempt, say } from '../../state/toasts.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { toText } from '../../ui/code.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { counted } from '../../ui/format.ts'
import { isObject } from '../../ui/json-object.ts'
import { View } from '../../ui/view.tsx'
import { type Host, makeEditor, problemsIn, recheck } from './editor.ts'
import { byGroup, titlesIn } from './groups.ts'
import { placeOf, problemsOf } from './problems.ts'

export interface WriteScenarioProps {
  readonly isNew: boolean
  /** Name of the scenario that the editor begins with; empty for none. */
  readonly from: string
  /** The text that a new scenario begins with (an outage). */
  readonly prepared: string | undefined
  readonly scenarios: readonly ScenarioInfo[]
  /** The document of the control plane. */
  readonly document: ApiDocument
}

/** The editor of a scenario. */
export function WriteScenario({ isNew, from, prepared, scenarios, document }: WriteScenarioProps) {
  const about = useId()
  const schema = useScenarioSchema(document)
  const base = scenarios.find(({ name }) => name === from)
  const edited = isNew || base?.source !== 'inline' ? undefined : base
  const check = (text: string) => problemsOf(text, (scenario) => warningsOf(scenario, edited, scenarios))
  const first = edited === undefined ? (prepared ?? copyOf(base, scenarios)) : toText(definitionOf(edited))
  const { view, state, parent } = useEditor(first, about, schema, check)
  const isLive = connection.value === 'live'
  // The fake is back, or has other scenarios.
  useEffect(() => recheck(view), [view, isLive, scenarios])
  const release = useGuard(state)
  const save = async (): Promise<void> => {
    const text = view.state.doc.toString()
    const wrong = (await check(text)).find(({ severity }) => severity === 'error')
    if (wrong !== undefined) {
      say(`Correct line ${view.state.doc.lineAt(wrong.from).number} first: ${wrong.message}`, true)
      select(view, wrong)
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
      title={edited === undefined ? 'Create a scenario' : `Edit ${edited.name}`}
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
        <div class="row">
          {edited === undefined ? (
            <StartFrom
              scenarios={scenarios}
              document={document}
              onStart={(scenario) => {
                replaceAll(view, copyOf(scenario, scenarios))
                selectName(view)
              }}
            />
          ) : null}
          {/* A text with an error of syntax has no form to bring it into: the message says where it is. */}
          <Button onClick={() => void attempt(async () => replaceAll(view, toText(JSON.parse(state.doc.toString()))))}>
            Format
          </Button>
        </div>
        <div ref={parent} class="input" />
        <div class="beside" role="group" aria-label="Problems" tabIndex={0}>
          <div id={about} class="stack">
            <Problems view={view} state={state} />
            <p class="muted">
              Ctrl+Space completes; F8 goes to the next problem. Tab indents once you type; Escape, then Tab, leaves.
            </p>
          </div>
        </div>
      </div>
    </View>
  )
}

/** The problems, each with a button that goes to its place. */
function Problems({ view, state }: { readonly view: EditorView; readonly state: EditorState }) {
  const problems = problemsIn(state)
  return (
    <>
      <h2>{problems.length === 0 ? 'No problems' : counted(problems.length, 'problem')}</h2>
      <ul class="stack">
        {problems.map((problem, at) => (
          <li key={at} class={problem.severity === 'error' ? 'note bad' : 'note warn'}>
            <button type="button" class="link break" onClick={() => select(view, problem)}>
              <b class="num">Line {state.doc.lineAt(problem.from).number}</b> {problem.message}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

interface StartFromProps extends Pick<WriteScenarioProps, 'scenarios' | 'document'> {
  readonly onStart: (scenario: ScenarioInfo | undefined) => void
}

function StartFrom({ scenarios, document, onStart }: StartFromProps) {
  const options = byGroup(scenarios, titlesIn(document)).flatMap(([group, members]) =>
    members.map(({ name, description = '' }) => ({ value: name, text: `${name}: ${description}`, group })),
  )
  return (
    <Select
      label="Start from"
      isLabelHidden
      value=""
      options={[{ value: '', text: 'Start from a scenario…' }, ...options]}
      onChange={(chosen) => onStart(scenarios.find(({ name }) => name === chosen))}
    />
  )
}

/** Keeps an editor while the view is open. */
function useEditor(first: string, about: string, schema: Schema, check: Host['check']) {
  const host = useRef<Host>({ schema, check, onState: () => {} })
  const [view] = useState(() => makeEditor(first, 'Scenario as JSON', about, host))
  const [state, onState] = useState(view.state)
  const parent = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    host.current = { schema, check, onState }
  }, [schema, check])
  useLayoutEffect(() => {
    parent.current?.append(view.dom)
    selectName(view)
    return () => view.destroy()
  }, [view])
  return { view, state, parent }
}

function select(view: EditorView, { from, to }: { readonly from: number; readonly to: number }): void {
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
  view.focus()
}

/** Selects the value of the field `name`, which a new scenario needs first. */
function selectName(view: EditorView): void {
  const { from, to } = placeOf(view.state.doc.toString(), 'name')
  select(view, to - from > 1 ? { from: from + 1, to: to - 1 } : { from, to: from })
}

const replaceAll = (view: EditorView, insert: string): void =>
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } })

const outage = '{ "name": "", "rules": [{ "when": {}, "then": { "error": "service_unavailable" } }] }'

/** The text of a copy, or of an outage to begin with, under a name that no scenario has (`my-slow`, `my-slow-2`). */
function copyOf(base: ScenarioInfo | undefined, scenarios: readonly ScenarioInfo[]): string {
  const { name: old = 'scenario' } = base ?? {}
  const own = old.startsWith('my-') ? old : `my-${old}`
  let name = own
  for (let count = 2; scenarios.some((one) => one.name === name); count += 1) name = `${own}-${count}`
  return toText({ ...(base === undefined ? JSON.parse(outage) : definitionOf(base)), name })
}

/** What saving does to a scenario that is there. */
function warningsOf(written: unknown, edited: ScenarioInfo | undefined, scenarios: readonly ScenarioInfo[]): string[] {
  const name = isObject(written) ? written['name'] : undefined
  if (name === edited?.name) return []
  if (edited !== undefined) return [`name: ${edited.name} stays as it is, and this scenario is added`]
  const isThere = scenarios.some((one) => one.name === name && one.source === 'inline')
  return isThere ? [`name: saving replaces the ${String(name)} that is there`] : []
}

/** The schema of a scenario, with the rows of the register as the fields of `assume`. */
function useScenarioSchema(document: ApiDocument): Schema {
  const schema = bodySchema(document, 'POST /scenarios') ?? {}
  const { value: rows = [] } = useLoaded('assumptions', () => readAssumptions(), { isFixed: true })
  const fields = rows.map((row): [string, Schema] => {
    const form = takesNumber(row) ? { type: 'integer' } : { type: 'string', enum: row.options }
    return [row.id, { ...form, description: row.question }]
  })
  const assume = { ...schema.properties?.['assume'], properties: Object.fromEntries(fields) }
  return { ...schema, properties: { ...schema.properties, assume } }
}

/** Asks before a changed text is lost. @returns a function that ends it */
function useGuard({ doc }: EditorState): () => void {
  const [first] = useState(doc)
  const isChanged = !doc.eq(first)
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
