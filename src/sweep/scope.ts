import type { RunEnd } from './run.ts'

/** The sandbox of one test; undefined for all sandboxes of a suite. */
export type Scope = string | undefined

/** The form of the names that the test fixtures of this package give sandboxes: that of a test, and eight digits of a hash. */
const ofOneTest = /^(.+)-[\da-f]{8}$/

export const isOfOneTest = (sandbox: string): boolean => ofOneTest.test(sandbox)

/** From here on, a name may have only the beginning of that of its test. */
const longestName = 46

/** True if a test has a sandbox of its own. @param test its name, after those of its file and suites */
export function isOf(sandbox: Scope, test: string): boolean {
  const [, name = ''] = ofOneTest.exec(sandbox ?? '') ?? []
  const words = `-${test.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}`.replace(/-$/, '')
  return name !== '' && (name.length < longestName ? words.endsWith(`-${name}`) : words.includes(`-${name}`))
}

/** The part of a run that happened in the sandbox of a test. */
export function partOf<Run extends RunEnd>(run: Run, scope: string): Run {
  const isIn = ({ sandbox }: { readonly sandbox: string }): boolean => sandbox === scope
  const failed = (run.tests?.failed ?? []).filter(({ name }) => isOf(scope, name))
  const passed = failed.length > 0 ? {} : ({ outcome: 'passed', exitCode: 0, tail: '' } as const)
  return {
    ...run,
    ...passed,
    tests: run.tests && { ...run.tests, failed },
    trace: { ...run.trace, entries: run.trace.entries.filter(isIn) },
    verdicts: run.verdicts.filter(isIn),
  }
}
