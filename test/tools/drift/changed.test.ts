import { describe, expect, it, onTestFinished } from 'vitest'

import type { Choices } from '../../../src/core/assumptions/profile.ts'
import { lazily } from '../../../src/core/lib/lazily.ts'
import { createFake } from '../../../src/index.ts'
import {
  changesOf as findChanges,
  type Plant,
  plantAt,
  readService,
  type ServiceAnswer,
} from '../../support/drifting.ts'
import { profileOf } from '../../support/resolving.ts'

const before = lazily(() => readService({}))

const changesOf = async (choices: Choices, plant?: Plant) => {
  const { changes, findings } = await findChanges(choices, (await before()).answers, plant)
  return { changes: changes.map((one) => ({ ...one, operations: one.operations.join() })), findings }
}

const to = (value: unknown) => (): unknown => value

const ofJob =
  (change: (answer: ServiceAnswer) => Partial<ServiceAnswer>): Plant =>
  (answer) =>
    answer.operation === 'getJob' && answer.status === 200 ? change(answer) : {}

const withoutLimit = ({ headers }: ServiceAnswer): Partial<ServiceAnswer> => ({
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-rate-limit-limit')),
})

describe('a service that changed since the corpus', () => {
  it.each<readonly [Plant, string, string, string, string]>([
    [plantAt('listResources', '/data/*/region', to(undefined)), 'listResources', '/data/*/region', 'text', 'nothing'],
    [plantAt('listResources', '/data/*/tier', to(1)), 'listResources', '/data/*/tier', 'nothing', 'integer'],
    [plantAt('getResource', '/data/details/vpc_id', to(7)), 'getResource', '/data/details/vpc_id', 'text', 'integer'],
    [
      plantAt('getResource', '/data/updated_at', to('2026-07-01')),
      'getResource',
      '/data/updated_at',
      'date-time',
      'date',
    ],
    [
      plantAt('listResources', '/data/*/status', (old) => (old === 'stopped' ? 'asleep' : old)),
      'listResources',
      '/data/*/status',
      'other values',
      'asleep',
    ],
    [
      plantAt('listResources', '/pagination/items_per_page', (size) => Math.min(50, Number(size))),
      'listResources',
      '/pagination/items_per_page',
      '100 for 100',
      '50 for 100',
    ],
    [ofJob(withoutLimit), 'getJob', '/headers/x-rate-limit-limit', 'a header', 'nothing'],
    [
      ofJob(({ headers }) => ({ headers: { ...headers, 'x-tier': '1' } })),
      'getJob',
      '/headers/x-tier',
      'nothing',
      'a header',
    ],
    [ofJob(() => ({ status: 203 })), 'getJob', ':status', '200', '203'],
  ])('%#: by %3$s', async (plant, operations, pointer, was, now) => {
    const { changes, findings } = await changesOf({}, plant)
    expect(changes).toEqual([{ pointer, before: was, now, operations }])
    expect(findings).toHaveLength(1)
  })

  // The fake can answer so by another option; its users want to know nevertheless.
  it.each<readonly [Choices, readonly (readonly [string, string, string])[]]>([
    [
      { listOrder: 'oldest_first' },
      [
        ['/data', 'created_at desc', 'created_at asc'],
        ['/data', 'timestamp desc', 'timestamp asc'],
      ],
    ],
    [{ errorStatus: 'unprocessable' }, [[':status', '400', '422']]],
    [
      { pageLinkBase: 'query_only' },
      [
        ['/pagination/next_page', 'path', 'query'],
        ['/pagination/prev_page', 'path', 'query'],
      ],
    ],
    [
      { contentType: 'with_charset' },
      [['/headers/content-type', 'application/json', 'application/json; charset=utf-8']],
    ],
    [
      { resourceIdFormat: 'opaque' },
      [
        ['/data/*/id', 'uuid', 'opaque-id:res'],
        ['/data/*/resource_id', 'uuid', 'opaque-id:res'],
        ['/data/id', 'uuid', 'opaque-id:res'],
        ['/data/resource_id', 'uuid', 'opaque-id:res'],
      ],
    ],
  ])('by %o', async (choices, expected) => {
    const { changes, findings } = await changesOf(choices)
    const found = changes.map(({ pointer, before: was, now }) => JSON.stringify([pointer, was, now])).toSorted()
    expect(found).toEqual(expected.map((one) => JSON.stringify(one)).toSorted())
    expect(findings).toEqual([])
  })

  it.each<readonly [string, string, Parameters<typeof plantAt>[2]]>([
    ['only some records had', '/data/*/note', (_, place) => (place === 1 ? 'x' : undefined)],
    ['any record may lack', '/data/*/description', to('x')],
  ])('is none for a field that %s', async (_, pointer, change) => {
    const { answers } = await readService({}, plantAt('listJobs', pointer, change))
    const { changes } = await findChanges({}, answers, plantAt('listJobs', pointer, to(undefined)))
    expect(changes).toEqual([])
  })

  it('is none where only its data differ', async () => {
    for (const seed of [1, 2]) {
      const profile = profileOf(seed)
      const fakes = await Promise.all(
        [seed, seed + 100].map((data, i) =>
          createFake({ clock: `2026-07-0${i + 1}T12:17:05Z`, seed: data, resources: 20 + data }),
        ),
      )
      onTestFinished(async () => void (await Promise.all(fakes.map((fake) => fake.close()))))
      const { answers } = await readService(profile, undefined, fakes[0])
      const { changes } = await findChanges(profile, answers, undefined, fakes[1])
      expect(answers.length).toBeGreaterThan(50)
      expect(changes).toEqual([])
    }
  })
})
