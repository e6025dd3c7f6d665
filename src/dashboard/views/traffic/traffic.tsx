import { useState } from 'preact/hooks'

import { connection } from '../../state/connection.ts'
import { go } from '../../state/route.ts'
import { View } from '../../ui/view.tsx'
import { Actions } from './actions.tsx'
import { Composer } from './composer.tsx'
import { FilterBar, FilterChips } from './filter-bar.tsx'
import { matching } from './filters.ts'
import { NoRequests } from './no-requests.tsx'
import { RequestDetail } from './request-detail.tsx'
import { RequestGrid } from './request-grid.tsx'
import { TrafficTabs } from './traffic-tabs.tsx'

import './traffic.css'

const close = (): void => go('traffic')

/** The requests to the API, as they come. @param item the key of the request that is open */
export function Traffic({ item }: { readonly item?: string | undefined }) {
  const [composes, setComposing] = useState(false)
  const compose = (): void => setComposing(true)
  const list = matching.value
  return (
    <View
      title="Traffic"
      isFull
      actions={
        <>
          <TrafficTabs />
          <Actions onSend={compose} />
        </>
      }
    >
      <div class={item === undefined ? 'split' : 'split open'}>
        <section class="panel traffic" aria-label="List">
          <FilterBar />
          <FilterChips />
          {list.length > 0 ? (
            <RequestGrid list={list} open={item} />
          ) : connection.value === 'waiting' ? null : (
            <NoRequests onSend={compose} />
          )}
        </section>
        {item === undefined ? null : <RequestDetail key={item} item={item} onClose={close} />}
      </div>
      {composes ? <Composer onClose={() => setComposing(false)} /> : null}
    </View>
  )
}
