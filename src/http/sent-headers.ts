import { thenHeader } from '../scenarios/rule.ts'
import { keyHeader } from '../spec/headers.ts'
import { isForFake, scenarioHeader } from './fake-headers.ts'
import { basePathHeader } from './page-url.ts'
import { sandboxHeader } from './sandbox-headers.ts'

/** The headers that every request is read for, by their fields. */
const fields = {
  host: 'Host',
  authorization: keyHeader,
  sandbox: sandboxHeader,
  baggage: 'baggage',
  scenario: scenarioHeader,
  effect: thenHeader,
  origin: 'Origin',
  basePath: basePathHeader,
  contentType: 'Content-Type',
  contentEncoding: 'Content-Encoding',
} as const

type Field = keyof typeof fields

interface KnownHeader {
  readonly field: Field
  readonly name: string
}

/** The headers with a name of each length: most headers of a request have another. */
const byLength: readonly (readonly KnownHeader[])[] = Object.entries(fields).reduce<KnownHeader[][]>(
  (all, [field, name]) => {
    // Object.entries widens the names.
    if (isField(field)) (all[name.length] ??= []).push({ field, name: name.toLowerCase() })
    return all
  },
  [],
)

function isField(name: string): name is Field {
  return Object.hasOwn(fields, name)
}

/** The headers of a request, read in one pass: null for one that was not sent; several of one name are joined as `fetch` does. */
export class SentHeaders implements Record<Field, string | null> {
  /** Names and values in turn, as sent. */
  readonly sent: readonly string[]
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
  /** Some are meant for the fake, known or not. */
  hasOfFake = false

  constructor(sent: readonly string[]) {
    this.sent = sent
    for (let at = 0; at < sent.length; at += 2) {
      const name = sent[at] ?? ''
      if (isForFake(name)) this.hasOfFake = true
      const field = fieldOf(name)
      if (field !== undefined) this[field] = joined(this[field], sent[at + 1] ?? '')
    }
  }

  /** The value of any header; null for one that was not sent. */
  get(name: string): string | null {
    let value: string | null = null
    for (let at = 0; at < this.sent.length; at += 2) {
      const other = this.sent[at]
      if (other?.length === name.length && other.toLowerCase() === name.toLowerCase()) {
        value = joined(value, this.sent[at + 1] ?? '')
      }
    }
    return value
  }
}

/** The headers of a request that has none. */
export const noHeadersSent = new SentHeaders([])

function fieldOf(name: string): Field | undefined {
  const candidates = byLength[name.length]
  if (candidates === undefined) return undefined
  const lower = name.toLowerCase()
  for (const candidate of candidates) if (candidate.name === lower) return candidate.field
  return undefined
}

function joined(earlier: string | null, value: string): string {
  return earlier === null ? value : `${earlier}, ${value}`
}
