import { afterAll, describe, expect, it } from 'vitest'

import { operations } from '../../../src/core/app/areas.ts'
import type { Contract, RecordedResponse } from '../../support/contract.ts'
import { type Choices, contractFor, documentFor } from '../../support/documents.ts'
import { exercise } from '../../support/exercise.ts'
import { DocumentValidator } from '../../support/held-to-document.ts'
import { choose, openFrozen, profiles } from '../../support/openapi.ts'

const exercised = new Map<string, Promise<readonly RecordedResponse[]>>()
afterAll(() => exercised.clear())

/** The answers of a sandbox that has made some choices. Tests of the same choices share them. */
function answersUnder(choices: Choices): Promise<readonly RecordedResponse[]> {
  const key = JSON.stringify(choices)
  const known = exercised.get(key) ?? openFrozen().then(async (fake) => exercise(fake, await choose(fake, choices)))
  exercised.set(key, known)
  return known
}

const violationsOf = (contract: Contract, answers: readonly RecordedResponse[]): readonly string[] =>
  answers.flatMap((answer) => contract.violations(answer).map((found) => `${answer.method} ${answer.path}: ${found}`))

describe('answers to all kinds of requests are as the document has them', () => {
  it.each<readonly [string, Choices]>([
    ['the defaults', {}],
    ...profiles.map((choices, i) => [`random profile ${i + 1}`, choices] as const),
  ])('and only requests that it allows are served, under %s', async (_, choices) => {
    const contract = await contractFor(choices)
    const answers = await answersUnder(choices)
    expect(answers.length).toBeGreaterThan(300)
    expect(violationsOf(contract, answers)).toEqual([])
    const served = answers.filter(({ text }) => text.startsWith('{"status":"success"'))
    expect(served.length).toBeGreaterThan(100)
    // A page is an integer in any case, also where one that is none counts as not given.
    const takesAnyPage = choices['pagingInvalid'] === 'default'
    const typed = served.filter(({ path }) => !(takesAnyPage && /(?:page|limit)=x/.test(path)))
    const asked = typed.map(
      (one) => [`${one.method} ${one.path} ${one.sent}`, contract.requestViolations(one)] as const,
    )
    expect(asked.filter(([, violations]) => violations.length > 0)).toEqual([])
  })

  it('meets every operation served, and every error', async () => {
    const answers = await answersUnder({})
    const served = operations.map(({ id, method, path }) => {
      const pattern = new RegExp(`^${path.replace('{id}', '[^/?]+')}(\\?.*)?$`)
      return [id, answers.some((one) => one.method === method && one.status < 300 && pattern.test(one.path))]
    })
    expect(served).toEqual(operations.map(({ id }) => [id, true]))
    expect([...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b)).toEqual([
      200, 201, 400, 401, 403, 404, 405, 429, 500, 503,
    ])
  })

  it.each<Choices>([
    { absentOptional: 'null' },
    { assessmentCreateStatus: '202' },
    { assessmentStates: 'pending_in_progress_completed' },
    { contentType: 'with_charset' },
    { deprecation: 'sunset' },
    { errorStatus: 'always_200' },
    { errorStatus: 'hidden' },
    { errorStatus: 'unprocessable' },
    { jobCreateStatus: '200' },
    { jobDateField: 'created_date' },
    { jobIdFormat: 'opaque' },
    { jobListItem: 'minimal' },
    { jobRecord: 'minimal' },
    { jobResults: 'present' },
    { jobStates: 'queued_processing_succeeded_failed' },
    { jobTypeField: 'type' },
    { pageLinksAtEdge: 'empty_string' },
    { pageLinksAtEdge: 'null' },
    { pendingListed: 'score_null' },
    { recordStatusField: 'present' },
    { resourceIdFormat: 'opaque' },
    { retryAfter: 'present' },
    { timestampPrecision: 'milliseconds' },
  ])('but not as that of the defaults has them, under %o', async (choices) => {
    const answers = await answersUnder(choices)
    expect(violationsOf(await contractFor({}), answers)).not.toEqual([])
  })

  it.each<readonly [Choices, string, string, string | undefined]>([
    [{ limitAboveMax: 'clamp' }, 'GET', '/cloud/resources?limit=101', undefined],
    [{ resourceIdFormat: 'opaque' }, 'GET', '/security/assessments?resource_id=nothing', undefined],
    [{ createdAfterFormat: 'unix_seconds' }, 'GET', '/data/analysis/jobs?created_after=1780000000', undefined],
    [{ tagFormat: 'equals' }, 'GET', '/cloud/resources?tag=environment%3Dproduction&limit=1', undefined],
    [{ dateForms: 'lenient' }, 'GET', '/security/assessments?from_date=20260601T000000Z', undefined],
    [{ dateForms: 'lenient' }, 'GET', '/data/analysis/jobs?created_after=20260601', undefined],
    [{ dateForms: 'lenient' }, 'POST', '/data/analysis/jobs', '20260601T'],
    [{ emptyFilter: 'ignore' }, 'GET', '/security/assessments?from_date=&limit=1', undefined],
    [{ unknownBodyFields: 'ignore' }, 'POST', '/security/assessments', 'more'],
    [{ nullBodyFields: 'absent' }, 'POST', '/security/assessments', 'null'],
    [{ jobRequiredFields: 'core' }, 'POST', '/data/analysis/jobs', ':{"type":"security_logs"}'],
  ])('nor are requests that are served under %o allowed by it: %s %s', async (choices, method, path, having = '') => {
    const answers = await answersUnder(choices)
    const served = answers.filter(({ text }) => text.startsWith('{"status":"success"'))
    const such = served.filter((one) => one.method === method && one.path === path && (one.sent ?? '').includes(having))
    expect(such.length).toBeGreaterThan(0)
    const contract = await contractFor({})
    for (const one of such) expect(contract.requestViolations(one)).not.toEqual([])
  })
})

describe('the requests in the document', () => {
  it('has no filter without a value where such a one is refused', async () => {
    const fake = await openFrozen()
    const strict = await contractFor({ emptyFilter: 'reject', jobStatusFilter: 'empty' })
    const usual = await contractFor({})
    const paths = ['/cloud/resources?type=', '/security/assessments?resource_type=', '/data/analysis/jobs?status=']
    for (const path of paths) {
      const { status, headers } = await fake.fetch(fake.baseUrl + path, {
        headers: { Authorization: `Bearer ${fake.apiKey}` },
      })
      const one = { method: 'GET', path, status, headers, text: '' }
      expect([path, status, usual.requestViolations(one)]).toEqual([path, 200, []])
      expect(strict.requestViolations(one)).not.toEqual([])
    }
  })

  it.each([
    ['decode', 2],
    ['reject', 0],
  ] as const)('names encodings where requestEncoding is %s', async (requestEncoding, count) => {
    const document = await documentFor({ requestEncoding })
    expect(JSON.stringify(document).split('It may have a Content-Encoding: gzip, deflate, br.').length - 1).toBe(count)
  })
})

it('the check of the answers of all tests by the document passes over answers that a scenario changed, and no others', async () => {
  const fake = await openFrozen()
  const document = new DocumentValidator(fake)
  const url = `${fake.baseUrl}/cloud/resources?limit=1`
  /** The violations of an answer with one field too many. */
  const ask = async (headers: Readonly<Record<string, string>> = {}) => {
    const held = await document.look(url, headers['X-Fake-Scenario'])
    const response = await fake.fetch(url, { headers: { Authorization: `Bearer ${fake.apiKey}`, ...headers } })
    const text = (await response.text()).replace('{', '{"more":1,')
    return await document.violations(held, { method: 'GET', status: response.status, headers: response.headers, text })
  }
  expect(await ask()).not.toEqual([])
  await fake.scenarios.define({ name: 'other', assume: { resourceIdFormat: 'opaque' } })
  expect(await ask()).not.toEqual([])
  await fake.scenarios.define({ name: 'once', rules: [{ count: { first: 1 }, then: { patch: { more: 1 } } }] })
  expect(await ask()).toEqual([])
  expect(await ask()).not.toEqual([])
  await fake.scenarios.off()
  expect(await ask({ 'X-Fake-Scenario': 'once' })).toEqual([])
})
