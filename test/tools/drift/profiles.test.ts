import { expect, it } from 'vitest'

import { driftOf, rowsNotShown } from '../../support/drifting.ts'
import { profileOf } from '../../support/resolving.ts'

/** Profiles that are drawn: with DRIFT=all, more than a run of all tests has time for. */
const isWhole = process.env['DRIFT'] === 'all'
const drawn = isWhole ? 100 : 6

it.runIf(isWhole)('knows the rows that documents show', async () => {
  expect(await rowsNotShown()).toEqual([])
})

it.each(Array.from({ length: drawn }, (_, i) => 500 + i))(
  'a service that differs by options of the register alone has not drifted, profile %i',
  async (seed) => {
    const profile = profileOf(seed)
    const { findings, answers, explained, stopped } = await driftOf(profile)
    expect({ findings, stopped }).toEqual({ findings: [], stopped: undefined })
    expect(answers.length).toBeGreaterThan(60)
    // What explains an answer is what the service does.
    expect(profile).toMatchObject(explained)
  },
)
