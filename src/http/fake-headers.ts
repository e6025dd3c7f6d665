import { shorten } from '../lib/input-error.ts'
import { orKnown } from '../lib/nearest.ts'
import { hideSecrets } from '../lib/secrets.ts'
import { thenHeader } from '../scenarios/rule.ts'

// These headers, and those of rules, belong to the fake, not to the document.

export const sandboxHeader = 'X-Fake-Sandbox'

/** A request names its sandbox by this member of its W3C baggage, which tracing libraries pass on. */
export const sandboxMember = 'cloudsec-sandbox'

export const scenarioHeader = 'X-Fake-Scenario'

/** A request names the path of its base address in this header. */
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
export function isForFake(name: string): boolean {
  return (name[0] === 'X' || name[0] === 'x') && /^X-Fake-/i.test(name)
}

/** Says which headers of a request the fake does not know, one line for each. @param sent names and values in turn */
export function headerWarnings(sent: readonly string[]): readonly string[] {
  return sent
    .filter((name, at) => at % 2 === 0 && isForFake(name))
    .filter((name) => !known.some((other) => other.toLowerCase() === name.toLowerCase()))
    .map((name) => hideSecrets(`${shorten(name)}: not a header of the fake${orKnown([name], known)}`, ''))
}
