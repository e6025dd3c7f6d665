import { shorten } from '../lib/input-error.ts'
import { nearest, orKnown } from '../lib/nearest.ts'
import { hideSecrets } from '../lib/secrets.ts'
import { thenHeader } from '../scenarios/rule.ts'
import { basePathHeader } from './page-url.ts'
import { sandboxHeader } from './sandbox-headers.ts'

// A request asks for failures of its own only in these headers. They belong to the fake, not to the document.

/** The header that names scenarios (`flaky, slow`). */
export const scenarioHeader = 'X-Fake-Scenario'

const prefix = 'X-Fake-'
const known: readonly string[] = [sandboxHeader, scenarioHeader, thenHeader, basePathHeader]
const form = new RegExp(`^${prefix}`, 'i')

/** The names of the headers of a request that are meant for the fake; mostly none. @param sent names and values in turn */
export function fakeHeadersIn(sent: readonly string[]): readonly string[] {
  let found: string[] | undefined
  for (let at = 0; at < sent.length; at += 2) {
    const name = sent[at]
    if (name !== undefined && (name[0] === 'X' || name[0] === 'x') && form.test(name)) (found ??= []).push(name)
  }
  return found ?? none
}

const none: readonly string[] = []

/** Says which headers of a request the fake does not know, one line for each. @param names those that are meant for it */
export function headerWarnings(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => !known.some((other) => other.toLowerCase() === name.toLowerCase()))
    .map((name) => {
      const [near] = nearest(
        name.slice(prefix.length),
        known.map((other) => other.slice(prefix.length)),
      )
      const meant = near === undefined ? undefined : `${prefix}${near}`
      return hideSecrets(`${shorten(name)}: not a header of the fake${orKnown([], known, meant)}`, '')
    })
}
