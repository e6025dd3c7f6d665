import { toText } from '../lib/body.ts'
import { InputError } from '../lib/input-error.ts'
import { readBytes } from '../lib/read-bounded.ts'
import { abortAfter } from './abort-after.ts'

interface Limits {
  readonly ms: number
  readonly bytes: number
  /** Signals that cancel it (none). */
  readonly given?: readonly AbortSignal[] | undefined
}

/** A response with its whole body. */
export interface ReadAnswer<Answer> {
  readonly response: Answer
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly text: string
}

/** Sends a request, and reads the whole answer. @throws InputError if it takes too long or is too long */
export async function readAnswer<
  const Init extends object,
  Answer extends { readonly body: AsyncIterable<Uint8Array> | null },
>(
  send: (url: string, init: Init & { readonly signal: AbortSignal }) => Promise<Answer>,
  url: string,
  init: Init,
  { ms, bytes: maxBytes, given = [] }: Limits,
): Promise<ReadAnswer<Answer>> {
  const over = abortAfter(ms, given, () => new InputError(`it took more than ${ms / 1000} seconds`))
  try {
    const response = await send(url, { ...init, signal: over.signal })
    const bytes = await readBytes(response.body, maxBytes)
    return { response, bytes, text: toText(bytes) }
  } finally {
    over.abort()
  }
}
