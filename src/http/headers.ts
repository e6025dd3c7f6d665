import { headerValues } from '../lib/headers.ts'
import { shorten } from '../lib/input-error.ts'
import { hideSecrets } from '../lib/secrets.ts'
import { thenHeader } from '../scenarios/rule.ts'
import { keyHeader } from '../spec/headers.ts'

// These headers, and those of rules, belong to the fake, not to the document.

export const sandboxHeader = 'X-Fake-Sandbox'

/** A request names its sandbox by this member of its W3C baggage, which tracing libraries pass on. */
export const sandboxMember = 'cloudsec-sandbox'

export const scenarioHeader = 'X-Fake-Scenario'

export const basePathHeader = 'X-Fake-Base-Path'

/** The headers of requests to the plain base URL that lead them to one sandbox. Either of them is enough. */
export type SandboxHeaders = {
  readonly [sandboxHeader]: string
  /** The same as W3C baggage, which OpenTelemetry passes on from request to request. */
  readonly baggage: string
}

export function headersNaming(sandbox: string): SandboxHeaders {
  return { [sandboxHeader]: sandbox, baggage: `${sandboxMember}=${sandbox}` }
}

const known: readonly string[] = [sandboxHeader, scenarioHeader, thenHeader, basePathHeader]

/** True for the name of a header that is meant for the fake. Most names begin with another letter. */
function isForFake(name: string): boolean {
  return (name[0] === 'X' || name[0] === 'x') && /^X-Fake-/i.test(name)
}

/** Says which headers of a request the fake does not know, one line for each. @param sent names and values in turn */
export function headerWarnings(sent: readonly string[]): readonly string[] {
  return sent
    .filter((name, at) => at % 2 === 0 && isForFake(name))
    .filter((name) => !known.some((other) => other.toLowerCase() === name.toLowerCase()))
    .map((name) => hideSecrets(`${shorten(name)}: not a header of the fake. Known: ${known.join(', ')}`, ''))
}

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
