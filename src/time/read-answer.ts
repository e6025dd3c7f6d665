import { toText } from '../lib/body.ts'
import { BoundError, readBytes } from '../lib/read-bounded.ts'
import { abortAfter } from './abort-after.ts'

interface Limits {
  readonly ms: number
  readonly bytes: number
  /** They end it early (none). */
  readonly given?: readonly AbortSignal[] | undefined
}

/** Sends a request, and reads the answer to its end. @throws BoundError where that takes too long, or it is too long */
export async function readAnswer<const Init extends object>(
  send: (url: string, init: Init & { readonly signal: AbortSignal }) => Promise<Response>,
  url: string,
  init: Init,
  { ms, bytes: most, given = [] }: Limits,
) {
  const over = abortAfter(ms, given, () => new BoundError(`it took more than ${ms / 1000} seconds`))
  try {
    const response = await send(url, { ...init, signal: over.signal })
    const bytes = await readBytes(response.body, most)
    return { response, bytes, text: toText(bytes) }
  } finally {
    over.abort()
  }
}
