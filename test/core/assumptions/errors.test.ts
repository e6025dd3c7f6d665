import { expect, it } from 'vitest'

import { type ErrorCode, errorCodes, errorDescriptions } from '../../../src/core/spec/errors.ts'
import { assessmentBody, knownResource, unknownId, conventionalStatuses } from '../../support/answers.ts'
import { askBroken } from '../../support/broken.ts'
import { type Answer, type Client, describeFake, readError } from '../../support/fake.ts'

const path = '/cloud/resources'
const assessments = '/security/assessments'
const noPermission = { key: 'csf_none' }

/** A request for each code, of a fake with one sandbox and a quota of 2. */
const provoke: Readonly<Record<ErrorCode, (client: Client) => Promise<Answer>>> = {
  authentication_error: ({ get }) => get(path, { key: null }),
  authorization_error: ({ get }) => get(path, noPermission),
  invalid_request: ({ get }) => get(`${path}?limit=0`),
  resource_not_found: ({ get }) => get(`${path}/${unknownId}`),
  rate_limit_exceeded: async ({ get }) => {
    await get(path)
    await get(path)
    return get(path)
  },
  internal_error: () => askBroken(),
  service_unavailable: ({ get }) => get('/../@other/v1/cloud/resources'),
}

describeFake('assumptions about errors', (open) => {
  const small = { maxSandboxes: 1, quota: 2 }

  const statuses = [
    ['conventional', conventionalStatuses],
    ['unprocessable', { ...conventionalStatuses, invalid_request: 422 }],
    ['hidden', { ...conventionalStatuses, authorization_error: 404 }],
    ['always_200', Object.fromEntries(errorCodes.map((code) => [code, 200]))],
  ] as const
  it.each(statuses.flatMap(([option, table]) => errorCodes.map((code) => [option, code, table[code]] as const)))(
    'errorStatus: %s answers %s with %i',
    async (option, code, status) => {
      const assume = { errorStatus: option }
      const answer = code === 'internal_error' ? askBroken(assume) : provoke[code](await open({ ...small, assume }))
      readError(await answer, status, code)
    },
  )

  const otherMethods = [
    ['DELETE', path, 'GET'],
    ['POST', path, 'GET'],
    ['PUT', assessments, 'POST, GET'],
    ['PATCH', `/data/analysis/jobs/${unknownId}`, 'GET'],
  ] as const
  it.each(otherMethods)('methodNotAllowed: both options, at %s %s', async (method, known, allowed) => {
    const details = `${method}: not a method of this path, which has ${allowed}`
    const strict = await open({ assume: { methodNotAllowed: 'invalid_request_405' } })
    expect(readError(await strict.request(method, known), 405, 'invalid_request')).toBe(details)
    const hiding = await open({ assume: { methodNotAllowed: 'resource_not_found_404' } })
    expect(readError(await hiding.request(method, known), 404, 'resource_not_found')).toBe(details)
    readError(await strict.request(method, '/unknown'), 404, 'resource_not_found')
  })

  it.each([
    ['invalid_request_405', 'unprocessable', 405, 'invalid_request'],
    ['invalid_request_405', 'always_200', 200, 'invalid_request'],
    ['resource_not_found_404', 'always_200', 200, 'resource_not_found'],
  ] as const)('methodNotAllowed: %s, where errorStatus is %s', async (methodNotAllowed, errorStatus, status, code) => {
    const { request } = await open({ assume: { methodNotAllowed, errorStatus } })
    readError(await request('DELETE', path), status, code)
  })

  it.each([path, `${path}/${knownResource.id}`, assessments])('headRequests: as_get, at %s', async (known) => {
    const { request, get } = await open({ clock: 'frozen', assume: { headRequests: 'as_get' } })
    const [head, whole] = [await request('HEAD', known), await get(known)]
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'application/json'])
    expect(whole.status).toBe(200)
    expect((await request('HEAD', `${path}/${unknownId}`)).status).toBe(404)
    expect((await request('HEAD', known, { key: null })).status).toBe(401)
  })

  it.each([
    ['invalid_request_405', 405],
    ['resource_not_found_404', 404],
  ] as const)('headRequests: method_not_allowed, where methodNotAllowed is %s', async (methodNotAllowed, status) => {
    const { request } = await open({ assume: { headRequests: 'method_not_allowed', methodNotAllowed } })
    for (const known of [path, `${path}/${knownResource.id}`, assessments]) {
      const { status: got, text } = await request('HEAD', known)
      expect([got, text]).toEqual([status, ''])
    }
    expect((await request('HEAD', '/unknown')).status).toBe(404)
  })

  const specific = {
    authentication_error: 'Authorization: required, but missing; expected Bearer and an API key',
    authorization_error: 'the API key "No permission" lacks the permission cloud:read',
    invalid_request: 'limit: expected a whole number of at least 1, got "0"',
    resource_not_found: `id: no record has the id "${unknownId}"`,
    rate_limit_exceeded: 'the quota of 2 requests an hour is used up',
    internal_error: 'the fake failed to serve this request; its console says why',
    service_unavailable:
      'this fake holds 1 sandboxes, its bound, so "other" was not made; none is dropped to make room',
  } as const
  it.each(errorCodes)('errorDetails: specific and generic, of %s', async (code) => {
    const ask = async (errorDetails: 'specific' | 'generic') => {
      const assume = { errorDetails }
      const answer = code === 'internal_error' ? askBroken(assume) : provoke[code](await open({ ...small, assume }))
      return readError(await answer, conventionalStatuses[code], code)
    }
    expect(await ask('specific')).toBe(specific[code])
    expect(await ask('generic')).toBe(`${errorDescriptions[code]}.`)
  })
})

describeFake('the assumption about the order of checks', (open) => {
  const orders = ['authentication_quota_permission_request', 'quota_first', 'request_before_permission'] as const
  const used = { quota: 1 } as const

  it.each([
    ['authentication_quota_permission_request', 401, 'authentication_error'],
    ['quota_first', 429, 'rate_limit_exceeded'],
    ['request_before_permission', 401, 'authentication_error'],
  ] as const)('checkOrder: %s answers a used-up quota without a key with %i', async (option, status, code) => {
    const { get } = await open({ ...used, assume: { checkOrder: option } })
    readError(await get(path, { key: null }), 401, 'authentication_error')
    readError(await get(path, { key: null }), status, code)
    readError(await get('/unknown', { key: 'csf_revoked' }), status, code)
  })

  it.each([
    ['authentication_quota_permission_request', 403, 'authorization_error'],
    ['quota_first', 403, 'authorization_error'],
    ['request_before_permission', 400, 'invalid_request'],
  ] as const)('checkOrder: %s answers a bad request without permission with %i', async (option, status, code) => {
    const { get, post } = await open({ assume: { checkOrder: option } })
    readError(await get(`${path}?limit=0`, noPermission), status, code)
    readError(await get(`${path}/not-an-id`, noPermission), status, code)
    readError(await post(assessments, {}, noPermission), status, code)
    readError(await post(assessments, '{', noPermission), status, code)
    readError(await get(path, noPermission), 403, 'authorization_error')
    readError(await post(assessments, assessmentBody, noPermission), 403, 'authorization_error')
  })

  it.each(orders)('checkOrder: %s has the key before the request, and the quota before both others', async (option) => {
    const { get } = await open({ ...used, assume: { checkOrder: option, rateCounts: 'accepted' } })
    readError(await get(`${path}?limit=0`, { key: null }), 401, 'authentication_error')
    readError(await get('/unknown', { key: null }), 401, 'authentication_error')
    readError(await get('/unknown'), 404, 'resource_not_found')
    readError(await get('/unknown'), 429, 'rate_limit_exceeded')
    readError(await get(`${path}?limit=0`), 429, 'rate_limit_exceeded')
    readError(await get(path, noPermission), 403, 'authorization_error')
    readError(await get(path, noPermission), 429, 'rate_limit_exceeded')
  })
})
