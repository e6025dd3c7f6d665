import { structuredPatch } from 'diff'

import type { RequestInfo } from '../../../../src/core/control/endpoints/requests.ts'
import { useAnswer } from '../../state/api.ts'
import { choose } from '../../state/assumptions.ts'
import { hrefOf, kept } from '../../state/route.ts'
import { attempt } from '../../state/toasts.ts'
import { keyOf } from '../../state/traffic.ts'
import { Button } from '../../ui/button.tsx'
import { toText } from '../../ui/code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/view.tsx'
import { filterNames } from './filters.ts'
import { faultText, hrefIn } from './recorded.tsx'
import type { Switched } from './request-detail.tsx'

interface ComparisonProps {
  readonly before: RequestInfo
  /** The id of the request that was sent again. */
  readonly id: string
  readonly switched: Switched | undefined
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
      <ErrorNote text={error} />
      {switched && (
        <div class="note row">
          <p class="grow">
            <a href={hrefIn(sandbox, 'assumptions', switched.id)}>{switched.id}</a> is now {switched.to} in place of{' '}
            {switched.from}, for every request to the sandbox {sandbox}.
          </p>
          <Button onClick={() => back(switched)}>Switch back to {switched.from}</Button>
        </div>
      )}
      {after && <p role="status">{differencesOf(before, after)}</p>}
      <p class="row muted">
        <del>− {switched?.from ?? 'before'}</del> <ins>+ {switched?.to ?? 'now'}</ins>
      </p>
      {after && <Lines before={linesOf(before)} after={linesOf(after)} />}
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

/** The headers of an answer, without headers that always differ. */
const headersOf = ({ response: { headers } }: RequestInfo): ReadonlyMap<string, string> =>
  new Map(Object.entries(headers).filter(([name]) => !/^(?:date|x-rate-limit-re(?:maining|set))$/i.test(name)))

function differencesOf(before: RequestInfo, after: RequestInfo): string {
  const [left, right] = [headersOf(before), headersOf(after)]
  const names = new Set([...left.keys(), ...right.keys()])
  const parts = [
    before.status !== after.status && `the status (${before.status ?? 'none'} → ${after.status ?? 'none'})`,
    before.fault !== after.fault && 'the network fault',
    ...[...names].filter((name) => left.get(name) !== right.get(name)),
    JSON.stringify(before.response.body) !== JSON.stringify(after.response.body) && 'the body',
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'Both answers are the same.' : `Different: ${parts.join(', ')}.`
}

/** Writes an answer as HTTP text, to compare it line by line. */
function linesOf(request: RequestInfo): string {
  const { status, fault, response } = request
  const headers = [...headersOf(request)].map(([name, value]) => `${name}: ${value}`).toSorted()
  const body = response.body === null ? [] : ['', toText(response.body)]
  return [
    `Status: ${status ?? 'no answer'}`,
    ...(fault === null ? [] : [faultText(fault)]),
    ...headers,
    ...body,
    '',
  ].join('\n')
}

/** The limit of compared changes. */
const maxChanges = 2000

/** The lines that differ between two texts, with context lines. */
function Lines({ before, after }: { readonly before: string; readonly after: string }) {
  const options = { context: 3, maxEditLength: maxChanges }
  const patch = structuredPatch('', '', before, after, undefined, undefined, options)
  if (patch === undefined) return <p>More than {maxChanges} lines differ.</p>
  return (
    <pre class="code lines" tabIndex={0} role="group" aria-label="Both answers">
      {patch.hunks
        .flatMap(({ lines }, at) => (at === 0 ? lines : [' ⋯', ...lines]))
        .map((line) => {
          if (line.startsWith('-')) return <del>{`− ${line.slice(1)}`}</del>
          return line.startsWith('+') ? <ins>{`+ ${line.slice(1)}`}</ins> : <span>{` ${line}`}</span>
        })}
    </pre>
  )
}
