import { diffArrays } from 'diff'
import { useState } from 'preact/hooks'

import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import { useAnswer } from '../../state/api.ts'
import { choose } from '../../state/assumptions.ts'
import { hrefOf, kept } from '../../state/route.ts'
import { attempt } from '../../state/toasts.ts'
import { keyOf } from '../../state/traffic.ts'
import { Button } from '../../ui/button.tsx'
import { toText } from '../../ui/code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice } from '../../ui/field.tsx'
import { Refused } from '../../ui/view.tsx'
import { filterNames } from './filters.ts'
import { faultText, hrefIn } from './recorded.tsx'
import type { SendingAgain, Switched } from './send-again.ts'

interface ComparisonProps extends Pick<SendingAgain, 'switched'> {
  readonly before: RequestInfo
  /** The id of the request that was sent again. */
  readonly id: string
  readonly onClose: () => void
}

export function Comparison({ before, id, switched, onClose }: ComparisonProps) {
  const { sandbox } = before
  const { value: after, error } = useAnswer('GET /requests/{name}', { path: { name: id }, sandbox }, { isFixed: true })
  const back = async ({ id: of, from }: Switched): Promise<void> => {
    if (await attempt(() => choose({ [of]: from }, sandbox))) onClose()
  }
  return (
    <Dialog title="The same request, sent again" isWide onClose={onClose}>
      <Refused text={error} />
      {switched === undefined ? null : (
        <div class="note row">
          <p class="grow">
            <a href={hrefIn(sandbox, 'assumptions', switched.id)}>{switched.id}</a> is now {switched.to} in place of{' '}
            {switched.from}, for every request to the sandbox {sandbox}.
          </p>
          <Button onClick={() => back(switched)}>Switch back to {switched.from}</Button>
        </div>
      )}
      {after === undefined ? null : <Answers before={before} after={after} switched={switched} />}
      <footer>
        <a class="button" href={hrefOf('traffic', keyOf({ sandbox, id }), kept(...filterNames))}>
          Open the new request
        </a>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </footer>
    </Dialog>
  )
}

/** Headers that differ in any two answers. */
const passing: ReadonlySet<string> = new Set(['date', 'x-rate-limit-remaining', 'x-rate-limit-reset'])

/** Both answers as one text, in which lines are removed and added. */
function Answers({ before, after, switched }: Omit<ComparisonProps, 'id' | 'onClose'> & { after: RequestInfo }) {
  const [isAll, setAll] = useState(false)
  const names = Object.keys({ ...before.response.headers, ...after.response.headers })
  const left = names.filter((name) => passing.has(name.toLowerCase()))
  const shown = names.filter((name) => isAll || !left.includes(name)).toSorted()
  return (
    <>
      <div role="status">
        <p>{differencesOf(before, after, shown)}</p>
        {left.length === 0 ? null : (
          <Choice label={`Compare what differs each time, too: ${left.join(', ')}`} checked={isAll} onChange={setAll} />
        )}
      </div>
      <p class="row muted">
        <del>− {switched?.from ?? 'before'}</del> <ins>+ {switched?.to ?? 'now'}</ins>
      </p>
      <pre class="code lines" tabIndex={0} role="group" aria-label="Both answers">
        {linesOf(answerText(before, shown), answerText(after, shown))}
      </pre>
    </>
  )
}

function differencesOf(before: RequestInfo, after: RequestInfo, names: readonly string[]): string {
  const headers = names.filter((name) => before.response.headers[name] !== after.response.headers[name])
  const isBodySame = JSON.stringify(before.response.body) === JSON.stringify(after.response.body)
  const parts = [
    ...(before.status === after.status ? [] : [`the status (${before.status ?? 'none'} → ${after.status ?? 'none'})`]),
    ...(before.fault === after.fault ? [] : ['the network fault']),
    ...headers,
    ...(isBodySame ? [] : ['the body']),
  ]
  return parts.length === 0 ? 'Both answers are the same.' : `Different: ${parts.join(', ')}.`
}

/** An answer as HTTP writes it, with some of its headers, to compare it line by line. */
function answerText({ status, fault, response: { headers, body } }: RequestInfo, names: readonly string[]): string[] {
  const faultLines = fault === null ? [] : [faultText(fault)]
  if (status === null) return ['No answer.', ...faultLines]
  const headerLines = names.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`]))
  const bodyLines = body === null ? [] : ['', ...toText(body).split('\n')]
  return [`Status: ${status}`, ...faultLines, ...headerLines, ...bodyLines]
}

/** Equal lines that stay around a difference. */
const around = 3

/** More changes than anybody reads: the rest is not matched line by line. */
const mostChanges = 2000

/** The lines of two texts in one. Equal ones that are far from a difference are left out. */
function linesOf(before: string[], after: string[]) {
  const parts = diffArrays(before, after, { maxEditLength: mostChanges }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  return parts.map(({ value, removed, added }, at) => {
    if (removed) return value.map((line, index) => <del key={`${at} ${index}`}>{`− ${line}`}</del>)
    if (added) return value.map((line, index) => <ins key={`${at} ${index}`}>{`+ ${line}`}</ins>)
    const head = at === 0 ? 0 : around
    const tail = value.length - (at === parts.length - 1 ? 0 : around)
    const isLong = parts.length > 1 && tail - head > 1
    const kept = isLong ? [...value.slice(0, head), undefined, ...value.slice(tail)] : value
    return kept.map((line, index) => (
      <span key={`${at} ${index}`} class={line === undefined ? 'muted' : undefined}>
        {line === undefined ? `⋯ ${tail - head} equal lines` : `  ${line}`}
      </span>
    ))
  })
}
