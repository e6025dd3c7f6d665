import type { RunEnd } from './run.ts'

/** The sandbox of one test; undefined for all sandboxes of a suite. */
export type Scope = string | undefined

/** The form of the names that the test fixtures of this package give sandboxes: that of a test, and eight digits of a hash. */
const ofOneTest = /^(.+)-[\da-f]{8}$/

export const isOfOneTest = (sandbox: string): boolean => ofOneTest.test(sandbox)

/** From here on, a name may have only the beginning of that of its test. */
const longestName = 46

/** The sandboxes of a run that may be that of a test: those with the most of its name, which stands after those of its file and suites. */
export function sandboxesOf(test: string, { trace }: RunEnd): readonly string[] {
  const words = `-${test.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}`.replace(/-$/, '')
  const nameOf = (sandbox: string): string => ofOneTest.exec(sandbox)?.[1] ?? ''
  const owners = [...new Set(trace.entries.map(({ sandbox }) => sandbox))].filter((sandbox) => {
    const name = nameOf(sandbox)
    if (name === '') return false
    return name.length < longestName ? words.endsWith(`-${name}`) : words.includes(`-${name}`)
  })
  const most = Math.max(...owners.map((sandbox) => nameOf(sandbox).length))
  return owners.filter((sandbox) => nameOf(sandbox).length === most)
}

/** The part of a run that happened in the sandbox of a test. */
export function partOf<Run extends RunEnd>(run: Run, scope: string): Run {
  const isIn = ({ sandbox }: { readonly sandbox: string }): boolean => sandbox === scope
  const failed = (run.tests?.failed ?? []).filter(({ name }) => sandboxesOf(name, run).includes(scope))
  const passed = failed.length > 0 ? {} : ({ outcome: 'passed', exitCode: 0, tail: '' } as const)
  return {
    ...run,
    ...passed,
    tests: run.tests && { ...run.tests, failed },
    trace: { ...run.trace, entries: run.trace.entries.filter(isIn) },
    verdicts: run.verdicts.filter(isIn),
  }
}
