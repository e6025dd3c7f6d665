import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

import { below, change, read } from '../../state/ask.ts'
import type { ApiDocument } from '../../state/openapi.ts'
import { go, hrefOf } from '../../state/route.ts'
import { summary } from '../../state/summary.ts'
import { say } from '../../state/toasts.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { Form, useRefusal } from '../../ui/form.tsx'
import { dateTimeOf, shortId } from '../../ui/format.ts'
import { Detail, Empty, Facts, Refused } from '../../ui/view.tsx'
import { type States, statesOf } from './document.ts'
import { Edit } from './edit.tsx'
import { kindOf, type Row, scalarOf } from './fields.ts'
import { Lifecycle } from './lifecycle.tsx'

interface RecordProps {
  readonly area: string
  readonly id: string
  readonly control: ApiDocument | undefined
}

/** One record whole. */
export function Record({ area, id, control }: RecordProps) {
  const { value, error } = useLoaded(`${area}/${id}`, () => read<Row>(below(`/${area}`, id)))
  const [isEditing, setEditing] = useState(false)
  const close = (): void => go('data', area)
  if (value === undefined) {
    return (
      <Detail title={shortId(id)} onClose={close}>
        {error === undefined ? null : (
          <Empty title="There is no such record.">
            {error}. It was deleted, or the sandbox was reset. <a href={hrefOf('data', area)}>Show all {area}</a>
          </Empty>
        )}
      </Detail>
    )
  }
  const states = statesOf(control, area)
  return (
    <Detail
      title={scalarOf(value['name']) ?? <span class="mono">{shortId(id)}</span>}
      onClose={close}
      actions={
        <>
          <Button kind="quiet" icon="edit" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button kind="quiet" icon="trash" onClick={() => remove(area, id)}>
            Delete
          </Button>
        </>
      }
    >
      <Refused text={error} />
      <Lifecycle area={area} id={id} />
      <Facts items={factsOf(value)} />
      {states === undefined ? null : (
        <Move area={area} id={id} states={states} current={scalarOf(value[states.field]) ?? ''} />
      )}
      <Code label="Record" value={value} />
      {isEditing ? <Edit area={area} id={id} record={value} onClose={() => setEditing(false)} /> : null}
    </Detail>
  )
}

function remove(area: string, id: string): void {
  confirm({
    title: 'Delete this record?',
    text: `The record ${id} is taken out of this sandbox. A reset of the sandbox brings back one of the fixtures.`,
    verb: 'Delete the record',
    done: 'The record was deleted.',
    work: async () => {
      await change('DELETE', below(`/${area}`, id))
      go('data', area)
    },
  })
}

/** The fields with one value each. */
function factsOf(record: Row): readonly (readonly [string, ComponentChildren])[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const text = scalarOf(value)
    return text === undefined ? [] : [[name, <Fact key={name} name={name} text={text} value={value} />] as const]
  })
}

function Fact({ name, text, value }: { readonly name: string; readonly text: string; readonly value: unknown }) {
  const kind = kindOf(name, value)
  if (kind === 'state') return <StateBadge state={text} />
  if (kind === 'date') return <span class="mono">{dateTimeOf(text)}</span>
  const target = areaOf(name)
  if (kind !== 'id' && kind !== 'reference' && target === undefined) return text
  return (
    <span class="row fact-id">
      {target === undefined ? (
        <span class="mono">{text}</span>
      ) : (
        <a class="mono" href={hrefOf('data', `${target}/${text}`)}>
          {text}
        </a>
      )}
      <CopyButton text={text} label={`Copy ${name}`} />
    </span>
  )
}

/** The area that a field such as `thing_id` refers to: `things`, where there are any. */
function areaOf(name: string): string | undefined {
  return Object.keys(summary.value?.counts ?? {}).find((area) => `${area.replace(/s$/, '')}_id` === name)
}

interface MoveProps {
  readonly area: string
  readonly id: string
  readonly states: States
  readonly current: string
}

/** Moves a record to a state. */
function Move({ area, id, states: { field, states }, current }: MoveProps) {
  const [chosen, choose] = useState<string>()
  const refusal = useRefusal([])
  const move = (): Promise<boolean> =>
    refusal.attempt(async () => {
      if (chosen === undefined) return
      await change('PATCH', below(`/${area}`, id), { body: { [field]: chosen } })
      say(`The record is ${chosen} now.`)
    })
  return (
    <Form class="move" onSubmit={move}>
      <Select
        label="Move to a state"
        hint="From then on, the clock leaves the record in this state."
        value={chosen ?? current}
        options={states}
        onChange={choose}
        error={refusal.elsewhere}
      />
      <Button type="submit" disabled={chosen === undefined || chosen === current}>
        Move
      </Button>
    </Form>
  )
}
