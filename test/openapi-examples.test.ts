import { readFileSync } from 'node:fs'

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'

import { operations } from '../src/app/areas.ts'
import { createProfile } from '../src/assumptions/profile.ts'
import type { Operation } from '../src/http/operation.ts'
import type { Fake, FakeOptions } from '../src/index.ts'
import { type ErrorCode, errorCodes } from '../src/spec/errors.ts'
import { unknownId } from './support/answers.ts'
import { openFrozen } from './support/openapi.ts'

const object = z.record(z.string(), z.unknown())
const keySchema = z.array(z.looseObject({ name: z.string(), secret: z.string(), permissions: z.array(z.string()) }))
const errorSchema = z.object({ error: z.object({ code: z.string(), details: z.string() }) })

const keys = keySchema.parse(JSON.parse(readFileSync(new URL('../fixtures/keys.json', import.meta.url), 'utf8')))

type Choices = NonNullable<FakeOptions['assume']>

/** One request of a test. */
interface Asked {
  readonly key?: string
  readonly id?: string
  readonly query?: string
  readonly body?: unknown
}

/** A sandbox of a fake, by its address: it need not be there yet. */
interface Place {
  readonly fake: Fake
  readonly address: string
}

async function readDocument({ fake, address }: Place): Promise<unknown> {
  const answer = await fake.fetch(`${address}/openapi.json`)
  return await answer.json()
}

/** All examples that a document has of the refusals of an operation, by code. */
function refusalsIn(document: unknown, { path, method }: Operation): Readonly<Record<string, unknown>> {
  const responses = object.parse(at(document, 'paths', path, method.toLowerCase(), 'responses'))
  const named = Object.values(responses).flatMap((response) =>
    Object.values(object.parse(at(response, 'content'))).flatMap((content) => {
      const examples = at(content, 'examples')
      return examples === undefined ? [] : Object.entries(object.parse(examples))
    }),
  )
  return Object.fromEntries(
    named.filter(([name]) => name !== 'served').map(([name, held]) => [name, at(held, 'value')]),
  )
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((here, key) => object.safeParse(here).data?.[key], value)
}

/** The example of a request that is served: its id or its body. */
function requestIn(document: unknown, { path, method, pathParameters, body }: Operation): Asked {
  const operation = at(document, 'paths', path, method.toLowerCase())
  const [parameter] = z.array(z.unknown()).parse(at(operation, 'parameters'))
  return {
    ...(Object.keys(pathParameters).length === 0 ? {} : { id: String(at(parameter, 'example')) }),
    ...(body === undefined
      ? {}
      : { body: at(operation, 'requestBody', 'content', 'application/json', 'examples', 'served', 'value') }),
  }
}

async function send({ fake, address }: Place, { method, path }: Operation, asked: Asked): Promise<unknown> {
  const { key = 'csf_full_access', id = '', query = '', body } = asked
  const answer = await fake.fetch(`${address}/v1${path.replace('{id}', id)}${query === '' ? '' : `?${query}`}`, {
    method,
    headers: {
      ...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return await answer.json()
}

/** The request of a test that meets an error. */
interface Meeting {
  readonly place: Place
  readonly operation: Operation
  /** The request that is served. */
  readonly usual: Asked
  /** The facts of the example: which key lacks the permission, and which id or page was asked for. */
  readonly details: string
}

/** Meets each error as a client meets it every day. */
const meet: Readonly<Record<ErrorCode, (meeting: Meeting) => Promise<unknown>>> = {
  authentication_error: ({ place, operation, usual }) => send(place, operation, { ...usual, key: '' }),
  authorization_error: ({ place, operation, usual, details }) => {
    const [, name] = /the API key "(.*)" lacks/.exec(details) ?? []
    const secret = keys.find((key) => key.name === name)?.secret ?? 'csf_none'
    return send(place, operation, { ...usual, key: secret })
  },
  invalid_request: ({ place, operation, usual, details }) => {
    if (details.includes('%')) return send(place, operation, { ...usual, query: '%' })
    if (operation.path.includes('{id}')) return send(place, operation, { id: 'not-a-uuid' })
    return send(place, operation, operation.body === undefined ? { query: 'limit=0' } : { body: {} })
  },
  resource_not_found: ({ place, operation, usual, details }) => {
    const [, id = unknownId] = /"(.*)"$/.exec(details) ?? []
    if (operation.path.includes('{id}')) return send(place, operation, { id })
    const [, page] = /got (\d+)$/.exec(details) ?? []
    if (operation.body === undefined) return send(place, operation, { query: `limit=2&page=${page}` })
    return send(place, operation, { body: { ...object.parse(usual.body), resource_id: id } })
  },
  rate_limit_exceeded: ({ place, operation, usual }) => send(place, operation, usual),
  internal_error: ({ place, operation, usual }) => {
    const broken = vi.spyOn(operation, 'serve').mockImplementation(() => {
      throw new Error('a defect that this test makes')
    })
    onTestFinished(() => broken.mockRestore())
    return send(place, operation, usual)
  },
  service_unavailable: async ({ place, operation, usual }) => {
    // Of the records that fill the room, each takes at least 2 KiB.
    if (operation.body !== undefined) for (let i = 0; i < 8; i += 1) await send(place, operation, usual)
    return await send(place, operation, usual)
  },
}

/** The codes that no request meets but by a magic id or a scenario, under the defaults. */
const neverMet: readonly (readonly [id: string, code: ErrorCode])[] = [
  ['listAssessments', 'resource_not_found'],
  ['listResources', 'resource_not_found'],
  ['createJob', 'resource_not_found'],
  ['listJobs', 'resource_not_found'],
]

/** The documents by the options of their fakes: equal options give the same document, and making one takes a while. */
const documents = new Map<string, Promise<unknown>>()

/** A sandbox that gives an error every day, and its document. */
async function placeFor(operation: Operation, code: ErrorCode, choices: Choices) {
  const place = await openPlace(operation, code, choices)
  const key = JSON.stringify([place.options, place.address])
  const document = documents.get(key) ?? readDocument(place)
  documents.set(key, document)
  return { place, document: await document }
}

async function openPlace(operation: Operation, code: ErrorCode, choices: Choices) {
  if (code === 'service_unavailable' && operation.body === undefined) {
    const options = { maxSandboxes: 1, assume: choices }
    const fake = await openFrozen(options)
    return { options, fake, address: new URL(fake.baseUrl).origin + '/@sandbox-1' }
  }
  const isFull = code === 'service_unavailable'
  const isUsedUp = code === 'rate_limit_exceeded'
  const options = {
    assume: { ...choices, ...(isUsedUp ? { rateQuota: 1 } : {}) },
    ...(isFull ? { maxStoredBytes: 16_384 } : {}),
  }
  const fake = await openFrozen(options)
  const sandbox = fake.sandbox('tried')
  if (isUsedUp)
    await fake.fetch(`${sandbox.baseUrl}/cloud/resources`, { headers: { Authorization: 'Bearer csf_full_access' } })
  return { options, fake, address: sandbox.baseUrl.replace('/v1', '') }
}

describe.each<readonly [string, Choices, readonly (readonly [string, ErrorCode])[]]>([
  ['the defaults', {}, neverMet],
  ['generic details', { errorDetails: 'generic', errorStatus: 'always_200' }, neverMet],
  ['opaque ids', { resourceIdFormat: 'opaque', jobIdFormat: 'opaque', permissionModel: 'area' }, neverMet],
  ['ids of any form', { resourceIdFormat: 'any' }, neverMet],
  [
    'pages that are not found',
    { pageBeyondEnd: 'resource_not_found', errorStatus: 'hidden' },
    [['createJob', 'resource_not_found']],
  ],
  [
    'requests that are read leniently',
    { pagingInvalid: 'default', checkOrder: 'request_before_permission', assessedResource: 'any' },
    [['createAssessment', 'resource_not_found'], ...neverMet],
  ],
])('under %s, the examples of errors are what requests meet every day:', (_, choices, absent) => {
  const isAbsent = (id: string, code: ErrorCode): boolean =>
    absent.some(([operation, other]) => operation === id && other === code)

  describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
    it.each(errorCodes.filter((code) => !isAbsent(id, code)))('%s', async (code) => {
      const { place, document } = await placeFor(operation, code, choices)
      const example = refusalsIn(document, operation)[code]
      const { details } = errorSchema.parse(example).error
      expect(details).not.toContain('ids with this ending')
      const usual = requestIn(document, operation)
      expect(await meet[code]({ place, operation, usual, details })).toEqual(example)
    })
  })

  it('and there are no others', async () => {
    const fake = await openFrozen({ assume: choices })
    const document = await readDocument({ fake, address: new URL(fake.baseUrl).origin })
    const missing = operations.flatMap((operation) => {
      const shown = refusalsIn(document, operation)
      return errorCodes.filter((code) => !(code in shown)).map((code) => `${operation.id} ${code}`)
    })
    expect(new Set(missing)).toEqual(new Set(absent.map((pair) => pair.join(' '))))
  })
})

it('a document changes nothing, with any examples', async () => {
  const fake = await openFrozen({ maxSandboxes: 2, assume: createProfile({}) })
  const before = await fake.snapshot.save()
  await readDocument({ fake, address: new URL(fake.baseUrl).origin })
  expect(await fake.snapshot.save()).toEqual(before)
  expect(await fake.requests.list()).toEqual([])
})
