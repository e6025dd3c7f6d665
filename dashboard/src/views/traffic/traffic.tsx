import { useEffect, useRef, useState } from 'preact/hooks'

import { apiKey } from '../../state/api-key.ts'
import { connection } from '../../state/ask.ts'
import { listIn, useApi } from '../../state/openapi.ts'
import { sandboxName } from '../../state/place.ts'
import { setQuery } from '../../state/route.ts'
import { later } from '../../state/time.ts'
import { isAll, keyOf, type RequestSummary, shownEntries } from '../../state/traffic.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { FilterBar } from '../../ui/filters.tsx'
import { counted, durationOf, numberText, timeOf } from '../../ui/format.ts'
import { ListDetail } from '../../ui/list-detail.tsx'
import type { Column } from '../../ui/list.tsx'
import { Empty, View } from '../../ui/view.tsx'
import { Actions } from './actions.tsx'
import { Composer } from './composer.tsx'
import { facetsOf, filterNames, filters, matching, scenariosOf } from './filters.ts'
import { RequestDetail } from './request-detail.tsx'
import { TrafficTabs } from './traffic-tabs.tsx'

import './traffic.css'

/** A text in a cell, complete in its tooltip. */
const text =
  (read: (entry: RequestSummary) => string, classes = 'muted') =>
  (entry: RequestSummary) => (
    <span class={classes} title={read(entry)}>
      {read(entry)}
    </span>
  )

const Method = ({ method }: RequestSummary) => (
  <span class={method === 'GET' ? 'mono muted' : 'mono changing'}>{method}</span>
)

const Path = ({ path }: RequestSummary) => (
  <span class="mono truncate path" title={path}>
    <bdi>{path}</bdi>
  </span>
)

const share = 'minmax(0, 1.2fr)'

/** A narrow list shows only method, path and status. */
const columns: readonly Column<RequestSummary>[] = [
  { title: 'Time', width: '5.5rem', from: 420, cell: text(({ at }) => timeOf(at), 'mono muted') },
  { title: 'Method', width: '3.5rem', cell: Method },
  { title: 'Path', width: 'minmax(6rem, 2.6fr)', cell: Path },
  { title: 'Status', width: '4.25rem', cell: (entry) => <StatusBadge {...entry} /> },
  { title: 'Operation', width: share, from: 640, cell: text(({ operation }) => operation ?? 'no operation') },
  { title: 'Duration', width: '3.5rem', from: 680, isRight: true, cell: text((entry) => durationOf(entry.durationMs)) },
  { title: 'Key', width: 'minmax(0, 0.9fr)', from: 760, cell: text(({ key }) => key ?? 'no key') },
  { title: 'Scenario', width: share, from: 880, cell: text((entry) => scenariosOf(entry).join(', ')) },
  { title: 'Code', width: share, from: 1240, cell: text(({ fault, code }) => fault ?? code ?? '') },
]

const columnsOfAll: readonly Column<RequestSummary>[] = [
  ...columns,
  { title: 'Sandbox', width: 'minmax(0, 0.8fr)', from: 480, cell: text(({ sandbox }) => sandbox) },
]

/** The query parameters that stay when another request opens. */
const keeps = [...filterNames, 'tab']

/** The live requests to the API. @param item the key of the open request */
export function Traffic({ item }: { readonly item: string | undefined }) {
  const [composes, setComposing] = useState(false)
  const rows = matching.value
  const { classOf, onFirstVisible, unseen } = useNews(rows)
  return (
    <View title="Traffic" isFull tabs={<TrafficTabs />} actions={<Actions onSend={() => setComposing(true)} />}>
      <ListDetail
        view="traffic"
        item={item}
        keeps={keeps}
        label="Requests"
        rows={rows}
        keyOf={keyOf}
        columns={isAll.value ? columnsOfAll : columns}
        classOf={classOf}
        onFirstVisible={onFirstVisible}
        header={<Filters count={rows.length} unseen={unseen} />}
        empty={<NoRequests />}
        notFound="No request has the id"
      >
        {item === undefined ? undefined : <RequestDetail key={item} item={item} />}
      </ListDetail>
      {composes ? <Composer onClose={() => setComposing(false)} /> : null}
    </View>
  )
}

/** Tracks new requests: unseen, because they are above the first visible row, or just added. */
function useNews(rows: readonly RequestSummary[]) {
  const newest = shownEntries.value.at(-1)?.sequence ?? 0
  const [seen, setSeen] = useState(newest)
  // Requests that are there when the view opens do not count. A new row flashes once, for 1.6 s.
  const known = useRef(newest)
  if (known.current === 0) known.current = newest
  useEffect(() => void later(1600, () => (known.current = newest)), [newest])
  const firstSeen = rows.findIndex(({ sequence }) => sequence <= seen)
  return {
    unseen: firstSeen === -1 ? rows.length : firstSeen,
    onFirstVisible: (first: number): void => setSeen(Math.max(seen, rows[first]?.sequence ?? 0)),
    classOf: ({ sequence, scenarios, fault }: RequestSummary): string => {
      const isTouched = scenarios.length > 0 || fault !== null
      return `${isTouched ? 'touched' : ''} ${sequence > known.current ? 'new' : ''}`
    },
  }
}

/** The header of the list: it never covers a row. */
function Filters({ count, unseen }: { readonly count: number; readonly unseen: number }) {
  const chosen = filters.value
  const all = shownEntries.value.length
  const goUp = (): void => {
    const list = document.querySelector<HTMLElement>('.list')
    list?.scrollTo({ top: 0 })
    list?.focus()
  }
  return (
    <FilterBar
      noun="requests"
      searches="path, status, code…"
      facets={facetsOf(chosen)}
      chosen={chosen}
      onChange={setQuery}
    >
      {count < all && <span class="muted num">{`${numberText(count)} of ${counted(all, 'request')}`}</span>}
      {unseen > 0 && (
        <Button size="small" onClick={goUp}>
          {counted(unseen, 'new request')}
        </Button>
      )}
    </FilterBar>
  )
}

/** Replaces an empty list. */
function NoRequests() {
  const { value: api } = useApi()
  if (connection.value === 'waiting') return null
  if (shownEntries.value.length > 0) return <Empty title="No request passes the filters" />
  const title = `No request came to ${isAll.value ? 'any sandbox' : `sandbox ${sandboxName}`} yet`
  if (api === undefined) return <Empty title={title} />
  const key = apiKey.value || 'YOUR_API_KEY'
  const address = location.origin + api.base
  return (
    <Empty title={title}>
      <ol>
        <li>
          Point your app at <code>{address}</code> with the API key <code class="break">{key}</code>{' '}
          <CopyButton label="Copy the API key" text={key} />
        </li>
        <li>
          Or send the first request by this page, or from a shell:
          <Code label="Command" value={`curl -H 'Authorization: Bearer ${key}' ${address}${listIn(api)?.path}`} />
        </li>
        <li>Open it here: Why says what decided its answer, and how to get another.</li>
      </ol>
    </Empty>
  )
}
