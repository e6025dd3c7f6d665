import { readFileSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { missedBy } from './coverage.ts'
import { linesOf, type Step } from './recorder.ts'
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
    const lines = linesOf(steps)
    const differing = lines.flatMap((line, i) =>
      line === recorded[i] ? [] : [`step ${i + 1}\nnow ${line}\nwas ${recorded[i]}`],
    )
    expect(differing.slice(0, 5).join('\n'), `${differing.length} of ${lines.length} steps differ`).toBe('')
    expect(lines).toHaveLength(recorded.length)
  })

  it('reaches every route, scenario, option and status', () => {
    expect(missedBy(steps)).toEqual({
      controlRoutes: [],
      scenariosOn: [],
      scenariosByHeader: [],
      options: [],
      answers: [],
    })
  })
})
