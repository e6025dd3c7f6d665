// Sweeps the examples with the built program, and prints what they depend on: `npm run sweep:examples`.
// Findings do not count as failure: the tests of the examples assert exact waits, which a fault changes.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { versionOf } from '../test/support/version-of.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The maximum number of runs of each example, which take seconds each. BUDGET overrides it. */
const budget = process.env['BUDGET'] ?? '6'

/** The exit codes of a completed sweep, also with findings or omissions. */
const completedCodes: ReadonlySet<number | null> = new Set([0, 3, 4])

const vitest = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', 'examples/typescript', '--reporter=junit']
const unittest = ['python3', '-B', '-m', 'unittest', 'discover', '-s', 'examples/python']
const java = ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', 'examples/java/Main.java']

const commands = [
  vitest,
  ...(versionOf('python3', '--version', /Python 3\.(\d+)/) >= 9 ? [unittest] : []),
  ...(versionOf('java', '-version', /version "(\d+)/) >= 17 ? [java] : []),
]

/** The examples wait by the wall clock, which a busy machine disturbs: an example fails after three attempts. */
const attempts = process.env['CLOUDSEC_SYSTEM'] === 'required' ? 3 : 1

function sweeps(command: readonly string[]): boolean {
  const line = ['dist/cli/main.cjs', 'sweep', '--budget', budget, '--', ...command]
  return completedCodes.has(spawnSync(process.execPath, line, { cwd: root, stdio: 'inherit' }).status)
}

for (const command of commands) {
  if (!Array.from({ length: attempts }).some(() => sweeps(command))) process.exitCode = 1
}
