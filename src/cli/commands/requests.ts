import { type Command, Option } from 'commander'

import { requestCells, requestHeadings } from '../../control/client/request-cells.ts'
import type { SandboxClient } from '../../control/client/sandbox-client.ts'
import type { CoverageQuery } from '../../control/endpoints/coverage.ts'
import type { RequestQuery } from '../../control/endpoints/request-query.ts'
import type { RequestInfo } from '../../control/endpoints/requests.ts'
import { toCoverageText } from '../../coverage/table.ts'
import { readThresholds } from '../../coverage/thresholds.ts'
import { InputError } from '../../lib/input-error.ts'
import { toPlain, toTable } from '../../lib/table.ts'
import { tryJson } from '../../lib/try-json.ts'
import { type ErrorCode, errorCodes } from '../../spec/errors.ts'
import { wholeNumber } from '../config/flags.ts'
import { requireJsonObject } from '../config/json-input.ts'
import { minFlag, requireThresholds } from '../coverage.ts'
import type { Io } from '../io.ts'
import {
  addDefaultToGroup,
  addGroup,
  addToGroup,
  print,
  type RemoteFlags,
  requireSandbox,
  withFake,
} from '../remote.ts'
import { addAgain } from './requests-again.ts'

interface ListFlags extends RequestQuery {
  readonly limit: number
  readonly code?: ErrorCode
  readonly follow?: boolean
}

interface CoverageFlags extends CoverageQuery {
  readonly min?: readonly string[]
}

interface VerifyFlags extends Omit<RequestQuery, 'since'> {
  readonly method?: string
  readonly path?: string
  readonly match?: string
  readonly count?: number
  readonly min?: number
  readonly max?: number
}

/** Declares the flags that select requests. */
function withFilters(command: Command): Command {
  return command
    .option('--operation <id>', 'only requests for this operation')
    .addOption(wholeNumber(new Option('--status <n>', 'only requests with this HTTP status'), 100, 599))
    .addOption(new Option('--code <code>', 'only requests with this error code').choices(errorCodes))
    .option('--scenario <name>', 'only requests that fired a rule of this scenario')
    .option('--key <id>', 'only requests with this API key')
    .option('--trace <id>', 'only requests of this trace, as their header traceparent has it')
    .option('--unmatched', 'only requests that matched no operation')
}

/** Adds the command `requests`. */
export function addRequests(program: Command, io: Io): void {
  const group = addGroup(program, 'requests', 'show the requests that a running fake got')
  withFilters(addDefaultToGroup(group, 'list', 'list the newest requests, the newest last'))
    .option('-f, --follow', 'print further requests as they come, until Ctrl+C')
    .addOption(wholeNumber(new Option('--limit <n>', 'the most requests to list'), 1, mostRequests).default(50))
    .option('--since <since>', 'only requests after the one with this id, or since an ISO 8601 date-time')
    .action(async (listed: ListFlags) => {
      const flags = group.opts<RemoteFlags>()
      await withFake(flags, (client) => list(io, flags, client, listed))
    })
  addToGroup(group, 'show <id>', 'show a request with both bodies').action(async (id: string) => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async ({ requests }) => {
      const request = await requests.show(id)
      print(io, flags, request, () => describe(request))
    })
  })
  withFilters(addToGroup(group, 'verify', 'fail unless the fake got such requests (at least once)'))
    .option('--method <method>', 'only requests with this method')
    .option('--path <path>', 'only requests with this path, such as /cloud/resources; * stands for any text')
    .option('--match <json>', 'further conditions, such as {"query":{"limit":"5"},"body":{"name":"Nightly"}}')
    .addOption(
      wholeNumber(new Option('--count <n>', 'exactly so many requests').conflicts(['min', 'max']), 0, mostRequests),
    )
    .addOption(wholeNumber(new Option('--min <n>', 'at least so many'), 0, mostRequests))
    .addOption(wholeNumber(new Option('--max <n>', 'at most so many'), 0, mostRequests))
    .action(async (verified: VerifyFlags) => {
      const flags = group.opts<RemoteFlags>()
      await withFake(flags, (client) => verify(io, flags, client, verified))
    })
  addToGroup(group, 'coverage', 'show what clients have met: successes, errors, faults, states and pages')
    .addOption(new Option('--sandboxes <which>', 'the requests of all sandboxes').choices(['all']))
    .addOption(minFlag('--min'))
    .action(async ({ min = [], ...query }: CoverageFlags) => {
      const flags = group.opts<RemoteFlags>()
      const thresholds = readThresholds(min, '--min')
      await withFake(flags, async (client) => {
        const report = await client.coverage(query)
        print(io, flags, report, () => toCoverageText(report))
        requireThresholds(io, report, thresholds)
      })
    })
  addAgain(group, io, withFilters, mostRequests)
  addToGroup(group, 'clear', 'delete all requests from the journal').action(async () => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async (client) => {
      await requireSandbox(client, flags)
      await client.requests.clear()
    })
  })
}

/** The most requests that a flag can name. */
const mostRequests = 1_000_000

async function verify(
  io: Io,
  flags: RemoteFlags,
  { requests }: SandboxClient,
  { match, count, min, max, ...given }: VerifyFlags,
): Promise<void> {
  const read = match === undefined ? {} : tryJson(match)
  const more = requireJsonObject(read === undefined ? match : read, '--match')
  const twice = Object.keys(given).find((name) => Object.hasOwn(more, name))
  if (twice !== undefined) throw new InputError(`${twice} is given twice, also by --${twice}`, { field: '--match' })
  if (min !== undefined && max !== undefined && min > max) {
    throw new InputError(`expected at least ${min}, as --min says, got ${max}`, { field: '--max' })
  }
  const ids = await requests.verify({ ...more, ...given }, count ?? { min, max }).catch((error: unknown) => {
    throw error instanceof InputError ? inTermsOfMatch(error, Object.keys(given)) : error
  })
  print(io, flags, { requests: ids }, () => `verified: ${ids.length === 0 ? 'no request' : ids.join(', ')}`)
}

/** Has an error about a field of the match name the flag that gave it. @param own the fields with flags of their own */
function inTermsOfMatch(error: InputError, own: readonly string[]): InputError {
  const name = own.find((field) => error.field === `match.${field}`)
  return name === undefined
    ? new InputError(error.message, { field: '--match', cause: error })
    : error.about(`--${name}`)
}

async function list(
  io: Io,
  flags: RemoteFlags,
  { requests }: SandboxClient,
  { limit, follow, ...query }: ListFlags,
): Promise<void> {
  const items = await requests.list({ ...query, limit })
  if (follow !== true) {
    print(io, flags, { items }, () => toTable([headings, ...items.map(toRow)]))
    return
  }
  io.takeSignals()
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

function describe({ request, response, ...facts }: RequestInfo): string {
  const { id, at, operation, method, path, key, status, code, fault, scenarios, assumptions, durationMs, nearest } =
    facts
  const { traceId, parentId } = facts
  const table = toTable([
    ['id', id],
    ['at', at],
    ['request', `${method} ${path}`],
    ['operation', operation ?? `none; nearest: ${nearest.join(', ')}`],
    ['key', key ?? 'none'],
    ['answer', [status, code, fault].filter((part) => part !== null).join(' ')],
    ['scenarios', scenarios.join(' ')],
    ['assumptions', assumptions.join(' ')],
    ['took', `${durationMs} ms`],
    ...(traceId === null ? [] : [['trace', `${traceId}, span ${parentId}`]]),
  ])
  return [table, describeBody('Request', request), describeBody('Answer', response)].join('\n\n')
}

function describeBody(title: string, { headers, body, cut }: RequestInfo['request']): string {
  const lines = Object.entries(headers).map(([name, value]) => toPlain(`${name}: ${value}`))
  const text = body === null ? [] : ['', JSON.stringify(body, null, 2), ...(cut ? ['(cut off here)'] : [])]
  return [title, ...lines, ...text].join('\n')
}
