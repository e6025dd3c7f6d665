import fc from 'fast-check'
import { expect, it } from 'vitest'

import { dateSchema, toExtended } from '../../../src/core/time/date-forms.ts'
import { answers, jobBody } from '../../support/answers.ts'
import { describeFake, read, readError } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { idOf, threeOfEach } from './own-data.ts'
import { idsOf } from './read-list.ts'

const [assessments, jobs] = ['/security/assessments', '/data/analysis/jobs'] as const

const other = [
  ['20260610T120000Z', '2026-06-10T12:00:00Z'],
  ['20260610T1200Z', '2026-06-10T12:00Z'],
  ['20260610T140000.500+0200', '2026-06-10T14:00:00.500+02:00'],
  ['2026-06-10T14:00:00+0200', '2026-06-10T14:00:00+02:00'],
  ['2026-06-10T12:00:00.5-0000', '2026-06-10T12:00:00.5-00:00'],
  ['2026-06-10t12:00:00z', '2026-06-10T12:00:00Z'],
  ['2026-06-10T12:00:00z', '2026-06-10T12:00:00Z'],
  ['2026-06-10T24:00:00Z', '2026-06-11T00:00:00Z'],
  ['2026-12-31T24:00Z', '2027-01-01T00:00Z'],
  ['20240228t240000.0z', '2024-02-29T00:00:00.0Z'],
] as const

/** Texts in no form of ISO 8601 that this is about, or no dates. */
const none = [
  '2026-06-31T24:00:00Z',
  '2026-06-10T24:00:01Z',
  '2026-06-10T25:00:00Z',
  '20260610T1200:00Z',
  '2026-06-10T12:00:00+02',
  '20260610T120000+02:00',
  '2026-0610T120000Z',
  '20260631T000000Z',
  '2026061',
  '2026-W24-3',
  '9999-12-31T24:00:00Z',
]

describeFake('assumptions about the form of dates', (open) => {
  it.each(other)('dateForms: extended and lenient, of %s in a query', async (text, extended) => {
    const fixtures = await writeFixtures(threeOfEach)
    for (const [path, field] of [
      [assessments, 'from_date'],
      [assessments, 'to_date'],
      [jobs, 'created_after'],
    ] as const) {
      const query = (date: string) => `${path}?${field}=${encodeURIComponent(date)}`
      const strict = await open({ fixtures, assume: { dateForms: 'extended' } })
      const details = readError(await strict.get(query(text)), 400, 'invalid_request')
      expect(details).toBe(`${field}: expected the extended form of ISO 8601, as in ${extended}, got "${text}"`)
      const lenient = await open({ fixtures, assume: { dateForms: 'lenient' } })
      expect(await idsOf(lenient, query(text))).toEqual(await idsOf(strict, query(extended)))
    }
  })

  it.each(none)('dateForms: %s is none of both', async (text) => {
    for (const option of ['extended', 'lenient'] as const) {
      const { get } = await open({ assume: { dateForms: option } })
      const details = readError(await get(`${assessments}?to_date=${encodeURIComponent(text)}`), 400, 'invalid_request')
      expect(details).toBe(`to_date: expected an ISO 8601 date or date-time, got "${text}"`)
    }
  })

  it('dateForms: lenient leaves dateOnly and dateWithoutOffset what they decide', async () => {
    const fixtures = await writeFixtures(threeOfEach)
    const strict = await open({ fixtures, assume: { dateForms: 'lenient', dateOnly: 'reject' } })
    const day = readError(await strict.get(`${assessments}?from_date=20260610`), 400, 'invalid_request')
    expect(day).toBe('from_date: expected an ISO 8601 date-time, got "20260610"')
    const local = readError(await strict.get(`${assessments}?from_date=20260610T120000`), 400, 'invalid_request')
    expect(local).toBe('from_date: expected an offset, such as Z or +02:00, got "20260610T120000"')
    const lenient = await open({ fixtures, assume: { dateForms: 'lenient', dateWithoutOffset: 'utc' } })
    expect(await idsOf(lenient, `${assessments}?from_date=20260611`)).toEqual([1].map(idOf))
    expect(await idsOf(lenient, `${assessments}?to_date=20260610`)).toEqual([3, 2].map(idOf))
    expect(await idsOf(lenient, `${assessments}?to_date=20260610t240000`)).toEqual([1, 3, 2].map(idOf))
  })

  const bodyWith = (start_date: string) => ({
    ...jobBody,
    data_source: { ...jobBody.data_source, parameters: { ...jobBody.data_source.parameters, start_date } },
  })

  it.each(other.filter(([text]) => !text.startsWith('2026-12')))(
    'dateForms: extended and lenient, of %s in a body',
    async (text, extended) => {
      const strict = await open({ assume: { dateForms: 'extended' } })
      const details = readError(await strict.post(jobs, bodyWith(text)), 400, 'invalid_request')
      const field = 'data_source.parameters.start_date'
      expect(details).toBe(`${field}: expected the extended form of ISO 8601, as in ${extended}, got "${text}"`)
      const { get, post, sandbox } = await open({ assume: { dateForms: 'lenient' } })
      const { data } = read(await post(jobs, bodyWith(text)), 201, answers.job)
      expect(data.data_source?.parameters?.start_date).toBe(extended)
      await sandbox.assumptions.set({ dateForms: 'extended' })
      await sandbox.snapshot.load(await sandbox.snapshot.save())
      expect(read(await get(`${jobs}/${data.id}`), 200, answers.job).data).toEqual(data)
    },
  )

  it('dateForms: lenient still refuses what bodyDateOffset and dateRange do', async () => {
    const { post } = await open({ assume: { dateForms: 'lenient', bodyDateOffset: 'reject' } })
    const offset = readError(await post(jobs, bodyWith('20260601T020000+0200')), 400, 'invalid_request')
    expect(offset).toMatch(/^data_source\.parameters\.start_date: expected a date-time in UTC \(Z\), got "20260601T/)
    const range = readError(await post(jobs, bodyWith('20260701T000000Z')), 400, 'invalid_request')
    expect(range).toMatch(
      /^data_source\.parameters\.start_date: expected an instant not after end_date, got "20260701T/,
    )
    readError(await post(jobs, bodyWith('20260601')), 400, 'invalid_request')
  })

  it('dateForms: the document allows what is served, and nothing that is in no form', () => {
    const taken = { forms: 'lenient', offset: true, local: true, dateOnly: true } as const
    const digits = fc.constantFrom('2026', '2024', '0229', '02', '29', '31', '24', '00', '12', '60')
    const piece = fc.oneof(digits, fc.constantFrom('-', ':', 'T', 't', 'Z', 'z', '+', '.5'))
    const texts = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))
    const seen = { allowed: 0 }
    fc.assert(
      fc.property(fc.oneof(texts, fc.constantFrom(...other.map(([text]) => text), ...none)), (text) => {
        const isAllowed = dateSchema(taken).safeParse(text).success
        const isRead = toExtended(text) !== undefined
        if (isAllowed) seen.allowed += 1
        // The pattern does not know how long each month is, nor that there is no day after the last.
        const isLongMonth = /^\d{4}-?(?:0[2469]|11)-?(?:29|3)|^9999-?12-?31/.test(text)
        expect([text, isLongMonth || isAllowed === isRead]).toEqual([text, true])
      }),
      { numRuns: 2000 },
    )
    expect(seen.allowed).toBeGreaterThan(50)
  })
})
