import * as z from 'zod/mini'

import { wholeNumber } from '../../core/control/endpoints/endpoint.ts'
import { requestEndpoints, type RequestSummary } from '../../core/control/endpoints/requests.ts'
import { described } from '../../core/scenarios/fields.ts'
import { errorCodes } from '../../core/spec/errors.ts'
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
export function toLine({ id, at, method, path, status, code, fault, operation, scenarios }: RequestSummary): string {
  const answer = [status ?? 'no answer', code, fault].filter((part) => part !== null).join(' ')
  const acted = scenarios.map((name) => `, scenario ${data(name)}`).join('')
  return `${id} ${at.slice(11, 23)} ${data(`${method} ${path}`)} → ${answer} (${operation ?? 'no operation'}${acted})`
}
