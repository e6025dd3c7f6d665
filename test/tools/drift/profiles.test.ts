import { expect, it } from 'vitest'

import { driftOf } from '../../support/drifting.ts'
import { profileOf } from '../../support/resolving.ts'

/** Profiles that are drawn: with DRIFT=all, more than a run of all tests has time for. */
const drawn = process.env['DRIFT'] === 'all' ? 100 : 6

it.each(Array.from({ length: drawn }, (_, i) => 500 + i))(
  'a service that differs by options of the register alone has not drifted, profile %i',
  async (seed) => {
    const { findings, answers, stopped } = await driftOf(profileOf(seed))
    expect({ findings, stopped }).toEqual({ findings: [], stopped: undefined })
    expect(answers.length).toBeGreaterThan(60)
  },
)
