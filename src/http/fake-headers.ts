import { shorten } from '../lib/input-error.ts'
import { orKnown } from '../lib/nearest.ts'
import { hideSecrets } from '../lib/secrets.ts'
import { thenHeader } from '../scenarios/rule.ts'
import { basePathHeader } from './page-url.ts'
import { sandboxHeader } from './sandbox-headers.ts'

// A request asks for failures of its own only in these headers. They belong to the fake, not to the document.

export const scenarioHeader = 'X-Fake-Scenario'

const prefix = 'X-Fake-'
const known: readonly string[] = [sandboxHeader, scenarioHeader, thenHeader, basePathHeader]
const form = new RegExp(`^${prefix}`, 'i')

/** True for the name of a header that is meant for the fake. Most names begin with another letter. */
export function isForFake(name: string): boolean {
  return (name[0] === 'X' || name[0] === 'x') && form.test(name)
}

/** Says which headers of a request the fake does not know, one line for each. @param sent names and values in turn */
export function headerWarnings(sent: readonly string[]): readonly string[] {
  return sent
    .filter((name, at) => at % 2 === 0 && isForFake(name))
    .filter((name) => !known.some((other) => other.toLowerCase() === name.toLowerCase()))
    .map((name) => hideSecrets(`${shorten(name)}: not a header of the fake${orKnown([name], known)}`, ''))
}
