import { operations } from '../app/areas.ts'
import { clientVariables } from '../control/client/client-variables.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { readServiceUrl } from '../lib/service-url.ts'
import { type RecordedExchange, toSent } from '../resolve/recorded-exchange.ts'
import { type SessionOptions, Unknown } from '../resolve/session.ts'
import { versionPath } from '../spec/version.ts'
import { waitOnWall } from '../time/clock.ts'

/** A budget of waiting time. @returns a function that waits, or says false if the budget does not allow it */
export function createPatience(mostMs: number): (ms: number) => Promise<boolean> {
  let leftMs = mostMs
  return async (ms) => {
    if (ms > leftMs) return false
    leftMs -= ms
    await waitOnWall(ms)
    return true
  }
}

/** Sends the first request: it shows whether there is a service of the document, and whether the key is good. */
export async function greet(send: NonNullable<SessionOptions['send']>, baseUrl: string): Promise<RecordedExchange> {
  const seen = await send(toSent(operations, { operation: 'listResources' })).catch((error: unknown) => {
    throw error instanceof Unknown ? new Error(`${baseUrl}: ${error.message}`) : error
  })
  const { code } = seen
  if (code === 'authentication_error') throw new Error(`${baseUrl} refuses the API key (${code})`)
  if (seen.isServed || (code !== undefined && code !== 'resource_not_found')) return seen
  const why = `status ${seen.status} for ${new URL(seen.url).pathname}`
  throw new Error(`${baseUrl} does not answer as the document says (${why}); it has to end in ${versionPath}`)
}

export function readBaseUrl(text: string | undefined): string {
  const field = `--base-url (${clientVariables.baseUrl})`
  if (text === undefined) throw new InputError('required, unless --har names a recording', { field })
  const url = readServiceUrl(text)
  if (url !== undefined) return url
  const expected = 'expected an http or https URL without a query, a fragment or a password'
  throw new InputError(`${expected}, got ${quote(text)}`, { field })
}
