import { useState } from 'preact/hooks'

import { go, hrefOf } from '../../state/route.ts'
import { summary } from '../../state/summary.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Panel, View } from '../../ui/view.tsx'
import { Create } from './create.tsx'
import { useDocuments } from './document.ts'
import { Record } from './record.tsx'
import { Records } from './records.tsx'

import './data.css'

/** The view Data: the records of each area. @param item `AREA`, or `AREA/ID` */
export function Data({ item }: { readonly item: string | undefined }) {
  const documents = useDocuments()
  const [isCreating, setCreating] = useState(false)
  const counts = Object.entries(summary.value?.counts ?? {})
  const [named = counts[0]?.[0], ...rest] = item?.split('/') ?? []
  if (summary.value === undefined || named === undefined || documents === undefined) return null
  const id = rest.length === 0 ? undefined : rest.join('/')
  const isKnown = counts.some(([area]) => area === named)
  return (
    <View
      title="Data"
      lead="The records of this sandbox, the newest first. A change here is seen by the next request."
      isFull
      actions={
        isKnown ? (
          <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
            Create a record
          </Button>
        ) : undefined
      }
    >
      <div class="data">
        <nav class="tabs" aria-label="Areas">
          {counts.map(([area, count]) => (
            <a key={area} href={hrefOf('data', area)} aria-current={area === named ? 'page' : undefined}>
              {area}
              <span class="num count">{count.toLocaleString('en')}</span>
            </a>
          ))}
        </nav>
        {isKnown ? (
          <div class={id === undefined ? 'split' : 'split open'}>
            <Records key={named} area={named} open={id} documents={documents} onCreate={() => setCreating(true)} />
            {id === undefined ? null : <Record key={id} area={named} id={id} documents={documents} />}
          </div>
        ) : (
          <Panel>
            <Empty title={`This fake has no ${named}.`}>Choose one of the areas above.</Empty>
          </Panel>
        )}
      </div>
      {isCreating ? (
        <Create
          area={named}
          documents={documents}
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false)
            go('data', created === undefined ? named : `${named}/${created}`)
          }}
        />
      ) : null}
    </View>
  )
}
