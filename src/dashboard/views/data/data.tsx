import { useState } from 'preact/hooks'

import { type ApiDocument, useApi, useControlDocument } from '../../state/openapi.ts'
import { go, hrefOf } from '../../state/route.ts'
import { summary } from '../../state/summary.ts'
import { Button } from '../../ui/button.tsx'
import { numberText } from '../../ui/format.ts'
import { Empty, Panel, Refused, View } from '../../ui/view.tsx'
import { Create } from './create.tsx'
import { Record } from './record.tsx'
import { Records } from './records.tsx'

import './data.css'

const isArea = (name: string): boolean => summary.value?.counts[name] !== undefined

/** Reads an item of this view: `AREA`, or `AREA/ID`. */
function readItem(item = ''): { readonly area: string | undefined; readonly id: string | undefined } {
  const [, area, id] = /^([^/]+)(?:\/(.+))?$/.exec(item) ?? []
  return { area: area ?? Object.keys(summary.value?.counts ?? {})[0], id }
}

/** The view Data: the records of each area. @param item `AREA`, or `AREA/ID` */
export function Data({ item }: { readonly item: string | undefined }) {
  const control = useControlDocument()
  const { value: api, error } = useApi()
  const [isCreating, setCreating] = useState(false)
  const { area, id } = readItem(item)
  const isReady = summary.value !== undefined && area !== undefined
  const create = (): void => setCreating(true)
  return (
    <View
      title="Data"
      lead="The records of this sandbox, the newest first. A change that you make here shows in the next request."
      isFull
      actions={
        <Button kind="primary" icon="plus" disabled={!isReady || api === undefined || !isArea(area)} onClick={create}>
          Create a record
        </Button>
      }
    >
      <Refused text={error} />
      <div class="data">
        <Areas current={area} />
        {isReady ? <Area key={area} area={area} id={id} control={control} onCreate={create} /> : null}
      </div>
      {isReady && isCreating && api !== undefined ? (
        <Create
          area={area}
          api={api}
          control={control}
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false)
            go('data', created === undefined ? area : `${area}/${created}`)
          }}
        />
      ) : null}
    </View>
  )
}

function Areas({ current }: { readonly current: string | undefined }) {
  return (
    <nav class="tabs" aria-label="Areas">
      {Object.entries(summary.value?.counts ?? {}).map(([area, count]) => (
        <a key={area} href={hrefOf('data', area)} aria-current={area === current ? 'page' : undefined}>
          {area}
          <span class="num count">{numberText(count)}</span>
        </a>
      ))}
    </nav>
  )
}

interface AreaProps {
  readonly area: string
  readonly id: string | undefined
  readonly control: ApiDocument | undefined
  readonly onCreate: () => void
}

/** The records of an area, and the one that is open. */
function Area({ area, id, control, onCreate }: AreaProps) {
  if (!isArea(area)) {
    return (
      <Panel>
        <Empty title={`This fake has no ${area}.`}>Choose one of the areas above.</Empty>
      </Panel>
    )
  }
  return (
    <div class={id === undefined ? 'split' : 'split open'}>
      <Records area={area} open={id} control={control} onCreate={onCreate} />
      {id === undefined ? null : <Record key={id} area={area} id={id} control={control} />}
    </div>
  )
}
