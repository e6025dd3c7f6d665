import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import { choose } from '../../state/assumptions.ts'
import { hrefOf } from '../../state/route.ts'
import { attempt } from '../../state/toasts.ts'
import { keyOf } from '../../state/traffic.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toText } from '../../ui/code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { counted } from '../../ui/format.ts'
import { type DiffLine, diffOf } from './line-diff.ts'
import { faultText, hrefIn } from './recorded.ts'
import { type Comparison, type Switched } from './send-again.ts'

/** An answer as HTTP writes it, to compare it line by line. */
function answerText({ status, fault, response: { headers, body } }: RequestInfo): string {
  const faultLines = fault === null ? [] : [faultText(fault)]
  if (status === null) return ['No answer.', ...faultLines].join('\n')
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const bodyLines = body === null ? [] : ['', toText(body)]
  return [`Status: ${status}`, ...faultLines, ...headerLines.sort(), ...bodyLines].join('\n')
}

/** Names the parts of two answers that differ. */
function differencesOf(before: RequestInfo, after: RequestInfo): string {
  const names = new Set([...Object.keys(before.response.headers), ...Object.keys(after.response.headers)])
  const headers = [...names].filter((name) => before.response.headers[name] !== after.response.headers[name])
  const isBodySame = JSON.stringify(before.response.body) === JSON.stringify(after.response.body)
  const parts = [
    ...(before.status === after.status ? [] : [`the status (${before.status ?? 'none'} → ${after.status ?? 'none'})`]),
    ...(before.fault === after.fault ? [] : ['the network fault']),
    ...(headers.length === 0 ? [] : [headers.length > 3 ? counted(headers.length, 'header') : headers.join(', ')]),
    ...(isBodySame ? [] : ['the body']),
  ]
  if (parts.length === 0) return 'Both answers are the same.'
  return `Different: ${parts.join(', ')}.`
}

/** The answers of a request that was sent twice, side by side. */
export function ComparisonDialog({
  before,
  comparison: { after, switched },
  onClose,
}: {
  readonly before: RequestInfo
  readonly comparison: Comparison
  readonly onClose: () => void
}) {
  const diff = diffOf(answerText(before), answerText(after))
  return (
    <Dialog title="The same request, sent again" isWide onClose={onClose}>
      {switched === undefined ? null : <SwitchedNote sandbox={before.sandbox} switched={switched} onBack={onClose} />}
      <p role="status">{differencesOf(before, after)}</p>
      <div class="answers" tabIndex={0} role="group" aria-label="Both answers">
        <Side
          title={switched === undefined ? 'Before' : `Before, with ${switched.from}`}
          request={before}
          lines={diff.before}
          sign="−"
        />
        <Side
          title={switched === undefined ? 'Now' : `Now, with ${switched.to}`}
          request={after}
          lines={diff.after}
          sign="+"
        />
      </div>
      <footer>
        <a class="button" href={hrefOf('traffic', keyOf(after))} onClick={onClose}>
          Open the new request
        </a>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </footer>
    </Dialog>
  )
}

/** Says that the sandbox goes on with the other choice. */
function SwitchedNote({ sandbox, switched, onBack }: { sandbox: string; switched: Switched; onBack: () => void }) {
  const { id, from, to } = switched
  const back = async (): Promise<void> => {
    if (await attempt(() => choose({ [id]: from }, sandbox))) onBack()
  }
  return (
    <div class="note row">
      <p>
        <a href={hrefIn(sandbox, 'assumptions', id)}>{id}</a> is now <strong>{to}</strong> in place of {from}, for every
        request to the sandbox {sandbox}.
      </p>
      <Button onClick={back}>Switch back to {from}</Button>
    </div>
  )
}

interface SideProps {
  readonly title: string
  readonly request: RequestInfo
  readonly lines: readonly DiffLine[]
  /** Marks the lines that the other side lacks. */
  readonly sign: string
}

function Side({ title, request, lines, sign }: SideProps) {
  const rows = { gridRow: `span ${lines.length}` }
  return (
    <section aria-label={title} style={{ gridRow: `span ${lines.length + 1}` }}>
      <header class="row">
        <h3 class="grow">{title}</h3>
        {request.code === null ? null : <code>{request.code}</code>}
        <StatusBadge status={request.status} fault={request.fault} />
      </header>
      <pre class="code answer-lines" style={rows}>
        {lines.map(({ text, kind }, index) =>
          kind === 'changed' ? (
            <mark key={index}>{`${sign} ${text}`}</mark>
          ) : (
            <span key={index} class={kind}>
              {kind === 'skipped' ? `⋯ ${text}` : `  ${text}`}
            </span>
          ),
        )}
      </pre>
    </section>
  )
}
