import * as z from 'zod/mini'

import type { SandboxClient } from '../../control/client/sandbox-client.ts'
import type { Judgement } from '../../control/endpoints/reports.ts'
import { requestEndpoints, type RequestInfo, type RequestSummary } from '../../control/endpoints/requests.ts'
import { InputError } from '../../lib/input-error.ts'
import { described } from '../../scenarios/fields.ts'
import type { Opened } from '../session.ts'
import { data } from '../text.ts'
import { defineTool, inSandbox } from '../tool.ts'
import { toLine } from './requests.ts'

export const why = defineTool({
  name: 'why',
  description:
    'Says why one request was answered so: the scenario, assumption or mistake that decided it, the verdicts on it, headers and bodies. Without an id: the newest request that failed, else the newest.',
  isRead: true,
  isRepeatable: true,
  input: z.strictObject({
    id: described('Id of a request, such as 0-12, as requests lists it.', z.string()),
    ...inSandbox,
  }),
  more: 'cloudsec-fake requests show ID has the whole request',
  run: async ({ id, sandbox }, session) => {
    const opened = await session.sandbox(sandbox)
    const request = await opened.client.requests.show(id ?? (await newest(opened)).id)
    const [decided, judged] = [await listDecisions(opened, request), await opened.client.conduct()]
    return [
      toLine(request),
      ...causesOf(request),
      ...decided,
      ...judged.items.flatMap((item) => toVerdict(item, request.id)),
      `took ${request.durationMs} ms; key ${request.key === null ? 'none that is valid' : data(request.key)}`,
      ...toMessage('request', request.request),
      ...toMessage('answer', request.response),
    ]
  },
})

const failed = ({ status, fault }: RequestSummary): boolean => status === null || status >= 400 || fault !== null

async function newest({ call }: Opened): Promise<RequestSummary> {
  const { items } = await call(requestEndpoints.listRequests, { query: { fields: 'summary' } })
  const found = items.findLast(failed) ?? items.at(-1)
  if (found === undefined) throw new InputError('the sandbox got no request yet', { field: 'id' })
  return found
}

/** What the journal entry itself gives away. */
function causesOf({
  operation,
  nearest,
  scenarios,
  fault,
  key,
  status,
  warnings = [],
}: RequestInfo): readonly string[] {
  const lines: string[] = []
  if (scenarios.length > 0)
    lines.push(
      `cause: these rules of scenarios acted on it: ${scenarios.map((name) => data(name)).join(', ')}; fail with on: false ends them`,
    )
  if (fault !== null) lines.push(`cause: the network fault ${fault}`)
  if (operation === null)
    lines.push(`cause: no operation has this method and path; nearest: ${nearest.join(', ') || 'none'}`)
  else if (key === null && status === 401) lines.push('cause: the request has no valid API key')
  if (warnings.length > 0) lines.push(`warnings: ${warnings.map((text) => data(text)).join('; ')}`)
  return lines
}

/** The assumptions that decided the answer, as copies of the sandbox show. */
async function listDecisions({ client, call }: Opened, { id }: RequestInfo): Promise<readonly string[]> {
  try {
    const [{ same, items }, rows] = await Promise.all([
      call(requestEndpoints.listDeciding, { path: { name: id } }),
      client.assumptions.list(),
    ])
    const lines = items
      .toSorted((a, b) => Number(b.outcome) - Number(a.outcome))
      .map(({ id, options, outcome }) => {
        const row = rows.find((known) => known.id === id)
        const what = outcome ? 'decided the outcome' : 'decided the form of the answer'
        return `assumption ${id}=${row?.choice ?? ''} ${what}, ${options.join(' or ')} would change it: ${row?.question ?? ''}`
      })
    const changed = same ? [] : ['the records changed since: sent again now, the request gets another answer']
    return [...changed, ...(lines.length === 0 ? ['no assumption decided the answer'] : lines)]
  } catch (error) {
    return [
      `which assumptions decided it is not known: ${data(error instanceof Error ? error.message : String(error), 300)}`,
    ]
  }
}

function toVerdict({ id, severity, advice, occurrences }: Judgement, request: string): readonly string[] {
  const found = occurrences.find(({ requests }) => requests.includes(request))
  return found === undefined ? [] : [`verdict ${id} (${severity}): ${data(found.detail, 300)} → ${advice}`]
}

/** Names of headers that tell little about a client's mistake. */
const usual: ReadonlySet<string> = new Set([
  'accept-language',
  'connection',
  'host',
  'sec-fetch-mode',
  'user-agent',
  'date',
])

function toMessage(
  name: string,
  { headers, body, cut }: Awaited<ReturnType<SandboxClient['requests']['show']>>['request'],
) {
  const shown = Object.entries(headers)
    .filter(([header]) => !usual.has(header.toLowerCase()))
    .slice(0, 12)
    .map(([header, value]) => data(`${header}: ${value}`, 120))
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const size = cut ? ' (cut)' : ''
  return [
    `${name} headers: ${shown.join(', ') || 'none'}`,
    `${name} body${size}: ${body === null ? 'none' : data(text, 800)}`,
  ]
}
