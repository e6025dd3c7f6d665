import { isAbsolute, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { parseXml, XmlElement } from '@rgrove/parse-xml'

import { printable } from './text.ts'

/** The most characters of a report, and of a failure that its message is looked for in. */
const [maxCharacters, maxSearched] = [33_554_432, 16_384]

export type FailedTest = NonNullable<ReturnType<typeof readTestResults>>['failed'][number]

/** Reads the JUnit XML in files or in what a suite printed; undefined if there is none. */
export function readTestResults(texts: readonly string[], root = process.cwd()) {
  // What stands between two reports may break the XML.
  const parts = texts.flatMap((text) => text.split(/<\?xml[^>]{0,200}>(?=\s{0,9}<testsuites?[\s/>])/))
  const reports = parts.flatMap((part) => parseReports(part) ?? [])
  if (reports.length === 0) return undefined
  const cases = reports.flatMap(casesIn)
  return { total: cases.length, failed: cases.flatMap((one) => failureOf(one, root)) }
}

/** The element around all reports in a text, whatever stands before and after them; undefined if there is none. */
function parseReports(text: string): XmlElement | undefined {
  const start = /<testsuites?[\s/>]/.exec(text)?.index
  const tail = text.lastIndexOf('</testsuite')
  const end = text.indexOf('>', tail === -1 ? start : tail)
  if (start === undefined || end === -1 || text.length > maxCharacters) return undefined
  try {
    const xml = plain(text.slice(start, end + 1))
    return parseXml(`<reports>${xml}</reports>`, { ignoreUndefinedEntities: true }).root ?? undefined
  } catch {
    return undefined
  }
}

/** What XML forbids. Runners write control characters of messages as they are, or by their numbers. */
const forbidden =
  /&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:[0-8bcef]|1[\da-f]));|[^\P{Cc}\n\t]|\p{Cs}|[\uFFFE\uFFFF]/giu

/** A text without colours, which pytest writes as text, and control characters. */
const plain = (text: string): string =>
  stripVTControlCharacters(text.replaceAll(/&#27;|&?#x1B;?/gi, '\u001B')).replaceAll(forbidden, '')

const elementsIn = ({ children }: XmlElement): readonly XmlElement[] =>
  children.filter((child) => child instanceof XmlElement)

const casesIn = (element: XmlElement): readonly XmlElement[] =>
  element.name === 'testcase' ? [element] : elementsIn(element).flatMap(casesIn)

function failureOf(test: XmlElement, root: string) {
  const failure = elementsIn(test).find(({ name }) => name === 'failure' || name === 'error')
  if (failure === undefined) return []
  const text = failure.text.trimStart().slice(0, maxSearched)
  const message = (failure.attributes['message'] ?? '').slice(0, maxSearched)
  const { name = '', classname = '', line } = test.attributes
  const around = attributesAround(test)
  // Vitest and Playwright write a file as the class.
  const isPath = /\.[cm]?[jt]sx?$/.test(classname)
  const [file = isPath ? classname : undefined] = around.flatMap((some) => some['file'] ?? [])
  const suites = around.slice(1).flatMap((some) => some['name'] ?? [])
  return [
    {
      name: printable(fullName(within(root, name), isPath ? '' : classname, suites.toReversed())),
      /** Such as `client.test.ts:14`, where the report has it. */
      place: file === undefined ? null : within(root, file) + (line === undefined ? '' : `:${line}`),
      message: messageOf(message, text),
    },
  ]
}

/** The name of a test after its class or its suites, unless it has them itself. */
function fullName(name: string, classname: string, suites: readonly string[]): string {
  const isIn = name.startsWith(classname) || name.endsWith(classname)
  // node:test writes this class for each test.
  const parts = [...(classname === 'test' ? suites : isIn ? [] : [classname]), name]
  return parts.filter(Boolean).join(' > ').replaceAll(/\s+/g, ' ')
}

/** The attributes of an element, and of each around it. */
const attributesAround = ({ attributes, parent }: XmlElement): readonly XmlElement['attributes'][] =>
  parent instanceof XmlElement ? [attributes, ...attributesAround(parent)] : [attributes]

/** The begin of a stack, of the fields of an error, or of the requests that a fixture adds. */
const stack = /^[ \t]{0,40}(?:at |❯ |cloudsec-fake requests \(sandbox )|\] \{\n {2}code:/m

/** The message of a failure without its stack; null for none. */
function messageOf(message: string, text: string): string | null {
  const body = text.replace(/^\[?[\w.$]+(?: \[\w+\])?: /, '')
  const [first = ''] = body.split('\n')
  // Where the text begins with the message, it has all of its lines.
  const isWhole = message === '' || (first !== '' && message.startsWith(first))
  const [whole = ''] = (isWhole ? body : message).split(stack)
  return printable(whole.trim()) || null
}

/** A path as people write it from a folder; unchanged if it is elsewhere. */
function within(root: string, path: string): string {
  const below = relative(root, path)
  return isAbsolute(path) && !below.startsWith('..') ? below.replaceAll('\\', '/') : path
}
