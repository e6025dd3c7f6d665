import { requestCells, requestHeadings } from '../../core/control/client/texts.ts'
import type { RequestQuery } from '../../core/control/endpoints/request-query.ts'
import { requestEndpoints, type RequestInfo } from '../../core/control/endpoints/requests.ts'
import { toCoverageText } from '../../core/coverage/table.ts'
import { readThresholds } from '../../core/coverage/thresholds.ts'
import { InputError, quote, renamed, within } from '../../core/lib/input-error.ts'
import { isJsonObject } from '../../core/lib/merge-patch.ts'
import { toPlain, toTable } from '../../core/lib/table.ts'
import { tryJson } from '../../core/lib/try-json.ts'
import { writeOutput } from '../config/files.ts'
import type { Actions, CommandContext } from '../group.ts'
import { type RemoteFlags, requireThresholds } from '../remote.ts'

interface ListFlags extends RequestQuery {
  readonly limit: number
  readonly follow?: boolean
}

export const requestActions: Actions = {
  'requests list': list,
  'requests verify': verify,
  'requests export': async ({ call, io, given: { output, ...query } }) => {
    const text = `${JSON.stringify(await call(requestEndpoints.exportRequests, { query }), undefined, 2)}\n`
    if (typeof output === 'string') writeOutput(output, text, '--output')
    else io.out(text)
  },
  'requests coverage': async ({ client, io, given: { sandboxes, min = [] }, tell }) => {
    const thresholds = readThresholds([min].flat().map(String), '--min')
    const report = await client.coverage(sandboxes === 'all' ? { sandboxes } : {})
    tell(report, toCoverageText(report))
    requireThresholds(io, report, thresholds)
  },
}

async function verify({ call, given: { match = '{}', count, ...filters }, tell }: CommandContext): Promise<void> {
  const more = tryJson(String(match), match)
  if (!isJsonObject(more)) throw new InputError(`expected a JSON object, got ${quote(more)}`, { field: '--match' })
  const { verifyRequests } = requestEndpoints
  const body = { match: { ...more, ...filters }, count: typeof count === 'number' ? count : undefined }
  const answer = await call(verifyRequests, { body }).catch((error: unknown) => {
    const named = renamed(error, new Map(Object.keys(filters).map((name) => [`match.${name}`, `--${name}`])))
    throw named === error ? within('--match', error) : named
  })
  tell(answer, `verified: ${answer.requests.join(', ') || 'no request'}`)
}

async function list({ client: { requests }, io, flags, command, tell }: CommandContext): Promise<void> {
  const { limit, follow, ...query } = command.opts<ListFlags>()
  const items = await requests.list({ ...query, limit })
  if (follow !== true) return tell({ items }, toTable([headings, ...items.map(toRow)]))
  io.handleSignals()
  const printLine = (request: RequestInfo): void => io.out(toLine(flags, request))
  items.forEach(printLine)
  const stop = new AbortController()
  void io.stopped().then(() => stop.abort())
  const since = items.at(-1)?.id ?? query.since
  const rest = since === undefined ? query : { ...query, since }
  for await (const request of requests.follow(rest, { signal: stop.signal })) printLine(request)
}

const headings = [...requestHeadings, 'KEY', 'SCENARIOS']

function toRow(request: RequestInfo): readonly string[] {
  return [...requestCells(request), request.key ?? '-', request.scenarios.join(' ')]
}

function toLine({ format }: RemoteFlags, request: RequestInfo): string {
  return `${format === 'json' ? JSON.stringify(request) : toPlain(toRow(request).join('  ')).trimEnd()}\n`
}
