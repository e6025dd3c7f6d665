import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'

import { isJsonObject } from '../../../../src/core/lib/merge-patch.ts'
import type { SweepReport } from '../../../../src/tools/sweep/to-report.ts'
import { command } from '../../../support/command.ts'

/** The helpers of every suite: a client that tries again `tries` times, and the number of the run. */
const helpers = `
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
const { CLOUDSEC_BASE_URL: base, CLOUDSEC_API_KEY: key, CLOUDSEC_CONTROL_URL: control } = process.env
const here = import.meta.dirname
appendFileSync(join(here, 'runs'), 'x')
const runs = readFileSync(join(here, 'runs'), 'utf8').length
const fail = (why) => { console.error(why); process.exit(1) }
const api = async (path, init = {}) => {
  const headers = { Authorization: 'Bearer ' + key, 'Content-Type': 'application/json' }
  const response = await fetch(base + path, { headers, ...init })
  return { status: response.status, ...(await response.json()).valueOf(), code: response.status }
}
const sure = async (path) => {
  for (let i = 0; i < 3; i++) {
    const answer = await api(path).catch(() => undefined)
    if (answer?.status === 'success') return answer
  }
  return fail('gave up ' + path)
}
`

const report = z.custom<SweepReport>(isJsonObject)

/** A suite: a script of Node in a folder of its own, and sweeps of it. */
export function suiteOf(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sweep-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'suite.mjs')
  writeFileSync(file, helpers + script)
  const words = (...flags: readonly string[]): readonly string[] => ['sweep', ...flags]
  const line = [process.execPath, file]
  const run = async (...flags: readonly string[]) => await command([...words(...flags), '--', ...line])
  return {
    folder,
    file,
    words,
    /** Runs a sweep. */
    run,
    /** Runs a sweep, and reads its report. */
    sweep: async (...flags: readonly string[]) => {
      const { code, out, err } = await run('--format', 'json', ...flags)
      if (out === '') throw new Error(err)
      const { findings, ...rest } = report.parse(JSON.parse(out))
      return { code, err, ...rest, findings, broken: findings.map(({ id }) => id) }
    },
    /** How often the script was run. */
    runs: () => readFileSync(join(folder, 'runs'), 'utf8').length,
  }
}
