import { nextDiagnostic } from '@codemirror/lint'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

import type { AssumptionInfo } from '../../../../src/core/control/endpoints/assumptions.ts'
import type { ScenarioInfo } from '../../../../src/core/control/endpoints/scenarios.ts'
import { api } from '../../state/api.ts'
import { connection } from '../../state/ask.ts'
import { takesNumber } from '../../state/assumptions.ts'
import { type ApiDocument, bodySchema, type Schema } from '../../state/openapi.ts'
import { go, blockNavigation, unblockNavigation } from '../../state/route.ts'
import { definitionOf } from '../../state/scenario.ts'
import { attempt, say } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { toText } from '../../ui/code.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { View } from '../../ui/view.tsx'
import { runChecks, createEditor } from './editor.ts'

export interface WriteScenarioProps {
  readonly isNew: boolean
  /** The name of the initial scenario; empty for none. */
  readonly from: string
  /** The initial text of a new scenario. Default: an outage. */
  readonly prepared: string | undefined
  readonly scenarios: readonly ScenarioInfo[]
  /** The document of the control plane. */
  readonly document: ApiDocument
}

const outage = '{ "name": "", "rules": [{ "when": {}, "then": { "error": "service_unavailable" } }] }'

/** The editor of a scenario. @param rows the assumption register */
export function WriteScenario(props: WriteScenarioProps & { readonly rows: readonly AssumptionInfo[] }) {
  const { isNew, from, prepared, scenarios, document, rows } = props
  const about = useId()
  const parent = useRef<HTMLDivElement>(null)
  const base = scenarios.find(({ name }) => name === from)
  const edited = isNew || base?.source !== 'inline' ? undefined : base
  const [isChanged, setChanged] = useState(false)
  const [view] = useState(() => {
    const written = base === undefined ? JSON.parse(outage) : definitionOf(base)
    const copy = toText({ ...written, name: `my-${base?.name ?? 'scenario'}` })
    const doc = edited === undefined ? (prepared ?? copy) : toText(written)
    const schema = schemaOf(document, rows)
    return createEditor({ doc, schema, about, onChange: (state) => setChanged(state.doc.toString() !== doc) })
  })
  useLayoutEffect(() => {
    parent.current?.append(view.dom)
    view.focus()
    return () => view.destroy()
  }, [view])
  const isLive = connection.value === 'live'
  useEffect(() => {
    const others = scenarios.filter(({ name, source }) => source === 'inline' && name !== edited?.name)
    runChecks(
      view,
      others.map(({ name }) => name),
    )
  }, [view, isLive, scenarios, edited])
  useGuard(isChanged)
  const save = async (): Promise<void> => {
    const isSaved = await attempt(async () => {
      const { name } = await api('POST /scenarios', { body: JSON.parse(view.state.doc.toString()) })
      unblockNavigation()
      say(`${name} is saved and on.`)
      go('scenarios', name)
    })
    if (!isSaved && nextDiagnostic(view)) view.focus()
  }
  // A text with a syntax error cannot be formatted: the message shows the position.
  const format = () =>
    attempt(async () => {
      const insert = toText(JSON.parse(view.state.doc.toString()))
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } })
    })
  return (
    <View
      title={edited === undefined ? 'Create a scenario' : `Edit ${edited.name}`}
      isFull
      actions={
        <>
          <Button onClick={format}>Format</Button>
          <Button onClick={() => go('scenarios', from === '' ? undefined : from)}>Cancel</Button>
          <Button kind="primary" icon="check" onClick={save}>
            Save and switch on
          </Button>
        </>
      }
    >
      <div class="split">
        <div ref={parent} class="panel" />
        <p id={about} class="muted">
          Ctrl+Space lists what fits, and what it is for; F8 goes to the next problem, Ctrl+Shift+M to the list of them.
          Escape, then Tab, leaves.
        </p>
      </div>
    </View>
  )
}

/** The schema of a scenario, with the rows of the register as the fields of `assume`. */
function schemaOf(document: ApiDocument, rows: readonly AssumptionInfo[]): Schema {
  const schema = bodySchema(document, 'POST /scenarios') ?? {}
  const fields = rows.map((row): [string, Schema] => {
    const form = takesNumber(row) ? { type: 'integer' } : { type: 'string', enum: row.options }
    return [row.id, { ...form, description: row.question }]
  })
  const assume = { ...schema.properties?.['assume'], properties: Object.fromEntries(fields) }
  return { ...schema, properties: { ...schema.properties, assume } }
}

/** Asks before unsaved changes are lost. */
function useGuard(isChanged: boolean): void {
  // Not `useEffect`, which waits for the next frame: on a busy machine, a person may leave before.
  useLayoutEffect(() => {
    if (!isChanged) return undefined
    blockNavigation((leave) => {
      confirm({
        title: 'Leave the editor?',
        text: 'The scenario is not saved. Its changes are lost.',
        verb: 'Discard changes',
        work: async () => leave(),
      })
    })
    return unblockNavigation
  }, [isChanged])
}
