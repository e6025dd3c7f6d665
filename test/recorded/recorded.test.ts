import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { linesOf } from './recorder.ts'
import { runSession } from './session.ts'

const recorded = readFileSync(new URL('answers.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

it('the recorded session gets the answers that were recorded', async () => {
  const lines = linesOf(await runSession())
  const differing = lines.flatMap((line, i) =>
    line === recorded[i] ? [] : [`step ${i + 1}\nnow ${line}\nwas ${recorded[i]}`],
  )
  expect(differing.slice(0, 5).join('\n'), `${differing.length} of ${lines.length} steps differ`).toBe('')
  expect(lines).toHaveLength(recorded.length)
})
