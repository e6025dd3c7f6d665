import { headerValues } from '../lib/headers.ts'
import { thenHeader } from '../scenarios/rule.ts'
import { keyHeader } from '../spec/headers.ts'
import { basePathHeader, isForFake, sandboxHeader, scenarioHeader } from './fake-headers.ts'

/** The headers that serving a request reads; null if not sent. Several headers of one name are joined as `fetch` joins them. */
class ReadHeaders {
  host: string | null = null
  authorization: string | null = null
  sandbox: string | null = null
  baggage: string | null = null
  scenario: string | null = null
  effect: string | null = null
  origin: string | null = null
  basePath: string | null = null
  contentType: string | null = null
  contentEncoding: string | null = null
}

const fields: ReadonlyMap<string, keyof ReadHeaders> = new Map([
  ['host', 'host'],
  [keyHeader.toLowerCase(), 'authorization'],
  [sandboxHeader.toLowerCase(), 'sandbox'],
  ['baggage', 'baggage'],
  [scenarioHeader.toLowerCase(), 'scenario'],
  [thenHeader.toLowerCase(), 'effect'],
  ['origin', 'origin'],
  [basePathHeader.toLowerCase(), 'basePath'],
  ['content-type', 'contentType'],
  ['content-encoding', 'contentEncoding'],
])

/** Most headers of a request have a name of another length. */
const lengths: ReadonlySet<number> = new Set([...fields.keys()].map(({ length }) => length))

export class SentHeaders extends ReadHeaders {
  /** Names and values in turn, as sent. */
  readonly sent: readonly string[]
  /** Some are meant for the fake, known or not. */
  hasOfFake = false

  constructor(sent: readonly string[]) {
    super()
    this.sent = sent
    for (let at = 0; at < sent.length; at += 2) {
      const name = sent[at] ?? ''
      if (isForFake(name)) this.hasOfFake = true
      const field = lengths.has(name.length) ? fields.get(name.toLowerCase()) : undefined
      if (field === undefined) continue
      const earlier = this[field]
      this[field] = (earlier === null ? '' : `${earlier}, `) + (sent[at + 1] ?? '')
    }
  }

  get(name: string): string | null {
    const values = headerValues(this.sent, name)
    return values.length === 0 ? null : values.join(', ')
  }
}
