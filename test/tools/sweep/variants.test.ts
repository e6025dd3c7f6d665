import { describe, expect, it } from 'vitest'

import { defaultProfile } from '../../../src/core/assumptions/profile.ts'
import { assumptionIds } from '../../../src/core/assumptions/register.ts'
import { faultNames } from '../../../src/core/faults/table.ts'
import { sweepFaults } from '../../../src/tools/sweep/faults.ts'
import { layersOf, rowVariants } from '../../../src/tools/sweep/variants.ts'

describe('the layers of all options', () => {
  const variants = rowVariants(new Set(assumptionIds), defaultProfile, { only: [], except: [] })
  const layers = layersOf(variants).map((layer) => layer.map(({ id }) => id))
  const layerOf = (id: string): number => layers.findIndex((layer) => layer.includes(id))

  it('are few, and have each option once', () => {
    expect(layers.flat().toSorted()).toEqual(variants.map(({ id }) => id).toSorted())
    expect(layers.length).toBeLessThanOrEqual(4)
  })

  it.each([
    ['pendingRead=not_found', 'assessmentStates=pending_in_progress_completed'],
    ['jobRecord=minimal', 'jobListItem=minimal'],
    ['errorStatus=hidden', 'errorStatus=unprocessable'],
  ])('have %s apart from %s', (one, other) => {
    expect(layerOf(one)).not.toBe(layerOf(other))
  })
})

it('each network fault is one of a sweep', () => {
  expect(sweepFaults.map(({ id }) => id)).toEqual(expect.arrayContaining([...faultNames]))
})
