import { isAbsolute, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { hideSecrets } from '../lib/secrets.ts'

/** The most characters of a name or a message that are shown. */
const mostShown = 500

/** The most characters of a failure in which its message is looked for. */
const mostSearched = 16_384

/** A text of a test suite without colours and control characters. pytest writes the start of a colour as text. */
export function plain(text: string): string {
  return stripVTControlCharacters(text.replaceAll('#x1B[', '\u001B['))
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}|[\uFFFE\uFFFF]/gu, '')
}

/** The name of a test in one line: the names of its suites before its own. */
export function nameOf(...parts: readonly string[]): string {
  return cut(hideSecrets(plain(parts.join(' > ')).replaceAll(/\s+/g, ' '), ''))
}

const cut = (text: string): string => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)

/** The message of a failure without its stack, its secrets and the requests that a fixture adds, cut where it is long; null for none. */
export function messageOf(failure: string): string | null {
  const [message = ''] = plain(failure.slice(0, mostSearched)).split(
    /^[ \t]{0,40}(?:at |❯ |cloudsec-fake requests \(sandbox )/m,
  )
  const shown = hideSecrets(message, '')
    .replaceAll(/\bBearer [^\s"'&<]+/g, 'Bearer [redacted]')
    .trim()
  return shown === '' ? null : cut(shown)
}

/** True for the name of a file rather than that of a class. */
export function isPath(name: string): boolean {
  return /\.(?:[cm]?[jt]sx?|py|java|kts?|groovy|scala)$/.test(name)
}

/** A path as people write it from a folder; unchanged if it is elsewhere. */
export function within(root: string, path: string): string {
  const below = relative(root, path)
  return isAbsolute(path) && !below.startsWith('..') ? below.replaceAll('\\', '/') : path
}
