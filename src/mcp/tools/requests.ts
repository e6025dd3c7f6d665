import * as z from 'zod/mini'

import { requestEndpoints, type RequestInfo, type RequestSummary } from '../../core/control/endpoints/requests.ts'
import { InputError } from '../../core/lib/input-error.ts'
import { messageOf } from '../../core/lib/message-of.ts'
import { wholeNumber } from '../../core/lib/whole-number.ts'
import { described } from '../../core/scenarios/fields.ts'
import { errorCodes } from '../../core/spec/errors.ts'
import type { OpenSandbox } from '../session.ts'
import { data } from '../text.ts'
import { defineTool, sandboxArgument } from '../tool.ts'

export const requests = defineTool({
  name: 'requests',
  description: 'Lists the newest requests that the fake got, with their answers, newest first. Give an id to why.',
  isRead: true,
  isRepeatable: true,
  input: z.strictObject({
    operation: described('Only requests for this operation, such as createJob.', z.string()),
    status: described('Only requests with this HTTP status.', wholeNumber(100, 599)),
    code: described('Only requests with this error code.', z.enum(errorCodes)),
    scenario: described('Only requests that this scenario changed.', z.string()),
    unmatched: described('True: only requests that matched no operation.', z.boolean()),
    since: described('Only requests after this id.', z.string()),
    limit: described('The maximum number of requests. Default: 20.', wholeNumber(1, 100)),
    ...sandboxArgument,
  }),
  more: 'narrow the list by operation, status, code or since',
  run: async ({ sandbox, limit = 20, ...query }, session) => {
    const { call } = await session.sandbox(sandbox)
    const { items } = await call(requestEndpoints.listRequests, { query: { ...query, limit, fields: 'summary' } })
    return items.length === 0 ? ['no request'] : items.toReversed().map(toLine)
  },
})

/** A request and its answer in one line. */
function toLine({ id, at, method, path, status, code, fault, operation, scenarios }: RequestSummary): string {
  const answer = [status ?? 'no answer', code, fault].filter((part) => part !== null).join(' ')
  const acted = scenarios.map((name) => `, scenario ${data(name)}`).join('')
  return `${id} ${at.slice(11, 23)} ${data(`${method} ${path}`)} → ${answer} (${operation ?? 'no operation'}${acted})`
}

export const why = defineTool({
  name: 'why',
  description:
    'Explains one answer: the scenario, assumption or mistake that decided it, the verdicts on the request, headers and bodies. Without an id: the newest failed request, else the newest.',
  isRead: true,
  isRepeatable: true,
  input: z.strictObject({
    id: described('Id of a request, such as 0-12, from requests.', z.string()),
    ...sandboxArgument,
  }),
  more: 'npx --no -- cloudsec-fake requests show ID shows the whole request',
  run: async ({ id, sandbox }, session) => {
    const opened = await session.sandbox(sandbox)
    const request = await opened.client.requests.show(id ?? (await newest(opened)))
    const { operation, nearest, scenarios, warnings = [], key, durationMs } = request
    return [
      toLine(request),
      ...(scenarios.length === 0 ? [] : ['cause: these scenario rules changed it; fail with on: false ends them']),
      ...(operation === null ? [`cause: no operation has this method and path; nearest: ${nearest.join(', ')}`] : []),
      ...warnings.map((text) => `warning: ${data(text)}`),
      ...(await listVerdicts(opened, request)),
      ...(await listDecisions(opened, request)),
      `took ${durationMs} ms; ${key === null ? 'it had no valid API key' : `its key is ${data(key)}`}`,
      ...toMessage('request', request.request),
      ...toMessage('answer', request.response),
    ]
  },
})

async function newest({ call }: OpenSandbox): Promise<string> {
  const { items } = await call(requestEndpoints.listRequests, { query: { fields: 'summary' } })
  const failed = items.findLast(({ code, fault, scenarios }) => (code ?? fault) !== null || scenarios.length > 0)
  const found = failed ?? items.at(-1)
  if (found !== undefined) return found.id
  throw new InputError('the sandbox has no requests yet', { field: 'id' })
}

async function listVerdicts({ client }: OpenSandbox, { id }: RequestInfo): Promise<readonly string[]> {
  const { items } = await client.conduct()
  return items.flatMap(({ occurrences, severity, advice, ...verdict }) => {
    const found = occurrences.find(({ requests }) => requests.includes(id))
    return found === undefined ? [] : [`${severity} ${verdict.id}: ${data(found.detail, 300)} → ${advice}`]
  })
}

/** Lists the assumptions that decided the answer, by replaying it in copies of the sandbox. */
async function listDecisions({ client, call }: OpenSandbox, { id: name }: RequestInfo): Promise<readonly string[]> {
  try {
    const { same, items } = await call(requestEndpoints.listDeciding, { path: { name } })
    const rows = await client.assumptions.list()
    const lines = items.flatMap(({ id, options, outcome }) => {
      const { choice = '', question = '' } = rows.find((row) => row.id === id) ?? {}
      const others = options.join(' or ')
      return outcome ? [`assumption ${id}=${choice} decided the outcome; ${others} would change it: ${question}`] : []
    })
    const forms = items.flatMap(({ id, outcome }) => (outcome ? [] : [id]))
    const changed = same ? [] : ['the records changed since: the same request gets another answer now']
    const formLine = `assumptions that decide only the form of the answer: ${forms.join(', ') || 'none'}`
    return [...changed, ...(lines.length === 0 ? ['no assumption decided the outcome'] : lines), formLine]
  } catch (error) {
    return [`the deciding assumptions are unknown: ${data(messageOf(error), 300)}`]
  }
}

function toMessage(name: string, { headers, body, cut }: RequestInfo['request']): readonly string[] {
  const shown = Object.entries(headers).map(([header, value]) => data(`${header}: ${value}`, 100))
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return [
    `${name} headers: ${shown.slice(0, 12).join(', ') || 'none'}`,
    `${name} body${cut ? ' (cut)' : ''}: ${body === null ? 'none' : data(text, 800)}`,
  ]
}
