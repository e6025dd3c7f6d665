import { fileURLToPath } from 'node:url'

import { beforeAll, describe, expect, it } from 'vitest'

import { builtPackage } from './support/built.ts'
import { type Ran, run } from './support/consumer.ts'
import { versionOf } from './support/version-of.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const python = versionOf('python3', '--version', /Python 3\.(\d+)/)
const java = versionOf('java', '-version', /version "(\d+)/)

let program: string
beforeAll(async () => {
  program = (await builtPackage()).main
})

/** Runs a program by `cloudsec-fake exec`. @param flags of `exec` */
function runAgainst(flags: readonly string[], command: string, args: readonly string[]): Promise<Ran> {
  const line = [program, 'exec', '--log-level', 'error', ...flags, '--', command, ...args]
  return run(process.execPath, line, root, { PYTHONDONTWRITEBYTECODE: '1' })
}

const unittest = ['python3', ['-m', 'unittest', 'discover', '-s', 'examples/python']] as const
/** It runs for a moment: compiling it for speed would take longer. */
const main = ['java', ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', 'examples/java/Main.java']] as const

describe('the examples', () => {
  it.skipIf(python < 9)('in Python (needs python3, 3.9 or later)', async () => {
    const { code, err } = await runAgainst([], ...unittest)
    expect(err).toMatch(/^Ran 6 tests in [^]*\nOK\n$/m)
    expect(code).toBe(0)
  })

  it.skipIf(python < 9)('in Python list the requests of a test that fails', async () => {
    const { code, err } = await runAgainst(['--scenario', 'internal-error'], ...unittest)
    expect(code).toBe(1)
    expect(err).toContain('FAILED (failures=1, errors=5)')
    expect(err).toContain("requests:\nGET /v1/cloud/resources?limit=50 500 internal_error ['internal-error[0]']\n")
  })

  it.skipIf(java < 17)('in Java (needs java, 17 or later)', async () => {
    const { code, out } = await runAgainst([], ...main)
    expect(out).toMatch(/^5 passed, 0 failed$/m)
    expect(code).toBe(0)
  })

  it.skipIf(java < 17)('in Java list the requests of a check that fails', async () => {
    const { code, out } = await runAgainst(['--scenario', 'internal-error'], ...main)
    expect(code).toBe(1)
    expect(out).toMatch(/^0 passed, 5 failed$/m)
    expect(out).toMatch(/failed: outlives an outage: .*\n {2}requests: \{"items":\[\{"id":"\d+-1"/)
  })
})
