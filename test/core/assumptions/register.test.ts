import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { assumptionIds, register } from '../../../src/core/assumptions/register.ts'
import type { Row } from '../../../src/core/assumptions/row.ts'
import { createFake, createLog, InputError } from '../../../src/index.ts'
import { answers, assessmentBody, jobBody, knownResource } from '../../support/answers.ts'
import { type Client, describeFake, read } from '../../support/fake.ts'

/** The error of a fake for choices that the types do not allow. */
async function refusal(assume: Readonly<Record<string, unknown>>): Promise<string> {
  const options: object = { assume }
  const error: unknown = await createFake(options).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(InputError)
  return error instanceof InputError ? error.message : ''
}

describe('the register', () => {
  it.each([
    ['limitAboveMx', 'limitAboveMax'],
    ['jobStatus', 'jobStatusFilter'],
    ['LIMITABOVEMAX', 'limitAboveMax'],
  ])('refuses the unknown row %s, and names the nearest', async (id, near) => {
    const message = await refusal({ [id]: 'clamp' })
    expect(message).toMatch(`assumption "${id}" is not in the register. Did you mean `)
    expect(message).toContain(near)
  })

  it('names no row where none is near', async () => {
    expect(await refusal({ qqqqqqqqqq: 'clamp' })).toBe('assumption "qqqqqqqqqq" is not in the register.')
  })

  it.each([
    ['limitAboveMax', 'clmp', 'assumption limitAboveMax: expected one of reject, clamp, got "clmp"'],
    ['limitAboveMax', 'toString', 'assumption limitAboveMax: expected one of reject, clamp, got "toString"'],
    ['jobCreateStatus', 204, 'assumption jobCreateStatus: expected one of 200, 201, 202, got 204'],
    ['limitAboveMax', null, 'assumption limitAboveMax: expected one of reject, clamp, got null'],
    ['rateQuota', 0, 'assumption rateQuota: expected a whole number of at least 1, got 0'],
    ['rateQuota', 'many', 'assumption rateQuota: expected a whole number of at least 1, got "many"'],
    ['rateQuota', 1.5, 'assumption rateQuota: expected a whole number of at least 1, got 1.5'],
  ])('refuses for %s the option %j, and names all there are', async (id, choice, message) => {
    expect(await refusal({ [id]: choice })).toBe(message)
  })

  const rows: readonly (readonly [string, Row])[] = assumptionIds.map((id) => [id, register[id]])
  it.each(rows)('%s has a question, a section, a reason, and a default among its options', (_, row) => {
    expect(row.question).toMatch(/^[A-Z].*\?$/)
    expect(row.reason.trim()).not.toBe('')
    expect(row.section).toMatch(/^\d(\.\d)?(, \d(\.\d)?)*$/)
    if (row.options === 'whole_number') {
      expect(row.default).toSatisfy(Number.isSafeInteger)
      return
    }
    expect(Object.keys(row.options)).toContain(row.default)
    expect(Object.keys(row.options).length).toBeGreaterThan(1)
    for (const text of Object.values(row.options)) expect(text.trim()).not.toBe('')
  })

  const folder = import.meta.dirname
  const others = readdirSync(folder).filter((file) => file.endsWith('.test.ts') && file !== 'register.test.ts')
  const texts = others.map((file) => readFileSync(join(folder, file), 'utf8'))
  it.each(assumptionIds)('%s is exercised by a test of this folder', (id) => {
    const word = new RegExp(`\\b${id}\\b`)
    expect(texts.some((text) => word.test(text))).toBe(true)
  })
})

describeFake('the rows that decided an answer', (open) => {
  const quota = ['rateQuota', 'rateWindow', 'rateScope']
  const headers = ['rateResetUnit', 'contentType', 'deprecation']
  const served = [...quota, ...headers]
  const resources = ['resourceIdFormat', 'resourceStatusValues', 'timestampPrecision']
  const list = [...served, ...resources, 'listOrder']
  const error = ['errorStatus', 'errorDetails']
  const withoutKey = ['rateQuota', 'rateWindow', 'rateCounts', ...headers, ...error]
  const subject = ['resourceIdFormat', 'timestampPrecision']
  const job = ['jobIdFormat', 'jobRecord', 'jobTypeField', 'jobDateField', 'timestampPrecision']
  const scanOptions = { comprehensive: true, categories: ['network'] }
  const path = '/cloud/resources'

  const requests: readonly (readonly [string, (client: Client) => Promise<unknown>, readonly string[]])[] = [
    ['a middle page', ({ get }) => get(`${path}?page=2`), [...list, 'pageLinkBase']],
    [
      'a middle page with a filter, all of it running',
      ({ get }) => get(`${path}?page=2&limit=2&type=cache`),
      [...list.filter((id) => id !== 'resourceStatusValues'), 'pageLinkBase', 'pageLinkFilters'],
    ],
    ['the first page', ({ get }) => get(path), [...list, 'pageLinkBase', 'pageLinksAtEdge']],
    ['a limit above 100', ({ get }) => get(`${path}?limit=101`), [...served, ...error, 'limitAboveMax']],
    [
      'a page after the last',
      ({ get }) => get(`${path}?page=4`),
      [...served, 'pageBeyondEnd', 'pageLinkBase', 'pageLinksAtEdge'],
    ],
    [
      'a page far after the last',
      ({ get }) => get(`${path}?page=9`),
      [...served, 'pageBeyondEnd', 'prevBeyondEnd', 'pageLinkBase', 'pageLinksAtEdge'],
    ],
    ['an unknown path', ({ get }) => get('/unknown'), [...quota, ...headers, ...error]],
    [
      'another method',
      ({ request }) => request('DELETE', path),
      [...quota, ...headers, ...error, 'methodNotAllowed', 'allowHeader', 'headRequests'],
    ],
    ['no key', ({ get }) => get(path, { key: null }), withoutKey],
    ['a revoked key', ({ get }) => get(path, { key: 'csf_revoked' }), withoutKey],
    [
      'a key with a quota of its own',
      ({ get }) => get(`${path}/${knownResource.id}`, { key: 'csf_small_quota' }),
      [...served, ...resources].filter((id) => id !== 'rateQuota'),
    ],
    [
      'a list of one',
      ({ get }) => get(`${path}?type=load_balancer&region=us-east-1`),
      [...served, 'resourceIdFormat', 'timestampPrecision', 'pageLinksAtEdge'],
    ],
    [
      'a request that the key may not make, also wrong',
      ({ get }) => get('/data/analysis/jobs?created_after=never&status=late', { key: 'csf_cloud' }),
      [...served, ...error, 'permissionModel', 'checkOrder'],
    ],
    [
      'a request that the key may not make, right otherwise',
      ({ get }) => get('/data/analysis/jobs?created_after=2026-01-01&status=failed', { key: 'csf_none' }),
      [...served, ...error, 'permissionModel'],
    ],
    [
      'a page of assessments after the last',
      ({ get }) => get('/security/assessments?page=99'),
      [...served, 'pendingListed', 'pageBeyondEnd', 'prevBeyondEnd', 'pageLinkBase', 'pageLinksAtEdge'],
    ],
    [
      'jobs of a status that all names of states have',
      ({ get }) => get('/data/analysis/jobs?status=failed&page=9'),
      [...served, 'pageBeyondEnd', 'prevBeyondEnd', 'pageLinkBase', 'pageLinkFilters', 'pageLinksAtEdge'],
    ],
    ['HEAD of an unknown path', ({ request }) => request('HEAD', '/unknown'), [...quota, ...headers, ...error]],
    ['a resource', ({ get }) => get(`${path}/${knownResource.id}`), [...served, ...resources]],
    [
      'a created assessment',
      ({ post }) => post('/security/assessments', assessmentBody),
      [...served, ...subject, 'assessmentRequiredFields', 'assessmentCreateStatus'],
    ],
    [
      'a created assessment with every field',
      ({ post }) => post('/security/assessments', { ...assessmentBody, scan_options: scanOptions }),
      [...served, ...subject, 'assessmentCreateStatus'],
    ],
    ['a pending assessment', getPending, [...served, ...subject, 'pendingRead']],
    [
      'a created job with every required field',
      ({ post }) => post('/data/analysis/jobs', jobBody),
      [...served, ...job, 'jobStates', 'absentOptional', 'jobCreateStatus'],
    ],
  ]

  async function getPending({ get, post }: Client): Promise<unknown> {
    const { data } = read(await post('/security/assessments', assessmentBody), 201, answers.creation)
    return get(`/security/assessments/${data.id}`)
  }

  it.each(requests)('are pinned for %s', async (_, send, rows) => {
    const lines: string[] = []
    await send(await open({ clock: 'frozen', log: createLog('debug', (line) => lines.push(line)) }))
    const last = lines.findLast((line) => line.startsWith('debug: ')) ?? ''
    const [, decided = ''] = /^debug: .* \[([^\]]*)\]$/.exec(last) ?? []
    expect(decided.split(' ').toSorted()).toEqual([...rows].toSorted())
  })
})
