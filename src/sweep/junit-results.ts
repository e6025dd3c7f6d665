import { parseXml, XmlElement } from '@rgrove/parse-xml'

import { isPath, messageOf, nameOf, plain, within } from './failure-text.ts'
import type { FailedTest } from './report.ts'
import type { TestResults } from './test-results.ts'

/** A test with the suites that it stands in, outermost first. */
interface Case {
  readonly element: XmlElement
  readonly suites: readonly XmlElement[]
}

/** Reads JUnit XML, as a file or inside of what a suite printed. @returns undefined for another text */
export function readJunitResults(text: string, root: string): TestResults | undefined {
  const whole = casesIn(text)
  // Two suites that print their reports one after the other.
  const parts = whole === undefined ? text.split('<?xml').map(casesIn) : [whole]
  const read = parts.filter((part) => part !== undefined)
  if (read.length === 0) return undefined
  const cases = read.flat()
  return { total: cases.length, failed: cases.flatMap((one) => failureOf(one, root)) }
}

/** The tests of the XML in a text; undefined if there is none. */
function casesIn(text: string): readonly Case[] | undefined {
  const start = /<testsuites?[\s/>]/.exec(text)?.index
  const tail = text.lastIndexOf('</testsuite')
  const end = text.indexOf('>', tail === -1 ? start : tail)
  if (start === undefined || end === -1) return undefined
  try {
    // Runners write control characters of messages as they are, which XML forbids.
    const xml = plain(text.slice(start, end + 1).replaceAll(/&#(\d+|x[\da-f]+);/gi, withoutControl))
    const { root } = parseXml(xml, { ignoreUndefinedEntities: true })
    return root === null ? undefined : casesBelow(root, [])
  } catch {
    return undefined
  }
}

/** A reference to a control character, which XML forbids too, as that character. */
function withoutControl(reference: string, digits: string): string {
  const code = Number(/^x/i.test(digits) ? `0${digits}` : digits)
  return code < 32 && ![9, 10, 13].includes(code) ? String.fromCharCode(code) : reference
}

function casesBelow(element: XmlElement, suites: readonly XmlElement[]): readonly Case[] {
  if (element.name === 'testcase') return [{ element, suites }]
  const within = element.name === 'testsuite' ? [...suites, element] : suites
  return elementsIn(element).flatMap((child) => casesBelow(child, within))
}

const elementsIn = ({ children }: XmlElement): readonly XmlElement[] =>
  children.filter((child) => child instanceof XmlElement)

function failureOf({ element, suites }: Case, root: string): readonly FailedTest[] {
  const failure = elementsIn(element).find(({ name }) => name === 'failure' || name === 'error')
  if (failure === undefined) return []
  const { name: written = '', classname = '', line } = element.attributes
  const name = within(root, written)
  const [file] = [element, ...suites.toReversed()].flatMap(({ attributes }) => attributes['file'] ?? [])
  // Vitest writes the file as the class.
  const path = file ?? (isPath(classname) ? classname : undefined)
  return [
    {
      name: nameOf(...partsOf(name, classname, suites)),
      file: path === undefined ? null : within(root, path),
      line: /^\d+$/.test(line ?? '') ? Number(line) : null,
      message: messageIn(failure),
    },
  ]
}

/** The message of a failure. node:test writes the lines of it one after the other in the attribute. */
function messageIn({ attributes, text }: XmlElement): string | null {
  const [, lines] = /^\s*\[?Error \[ERR_TEST_FAILURE\]: ([^]*?)(?:\] \{(?:\n| code:)|$)/.exec(text) ?? []
  return messageOf(lines ?? attributes['message'] ?? '') ?? messageOf(text)
}

/** The names of the suites of a test, and its own. Runners differ in where they write the names of the suites. */
function partsOf(name: string, classname: string, suites: readonly XmlElement[]): readonly string[] {
  if (name === '') return [classname]
  // node:test writes this class for each test.
  if (classname === 'test') return [...suites.flatMap(({ attributes }) => attributes['name'] ?? []), name]
  const isSaid = classname === '' || isPath(classname) || name.startsWith(classname) || name.endsWith(classname)
  return isSaid ? [name] : [classname, name]
}
