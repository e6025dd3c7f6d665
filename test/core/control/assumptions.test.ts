import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { assumptionIds } from '../../../src/core/assumptions/register.ts'
import { connect } from '../../../src/index.ts'
import { answers, assessmentBody, noon } from '../../support/answers.ts'
import { command, withEnv } from '../../support/command.ts'
import { describeFake, read, readError } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'

describeFake('assumptions at run time', (open, way) => {
  it('are all rows of the register, in its order', async () => {
    const { sandbox } = await open()
    const rows = await sandbox.assumptions.list()
    expect(rows.map(({ id }) => id)).toEqual(assumptionIds)
    for (const { id, choice, default: usual, options } of rows) {
      expect(choice, id).toBe(usual)
      expect(options.length, id).toBeGreaterThan(0)
    }
    expect(rows.find(({ id }) => id === 'rateQuota')).toMatchObject({ options: ['whole_number'], choice: 5000 })
  })

  it('decide answers from the next request on, only in one sandbox, until it is reset', async () => {
    const client = await open({ clock: noon })
    const one = client.at('one')
    await one.sandbox.assumptions.set({ limitAboveMax: 'clamp', assessmentCreateStatus: '202', rateQuota: 7 })
    const list = await one.get('/cloud/resources?limit=500')
    expect(read(list, 200, answers.resources).pagination.items_per_page).toBe(100)
    expect(list.headers.get('x-rate-limit-limit')).toBe('7')
    read(await one.post('/security/assessments', assessmentBody), 202, answers.creation)
    readError(await client.get('/cloud/resources?limit=500'), 400, 'invalid_request')
    await one.sandbox.reset()
    readError(await one.get('/cloud/resources?limit=500'), 400, 'invalid_request')
  })

  it('are beaten by those of a scenario that is on, and hold again when it is off', async () => {
    const { sandbox, get } = await open()
    const size = async () =>
      read(await get('/cloud/resources?limit=500'), 200, answers.resources).pagination.items_per_page
    await sandbox.assumptions.set({ limitAboveMax: 'clamp' })
    await sandbox.scenarios.define({ name: 'strict', assume: { limitAboveMax: 'reject' } })
    readError(await get('/cloud/resources?limit=500'), 400, 'invalid_request')
    await sandbox.assumptions.set({ limitAboveMax: 'clamp' })
    readError(await get('/cloud/resources?limit=500'), 400, 'invalid_request')
    await sandbox.scenarios.off('strict')
    expect(await size()).toBe(100)
  })

  it.each([
    [
      { limitAboveMax: 'clamp', limitAbovMax: 'clamp' },
      'assumption "limitAbovMax" is not in the register. Did you mean limitAboveMax?',
    ],
    [
      { limitAboveMax: 'clamp', listOrder: 'random' },
      'assumption listOrder: expected one of newest_first, oldest_first, by_id, got "random"',
    ],
    [{ limitAboveMax: 'clamp', rateQuota: 0 }, 'assumption rateQuota: expected a whole number of at least 1, got 0'],
    [{ limitAboveMax: null }, 'limitAboveMax: expected a string, got null'],
  ])('are changed all or none: %j', async (choices, message) => {
    const { sandbox } = await open()
    const before = await sandbox.assumptions.list()
    await expect(sandbox.assumptions.set(Object.fromEntries(Object.entries(choices)))).rejects.toThrow(message)
    expect(await sandbox.assumptions.list()).toEqual(before)
  })

  it('are listed, shown and set in a terminal', async () => {
    const { sandbox } = await open()
    if (way === 'in process') return
    const on = (...args: readonly string[]) =>
      command(['assumptions', ...args, '--url', new URL(sandbox.baseUrl).origin])
    expect((await on('set', 'limitAboveMax=clamp', 'listOrder=by_id')).out).toBe(
      'ID             CHOICE  DEFAULT\nlimitAboveMax  clamp   reject\nlistOrder      by_id   newest_first\n',
    )
    const { out } = await on()
    expect(out.trimEnd().split('\n')).toHaveLength(assumptionIds.length + 1)
    expect(out).toMatch(/\nlimitAboveMax +clamp +reject +/)
    expect((await on('show', 'listOrder')).out).toMatch(
      /\noptions +newest_first, oldest_first, by_id\ndefault +newest_first\nchoice +by_id\n/,
    )
    expect((await on('set', 'listOrder')).err).toBe(
      'cloudsec-fake: assumptions set: expected ID=OPTION, got "listOrder"\n',
    )
  })
})

describe('a file of assumptions', () => {
  const chosen = async (...args: readonly string[]) => {
    let assumptions: unknown
    const { code, err } = await command(
      ['start', '--port', '0', '--log-level', 'silent', ...args],
      async ({ baseUrl }) => {
        ;({ assumptions } = await (await connect(baseUrl)).summary())
      },
    )
    return { code, err, assumptions }
  }

  it('is beaten row by row by the flag, and by the variable', async () => {
    const folder = await writeFixtures({
      'assumptions.json': { limitAboveMax: 'clamp', listOrder: 'by_id', tagRepeat: 'any' },
    })
    const file = join(folder, 'assumptions.json')
    await withEnv({ CLOUDSEC_FAKE_ASSUME: 'listOrder=oldest_first,tagRepeat=all' }, async () => {
      expect(await chosen('--assumptions', file, '--assume', 'tagRepeat=any')).toEqual({
        code: 0,
        err: '',
        assumptions: { limitAboveMax: 'clamp', listOrder: 'oldest_first', tagRepeat: 'any' },
      })
    })
  })

  it.each([
    [{ limitAbovMax: 'clamp' }, 'assumption "limitAbovMax" is not in the register. Did you mean limitAboveMax?'],
    [['limitAboveMax'], 'the file: expected an object, got an array'],
  ])('that cannot be used stops the start: %j', async (content, message) => {
    const file = join(await writeFixtures({ 'assumptions.json': content }), 'assumptions.json')
    const { code, err } = await command(['start', '--assumptions', file])
    expect([code, err]).toEqual([2, `cloudsec-fake: ${file}: ${message}\n`])
  })
})
