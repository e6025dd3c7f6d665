import { readFileSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { missedBy } from './coverage.ts'
import { differences } from './lines.ts'
import type { Step } from './recorder.ts'
import { runSession } from './session.ts'

const recorded = readFileSync(new URL('answers.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

describe('the recorded session', () => {
  let steps: readonly Step[] = []
  beforeAll(async () => {
    steps = await runSession()
  })

  it('gets the answers that were recorded', () => {
    const found = differences(steps, recorded)
    const advice = 'To compare whole answers, run test/recorded/record.ts FOLDER before and after the change.'
    expect(found.slice(0, 5).join('\n'), `${found.length} of ${steps.length} steps differ. ${advice}`).toBe('')
  })

  it('reaches every route, scenario, option and status', () => {
    expect(missedBy(steps)).toEqual({ controlRoutes: [], scenarios: [], options: [], answers: [] })
  })
})
