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

/** A line of a stack: the path in brackets, after `at` or `❯`, or at the beginning of the line as pytest writes it. */
const frame =
  /(?:\(|^[ \t]{0,40}(?:at (?:async )?|❯ (?:[^\s/]+ )?)?)(file:\/\/)?((?:[A-Za-z]:)?[^()\n:]{1,300}\.(?:[cm]?[jt]sx?|py|java|kts?|groovy|scala)):(\d+)/gm

const ofLibrary = /(?:^|\/)node_modules\/|\/lib\/python\d|\/site-packages\//

/** The names by which a test is found in a stack. */
interface TestNames {
  /** The file of the test, where the report has it. */
  readonly file: string | undefined
  /** A class, or a file, as far as the report says. */
  readonly others: readonly string[]
}

/** The place of a failure: the first line of its stack that is in the file of the test. */
export function placeOf(failure: string, { file: written, others }: TestNames, root: string): Place {
  const file = written ?? others.find(isPath)
  const names = new Set([file ?? '', ...others].flatMap((name) => (isPath(name) ? stemOf(name) : name.split(/[.$]/))))
  const frames = [...plain(failure.slice(0, mostSearched)).matchAll(frame)]
    .map(([, scheme, path = '', line]) => ({ path: pathOf(path, scheme !== undefined), line: Number(line) }))
    .filter(({ path }) => !ofLibrary.test(within(root, path)))
  const owned = frames.filter(({ path }) => names.has(stemOf(path)))
  // Some runners write the name of the file from a folder of their own.
  const own = owned.find(({ path }) => isAbsolute(path)) ?? owned[0]
  if (own !== undefined) {
    return { file: within(root, isAbsolute(own.path) ? own.path : (file ?? own.path)), line: own.line }
  }
  if (file !== undefined) return { file: within(root, file), line: null }
  // A frame of Java names no folder, so it may be of a library.
  const other = frames.find(({ path }) => path.includes('/') || !/\.(?:java|kts?|groovy|scala)$/.test(path))
  return other === undefined ? { file: null, line: null } : { file: within(root, other.path), line: other.line }
}

/** The path in a line of a stack. @param isUrl true if its characters are encoded */
function pathOf(text: string, isUrl: boolean): string {
  const path = text.replaceAll('\\', '/')
  try {
    return isUrl ? decodeURIComponent(path) : path
  } catch {
    return path
  }
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
