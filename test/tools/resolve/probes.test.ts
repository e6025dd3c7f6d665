import fc from 'fast-check'
import { expect, it } from 'vitest'

import { type AssumptionId, assumptionIds, type Profile, register } from '../../../src/core/assumptions/register.ts'
import { runProbes } from '../../../src/tools/resolve/run-probes.ts'
import { describeFake } from '../../support/fake.ts'
import { hidingOf, probingOf, startProbeReceiver } from '../../support/probing.ts'
import { profiles } from '../../support/resolving.ts'

/** A moment that is neither midnight nor on the hour. */
const clock = '2026-07-01T12:17:05Z'

/** Every row with each of its options; a row of whole numbers with some. */
const options: readonly (readonly [AssumptionId, string | number])[] = assumptionIds.flatMap((id) => {
  const row = register[id]
  const choices = row.options === 'whole_number' ? [300, 5000, 12_345] : Object.keys(row.options)
  return choices.map((choice) => [id, choice] as const)
})

/** Settings that make the options of a row differ, or let them be found in few requests. */
const optionsOf: Readonly<Record<string, { readonly quota?: number }>> = { checkOrder: { quota: 500 } }

describeFake('the probe of each row', (open) => {
  it.each(options)('%s: finds %s', async (id, option) => {
    const client = await open({ clock, ...optionsOf[id], assume: { [id]: option } })
    const failed = await client.sandbox.assessments.create({ status: 'failed' })
    const receiver = id.startsWith('webhook') || id === 'notifyOn' ? await startProbeReceiver() : undefined
    const findings = await runProbes(probingOf(client, { receiver, failedAssessment: failed.id }), [id])
    expect(findings.get(id)).toMatchObject({ option })
  })
})

describeFake('all probes', (open, way) => {
  it('find a profile of which nothing is known, but for the rows that it hides', async () => {
    const check = async (profile: Profile): Promise<void> => {
      const client = await open({ clock, assume: profile })
      const failed = await client.sandbox.assessments.create({ status: 'failed' })
      const receiver = await startProbeReceiver()
      const findings = await runProbes(probingOf(client, { receiver, failedAssessment: failed.id }))
      expect(findings.size).toBe(assumptionIds.length)
      for (const id of assumptionIds) {
        const finding = findings.get(id)
        const hiding = hidingOf(id, profile)
        const expected = hiding === undefined ? { option: profile[id] } : { option: undefined }
        expect({ id, hiding, ...finding }).toMatchObject({ id, ...expected })
      }
    }
    await fc.assert(fc.asyncProperty(profiles, check), { numRuns: way === 'in process' ? 25 : 4 })
  })
})
