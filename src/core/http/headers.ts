import { headerValues } from '../lib/headers.ts'
import { shorten } from '../lib/input-error.ts'
import { hideSecrets } from '../lib/secrets.ts'
import { thenHeader } from '../scenarios/rule.ts'
import { keyHeader } from '../spec/headers.ts'

// These headers, and the header of rules, belong to the fake, not to the document.

export const sandboxHeader = 'X-Fake-Sandbox'

/** The member of W3C baggage that names the sandbox of a request. Tracing libraries propagate it. */
export const sandboxMember = 'cloudsec-sandbox'

export const scenarioHeader = 'X-Fake-Scenario'

export const basePathHeader = 'X-Fake-Base-Path'

/** The headers that send requests to the plain base URL to one sandbox. Either of them is enough. */
export type SandboxHeaders = {
  readonly [sandboxHeader]: string
  /** The same as W3C baggage, which OpenTelemetry propagates from request to request. */
  readonly baggage: string
}

export function headersNaming(sandbox: string): SandboxHeaders {
  return { [sandboxHeader]: sandbox, baggage: `${sandboxMember}=${sandbox}` }
}

const known: readonly string[] = [sandboxHeader, scenarioHeader, thenHeader, basePathHeader]

/** True for a header that is meant for the fake. The first letter excludes most names. */
function isForFake(name: string): boolean {
  return (name[0] === 'X' || name[0] === 'x') && /^X-Fake-/i.test(name)
}

/** Warns of each `X-Fake-…` header that is unknown, one line each. @param sent alternating names and values */
export function headerWarnings(sent: readonly string[]): readonly string[] {
  return sent
    .filter((name, at) => at % 2 === 0 && isForFake(name))
    .filter((name) => !known.some((other) => other.toLowerCase() === name.toLowerCase()))
    .map((name) => hideSecrets(`${shorten(name)}: not a header of the fake. Known: ${known.join(', ')}`, ''))
}

/** The headers that serving a request reads; null if not sent. Repeated headers are joined as `fetch` joins them. */
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

/** The length excludes most names. */
const lengths: ReadonlySet<number> = new Set([...fields.keys()].map(({ length }) => length))

export class SentHeaders extends ReadHeaders {
  /** Alternating names and values, as sent. */
  readonly sent: readonly string[]
  /** True if some header is meant for the fake, known or not. */
  hasFakeHeader = false

  constructor(sent: readonly string[]) {
    super()
    this.sent = sent
    for (let at = 0; at < sent.length; at += 2) {
      const name = sent[at] ?? ''
      if (isForFake(name)) this.hasFakeHeader = true
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
