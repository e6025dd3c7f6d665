import { setTimeout as wait } from 'node:timers/promises'

import { ServiceError } from '../suite/service.ts'
import type { Ways } from './ways.ts'

const attempts = 5

interface Body {
  readonly status?: string
  readonly error?: { readonly code: string; readonly details: string }
}

const passing = new Set(['rate_limit_exceeded', 'service_unavailable', 'internal_error', 'no_answer'])

/** A `fetch` that tries reads again, and takes only an answer of the service for one. @throws ServiceError for each error */
export function insistentFetch(ways: Ways): (request: Request) => Promise<Response> {
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await exchange(request.clone(), ways)
      } catch (error) {
        const failure = toServiceError(error)
        const isUnclear = request.method === 'POST' && failure.code !== 'rate_limit_exceeded'
        if (isUnclear || !passing.has(failure.code) || attempt === attempts) throw failure
        await wait(failure.waitMs ?? ways.pause(attempt))
      }
    }
  }
}

async function exchange(request: Request, ways: Ways): Promise<Response> {
  const isCreate = request.method === 'POST'
  const response = await fetch(request, { signal: AbortSignal.timeout(isCreate ? 2000 : 1500) })
  const text = await response.text()
  const { status, error }: Body = JSON.parse(text)
  if (status === undefined) throw new ServiceError('no_answer', 'no envelope')
  if (ways.isError(status, response.status)) {
    throw new ServiceError(error?.code ?? 'no_answer', error?.details ?? '', waitOf(response.headers))
  }
  if (isCreate && !ways.isCreated(response.status)) throw new ServiceError('not_created', `${response.status}`)
  return new Response(text, { headers: { 'Content-Type': 'application/json' } })
}

function toServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : new ServiceError('no_answer', String(error))
}

/** True for a failure of a create that leaves open if the record was made. */
export function isUnclear(error: unknown): error is ServiceError {
  return error instanceof ServiceError && passing.has(error.code) && error.code !== 'rate_limit_exceeded'
}

/** Milliseconds that the service says to wait. */
function waitOf(headers: Headers): number | undefined {
  const after = headers.get('Retry-After')
  if (after !== null) return Number(after) * 1000
  if (headers.get('X-Rate-Limit-Remaining') !== '0') return undefined
  const reset = Number(headers.get('X-Rate-Limit-Reset'))
  // Seconds are told from milliseconds by their size.
  return Math.max(0, (reset > 1e11 ? reset : reset * 1000) - Date.now())
}
