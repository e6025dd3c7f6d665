import { isAbsolute, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { parseXml, XmlElement } from '@rgrove/parse-xml'

import { hideSecrets } from '../lib/secrets.ts'
import type { FailedTest } from './report.ts'

/** The most characters of a text that is read: 32 Mi. */
const mostCharacters = 33_554_432

export interface TestResults {
  readonly total: number
  readonly failed: readonly FailedTest[]
}

/** A test with the suites that it stands in, outermost first. */
interface Case {
  readonly element: XmlElement
  readonly suites: readonly XmlElement[]
}

/**
 * Reads the JUnit XML that test suites wrote.
 * @param texts the files of a report, or what the suite printed
 * @param command whose files are the places of its tests
 * @returns undefined if none of them has such a report: then the exit code decides
 */
export function readTestResults(
  texts: readonly string[],
  command: readonly string[] = [],
  root: string = process.cwd(),
): TestResults | undefined {
  const read = texts.map(casesOf).filter((cases) => cases !== undefined)
  if (read.length === 0) return undefined
  const cases = read.flat()
  const files = command.filter((word) => /\w\.\w+$/.test(word))
  return { total: cases.length, failed: cases.flatMap((one) => failureOf(one, files, root)) }
}

/** The tests of the reports in a text. What stands between two of them may break the XML. */
function casesOf(text: string): readonly Case[] | undefined {
  if (text.length > mostCharacters) return undefined
  const whole = casesIn(text)
  if (whole !== undefined) return whole
  const parts = text.split('<?xml').flatMap((part) => casesIn(part) ?? [])
  return parts.length === 0 ? undefined : parts
}

/** The tests of all reports in a text, whatever stands before, between and after them; undefined if there is none. */
function casesIn(text: string): readonly Case[] | undefined {
  const start = /<testsuites?[\s/>]/.exec(text)?.index
  const tail = text.lastIndexOf('</testsuite')
  const end = text.indexOf('>', tail === -1 ? start : tail)
  if (start === undefined || end === -1) return undefined
  const reports = text.slice(start, end + 1).replaceAll(/<\?xml[^>]*>/g, '')
  try {
    // Runners write control characters of messages as they are, or by their numbers, which XML forbids.
    const xml = plain(reports.replaceAll(/&#(\d+|x[\da-f]+);/gi, withoutControl))
    const { root } = parseXml(`<reports>${xml}</reports>`, { ignoreUndefinedEntities: true })
    return root === null ? undefined : casesBelow(root, [])
  } catch {
    return undefined
  }
}

function withoutControl(reference: string, digits: string): string {
  const code = Number(/^x/i.test(digits) ? `0${digits}` : digits)
  return code < 32 && ![9, 10, 13].includes(code) ? String.fromCharCode(code) : reference
}

/** A text without colours and control characters. pytest writes the start of a colour as text. */
function plain(text: string): string {
  return stripVTControlCharacters(text.replaceAll('#x1B[', '\u001B['))
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}|[\uFFFE\uFFFF]/gu, '')
}

function casesBelow(element: XmlElement, suites: readonly XmlElement[]): readonly Case[] {
  if (element.name === 'testcase') return [{ element, suites }]
  const within = element.name === 'testsuite' ? [...suites, element] : suites
  return elementsIn(element).flatMap((child) => casesBelow(child, within))
}

const elementsIn = ({ children }: XmlElement): readonly XmlElement[] =>
  children.filter((child) => child instanceof XmlElement)

function failureOf({ element, suites }: Case, files: readonly string[], root: string): readonly FailedTest[] {
  const failure = elementsIn(element).find(({ name }) => name === 'failure' || name === 'error')
  if (failure === undefined) return []
  const { name: written = '', classname = '', line } = element.attributes
  const [file] = [element, ...suites.toReversed()].flatMap(({ attributes }) => attributes['file'] ?? [])
  const path = file ?? (isPath(classname) ? classname : undefined)
  const frame = frameIn(failure.text.slice(0, mostSearched), files)
  const names = namesOf(within(root, written), classname, suites).join(' > ')
  return [
    {
      name: shown(names.replaceAll(/\s+/g, ' ')),
      ...(frame ?? {
        file: path === undefined ? null : within(root, path),
        line: /^\d+$/.test(line ?? '') ? Number(line) : null,
      }),
      message: messageOf(failure),
    },
  ]
}

/** The first place of a stack that is in one of some files. */
function frameIn(text: string, files: readonly string[]): Pick<FailedTest, 'file' | 'line'> | undefined {
  for (const [, path = '', line] of text.matchAll(/(?:file:\/\/|\b|(?=\/))([\w./@-]+\.\w+)(?:"?, line |:)(\d+)/g)) {
    const file = files.find((one) => path === one || path.endsWith(`/${one}`) || one.endsWith(`/${path}`))
    if (file !== undefined) return { file, line: Number(line) }
  }
  return undefined
}

/** The names of the suites of a test, and its own. Runners differ in where they write the names of the suites. */
function namesOf(name: string, classname: string, suites: readonly XmlElement[]): readonly string[] {
  if (name === '') return [classname]
  // node:test writes this class for each test.
  if (classname === 'test') return [...suites.flatMap(({ attributes }) => attributes['name'] ?? []), name]
  const isSaid = isPath(classname) || name.startsWith(classname) || name.endsWith(classname)
  return isSaid ? [name] : [classname, name]
}

/** True for a class that is a file: Vitest and Playwright write it so. */
const isPath = (classname: string): boolean => /\.[cm]?[jt]sx?$/.test(classname)

/** The begin of a stack, of the fields of an error, or of the requests that a fixture adds. */
const stack = /^[ \t]{0,40}(?:at |❯ |cloudsec-fake requests \(sandbox )|\] \{\n {2}code:/m

/** The most characters of a failure that its message is looked for in. */
const mostSearched = 16_384

/** The message of a failure without its stack; null for none. */
function messageOf({ attributes, text }: XmlElement): string | null {
  const message = (attributes['message'] ?? '').slice(0, mostSearched)
  const lines = text
    .trimStart()
    .slice(0, mostSearched)
    .replace(/^\[?[\w.$]+(?: \[\w+\])?: /, '')
  const [first = ''] = lines.split('\n')
  // Where the text begins with the message, it has all of its lines.
  const isWhole = message === '' || (first !== '' && message.startsWith(first))
  const [whole = ''] = (isWhole ? lines : message).split(stack)
  return whole.trim() === '' ? null : shown(whole.trim())
}

const [mostBegin, mostEnd] = [300, 200]

/** A text without its secrets. A long one has its begin and its end. */
function shown(text: string): string {
  const safe = hideSecrets(text, '').replaceAll(/\bBearer [^\s"'&<]+/g, 'Bearer [redacted]')
  return safe.length > mostBegin + mostEnd ? `${safe.slice(0, mostBegin)}…${safe.slice(-mostEnd)}` : safe
}

/** A path as people write it from a folder; unchanged if it is elsewhere. */
function within(root: string, path: string): string {
  const below = relative(root, path)
  return isAbsolute(path) && !below.startsWith('..') ? below.replaceAll('\\', '/') : path
}
