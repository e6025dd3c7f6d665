import { basename, extname, isAbsolute, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { hideSecrets } from '../lib/secrets.ts'

/** The most characters of a name or a message that are shown. */
const mostShown = 500

/** The most characters of a failure in which its place is looked for. */
const mostSearched = 16_384

/** The place of a test. */
export interface Place {
  readonly file: string | null
  readonly line: number | null
}

/** A text of a test suite without colours and control characters. pytest writes the start of a colour as text. */
export function plain(text: string): string {
  return stripVTControlCharacters(text.replaceAll('#x1B[', '\u001B['))
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu, '')
}

/** The name of a test in one line: the names of its suites before its own. */
export function nameOf(...parts: readonly string[]): string {
  return cut(hideSecrets(plain(parts.join(' > ')).replaceAll(/\s+/g, ' '), ''))
}

const cut = (text: string): string => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)

/** The message of a failure without its stack and its secrets, cut where it is long; null for none. */
export function messageOf(failure: string): string | null {
  const [message = ''] = plain(failure.slice(0, mostSearched)).split(/^[ \t]{0,40}(?:at |❯ )/m)
  const shown = hideSecrets(message, '')
    .replaceAll(/\bBearer [^\s"'&<]+/g, 'Bearer [redacted]')
    .trim()
  return shown === '' ? null : cut(shown)
}

/** A line of a stack: the path in brackets, after `at` or `❯`, or at the beginning of the line as pytest writes it. */
const frame =
  /(?:\(|^[ \t]{0,40}(?:at (?:async )?|❯ (?:[^\s/]+ )?)?)(?:file:\/\/)?((?:[A-Za-z]:)?[^()\n:]{1,300}\.(?:[cm]?[jt]sx?|py|java|kts?|groovy|scala)):(\d+)/gm

const ofLibrary = /(?:^|\/)node_modules\/|\/lib\/python\d|\/site-packages\//

/**
 * The place of a failure: the first line of its stack that is in the file of the test.
 * @param hints names of the file of the test, and of its class
 */
export function placeOf(failure: string, hints: readonly string[], root: string): Place {
  const file = hints.find(isPath)
  const names = new Set(hints.flatMap((hint) => (isPath(hint) ? stemOf(hint) : hint.split(/[.$]/))))
  const frames = [...plain(failure.slice(0, mostSearched)).matchAll(frame)]
    .map(([, path = '', line]) => ({ path: path.replaceAll('\\', '/'), line: Number(line) }))
    .filter(({ path }) => !ofLibrary.test(path))
  const own = frames.find(({ path }) => names.has(stemOf(path)))
  if (own !== undefined) return { file: within(root, file ?? own.path), line: own.line }
  if (file !== undefined) return { file: within(root, file), line: null }
  // A frame of Java names no folder, so it may be of a library.
  const other = frames.find(({ path }) => path.includes('/') || !/\.(?:java|kts?|groovy|scala)$/.test(path))
  return other === undefined ? { file: null, line: null } : { file: within(root, other.path), line: other.line }
}

/** True for the name of a file rather than that of a class. */
export function isPath(name: string): boolean {
  return /\.(?:[cm]?[jt]sx?|py|java|kts?|groovy|scala)$/.test(name)
}

const stemOf = (path: string): string => basename(path, extname(path))

/** A path as people write it from a folder; unchanged if it is elsewhere. */
export function within(root: string, path: string): string {
  const below = relative(root, path)
  return isAbsolute(path) && !below.startsWith('..') ? below.replaceAll('\\', '/') : path
}
