import { readJsonResults } from './json-results.ts'
import { readJunitResults } from './junit-results.ts'
import type { FailedTest } from './report.ts'

export interface TestResults {
  readonly total: number
  readonly failed: readonly FailedTest[]
}

/** The most characters of a text that is read: 32 Mi. */
const mostCharacters = 33_554_432

/** The most failed tests with a message. */
const mostMessages = 20

/**
 * Reads reports that test suites wrote: JUnit XML, and the JSON of Vitest and Jest.
 * @param texts the files of a report, or what the suite printed
 * @param root the folder that paths of tests are relative to (the current one)
 * @returns undefined if none of them is such a report: then the exit code decides
 */
export function readTestResults(texts: readonly string[], root: string = process.cwd()): TestResults | undefined {
  const read = texts
    .filter(({ length }) => length <= mostCharacters)
    .flatMap((text) => readJsonResults(text, root) ?? readJunitResults(text, root) ?? [])
  if (read.length === 0) return undefined
  return {
    total: read.reduce((sum, { total }) => sum + total, 0),
    failed: read
      .flatMap(({ failed }) => failed)
      .map((test, i) => (i < mostMessages ? test : { ...test, message: null })),
  }
}
