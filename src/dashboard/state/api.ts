import { apiKey } from './api-key.ts'
import { touch, Unreachable } from './ask.ts'

/** An answer of the API: the envelope of the document, or whatever a fault made of it. */
export interface ApiAnswer {
  readonly status: number
  readonly isOk: boolean
  readonly data: Readonly<Record<string, unknown>>
  /** Why it was refused, as a client reads it. */
  readonly error: string
}

interface Envelope {
  readonly data?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code?: string; readonly message?: string; readonly details?: string }
}

/** Sends a request to the API as a client does, with the key of this page. @param address with scheme and host */
export async function callApi(method: string, address: string, body: unknown): Promise<ApiAnswer> {
  const response = await fetch(address, {
    method,
    headers: { Authorization: `Bearer ${apiKey.value}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Unreachable()
  })
  const { status, ok: isOk } = response
  const { data = {}, error = {} }: Envelope = await response.json().catch(() => ({}))
  touch()
  const { code, message = 'the answer has no message', details } = error
  return { status, isOk, data, error: [code, message, details].filter((part) => part !== undefined).join(': ') }
}
