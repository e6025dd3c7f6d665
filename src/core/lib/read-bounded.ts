import { InputError } from './input-error.ts'

/**
 * Limits in bytes, after decoding, of what is read from services, other fakes, programs at a port, files and agents. A few
 * encoded bytes may expand to very many.
 */
export const maxBytes = {
  /** An answer of a service, which is held in memory as a whole: a hundred times a page of 100 records. */
  answer: 16_777_216,
  /** The health answer of a program at a port. A fake's has 200 bytes. */
  health: 65_536,
  /** A line of an agent or of a stream: more than the journal keeps of one request. */
  line: 16_777_216,
  /** A file, and an answer of a control plane: the largest snapshot that can be loaded. */
  file: 268_435_456,
} as const

type Bytes = AsyncIterable<Uint8Array>

const tooMany = (max: number, field?: string): InputError => new InputError(`it has more than ${max} bytes`, { field })

/** Reads a whole stream. @param name names it in errors @throws InputError for more bytes than `max`; the stream is then closed */
export async function readBytes(stream: Bytes | null, max: number, name?: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream ?? []) {
    length += chunk.length
    if (length > max) throw tooMany(max, name)
    chunks.push(chunk)
  }
  // A copy, because a short buffer holds a whole pool of bytes.
  return new Uint8Array(Buffer.concat(chunks))
}

/** @yields the lines of a stream. @throws InputError for a line of more bytes than `max`; the stream is then closed */
export async function* readLines(stream: Bytes, max: number): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let begun: string[] = []
  let length = 0
  for await (const chunk of stream) {
    const [next = '', ...lines] = decoder.decode(chunk, { stream: true }).split('\n')
    begun.push(next)
    length += next.length
    for (const line of lines) {
      yield begun.join('')
      begun = [line]
      length = line.length
    }
    if (length > max) throw tooMany(max)
  }
  if (length > 0) yield begun.join('')
}
