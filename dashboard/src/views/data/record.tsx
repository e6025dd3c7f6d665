import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

import { api } from '../../state/api.ts'
import { advanceTo, readDue, useNow } from '../../state/clock.ts'
import { go, hrefOf, route } from '../../state/route.ts'
import { summary } from '../../state/summary.ts'
import { parseInstant } from '../../state/time.ts'
import { attempt, say } from '../../state/toasts.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { dateTimeOf, shortId, spanOf } from '../../ui/format.ts'
import { Detail } from '../../ui/list-detail.tsx'
import { Empty, Facts, ErrorNote } from '../../ui/view.tsx'
import { Edit } from './edit.tsx'
import { idOf, kindOf, type Row, scalarOf, titleOf } from './fields.tsx'

interface RecordProps {
  readonly area: string
  readonly id: string
  /** The records of the list, of which one shows until the record is loaded. */
  readonly rows: readonly Row[]
  /** The statuses of the area; empty if it has none. */
  readonly states: readonly string[]
}

/** The detail of a record. */
export function Record({ area, id, rows, states }: RecordProps) {
  const path = { area, name: id }
  const { value, error } = useLoaded(`${area}/${id}`, () => api('GET /{area}/{name}', { path }))
  // The record when the edit began: the edit continues if others change or delete the record.
  const [before, setBefore] = useState<Row>()
  const record = value ?? (error === undefined ? rows.find((row) => idOf(row) === id) : undefined)
  const state = scalarOf(record?.['status'])
  const close = (): void => go('data', area, route.peek().query)
  const remove = (): void =>
    confirm({
      title: 'Delete this record?',
      text: `The record ${id} is removed from this sandbox. A reset of the sandbox restores a record of the fixtures.`,
      verb: 'Delete record',
      work: async () => {
        await api('DELETE /{area}/{name}', { path })
        close()
      },
    })
  const actions = (
    <>
      <Button kind="quiet" icon="edit" onClick={() => setBefore(record)}>
        Edit
      </Button>
      <Button kind="quiet" icon="trash" onClick={remove}>
        Delete
      </Button>
    </>
  )
  return (
    <>
      <Detail
        title={scalarOf(record?.['name']) ?? <code>{shortId(id)}</code>}
        onClose={close}
        actions={record && actions}
      >
        {record !== undefined ? (
          <>
            <ErrorNote text={error} />
            <p class="row">
              {state === undefined ? null : <StateBadge state={state} />}
              <code class="break">{id}</code>
              <CopyButton text={id} label="Copy id" />
            </p>
            <Lifecycle area={area} id={id} />
            <Facts items={factsOf(record)} />
            {states.length === 0 ? null : <Move path={path} states={states} current={record['status']} />}
            <Code label="Record" value={record} />
          </>
        ) : error === undefined ? null : (
          <Empty title="There is no such record.">
            {error}. It was deleted, or the sandbox was reset. <a href={hrefOf('data', area)}>Show all {area}</a>
          </Empty>
        )}
      </Detail>
      {before && <Edit path={path} before={before} now={record} onClose={() => setBefore(undefined)} />}
    </>
  )
}

const inLine = new Set(['id', 'name', 'status'])

/** The scalar fields that are in neither the first line nor the title. */
const factsOf = (record: Row): readonly (readonly [string, ComponentChildren])[] =>
  Object.entries(record).flatMap(([name, value]) => {
    const text = scalarOf(value)
    return text === undefined || inLine.has(name) ? [] : [[titleOf(name), <Fact key={name} name={name} text={text} />]]
  })

/** A value; for a field such as `thing_id`, a link to the record if there is an area `things`. */
function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  const kind = kindOf(name, typeof text)
  if (kind !== 'reference') return <>{kind === 'date' ? dateTimeOf(text) : text}</>
  const area = Object.keys(summary.value?.counts ?? {}).find((one) => `${one.replace(/s$/, '')}_id` === name)
  return <code>{area === undefined ? text : <a href={hrefOf('data', `${area}/${text}`)}>{text}</a>}</code>
}

/** The coming statuses of a record, each with a button that advances the clock to it. */
function Lifecycle({ area, id }: { readonly area: string; readonly id: string }) {
  const now = useNow(250)
  const { value = [] } = useLoaded(`due ${area}/${id}`, () => readDue({ kind: area, id }))
  if (value.length === 0 || now === undefined) return null
  return (
    <ol class="note stack" aria-label="What the clock brings">
      {value.map(({ at, event }, index) => (
        <li key={at} class="row" title={dateTimeOf(at)}>
          <StateBadge state={event} />
          <span class="num grow">in {spanOf(parseInstant(at) - now)}</span>
          <Button
            size="small"
            kind={index === value.length - 1 ? 'primary' : 'plain'}
            onClick={() => attempt(async () => say((await advanceTo(at)) || `It is ${dateTimeOf(at)}.`))}
          >
            {`Advance to ${event}`}
          </Button>
        </li>
      ))}
    </ol>
  )
}

interface MoveProps {
  readonly path: { readonly area: string; readonly name: string }
  readonly states: readonly string[]
  readonly current: unknown
}

/** Sets the status of a record. */
function Move({ path, states, current }: MoveProps) {
  const moveTo = (status: string) => attempt(() => api('PATCH /{area}/{name}', { path, body: { status } }))
  return (
    <details>
      <summary>Move to a state</summary>
      <div class="row" role="group" aria-label="States">
        {states.map((state) => (
          <Button key={state} size="small" pressed={state === current} onClick={() => moveTo(state)}>
            {state}
          </Button>
        ))}
        <span class="muted">From then on, the clock leaves the record there.</span>
      </div>
    </details>
  )
}
