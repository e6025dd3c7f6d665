import { memoize } from '../../core/lib/lazily.ts'
import type { RunEnd } from './run.ts'

/** The sandbox of one test; undefined for all sandboxes of a suite. */
export type Scope = string | undefined

/** The names that the test fixtures of this package give sandboxes: the name of the test, and eight digits of a hash. */
const ofOneTest = /^(.+)-[\da-f]{8}$/

export const isOfOneTest = (sandbox: string): boolean => ofOneTest.test(sandbox)

/** Longer names may be truncated. */
const longestName = 46

/** The sandboxes that may belong to a test, by its name. */
export type OwnersOf = (test: string) => readonly string[]

/** Finds the sandboxes of the tests of a run: the sandboxes that match most of its name, which follows the names of its file and suites. */
export function ownersIn({ trace }: RunEnd): OwnersOf {
  const named = [...new Set(trace.entries.map(({ sandbox }) => sandbox))].flatMap((sandbox) => {
    const [, name] = ofOneTest.exec(sandbox) ?? []
    return name === undefined ? [] : [{ sandbox, name }]
  })
  return memoize((test) => {
    const words = `-${test.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}`.replace(/-$/, '')
    const owners = named.filter(({ name }) =>
      name.length < longestName ? words.endsWith(`-${name}`) : words.includes(`-${name}`),
    )
    const most = Math.max(...owners.map(({ name }) => name.length))
    return owners.filter(({ name }) => name.length === most).map(({ sandbox }) => sandbox)
  })
}

/** The part of a run that happened in the sandbox of a test. */
export function partOf<Run extends RunEnd>(run: Run, scope: string, ownersOf: OwnersOf): Run {
  const isIn = ({ sandbox }: { readonly sandbox: string }): boolean => sandbox === scope
  const failed = (run.tests?.failed ?? []).filter(({ name }) => ownersOf(name).includes(scope))
  const passed = failed.length > 0 ? {} : ({ outcome: 'passed', exitCode: 0, tail: '' } as const)
  return {
    ...run,
    ...passed,
    tests: run.tests && { ...run.tests, failed },
    trace: { ...run.trace, entries: run.trace.entries.filter(isIn) },
    verdicts: run.verdicts.filter(isIn),
  }
}
