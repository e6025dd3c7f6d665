import fc from 'fast-check'
import * as z from 'zod/mini'

import { noon, operations, unknownId } from './answers.ts'
import type { ControlledFake } from './control.ts'
import type { Answer } from './fake.ts'
import { kinds } from './record-admin.ts'

/** Requests to a sandbox. */
export type SandboxRequests = ReturnType<ControlledFake['at']>

/** A request that reads or changes a sandbox. */ export interface Step {
  readonly to: 'api' | 'control'
  readonly method: string
  /** `{n}` stands for the id of an item of the list before it. */
  readonly path: string
  readonly body?: unknown
  readonly key?: string
  readonly scenarios?: string
}

/** Scenarios that answer, without delay. */
export const harmless = [
  'flaky',
  'outage-then-recovery',
  'rate-limit-exhausted',
  'rate-limit-resets-soon',
  'assessments-complete-at-once',
  'assessments-never-complete',
  'jobs-fail',
  'unknown-values',
  'extra-fields',
  'list-changes-while-paging',
  'commits-then-fails',
  'key-revoked-midway',
  'permission-removed',
  'empty-body',
]

const keys = fc.constantFrom('csf_full_access', 'csf_read_only', 'csf_small_quota', 'csf_unknown')

const apiStep: fc.Arbitrary<Step> = fc
  .record({
    operation: fc.constantFrom(...operations),
    key: keys,
    scenarios: fc.option(fc.constantFrom(...harmless), { nil: undefined }),
  })
  .map(({ operation, key, scenarios }) => ({
    to: 'api',
    key,
    ...(scenarios === undefined ? {} : { scenarios }),
    method: operation.method,
    path: operation.path,
    ...('body' in operation ? { body: operation.body } : {}),
  }))

/** A request to the control plane with one of several bodies. */
export const controlStep = (
  method: string,
  paths: readonly string[],
  bodies: readonly unknown[] = [undefined],
): fc.Arbitrary<Step> =>
  fc
    .record({ path: fc.constantFrom(...paths), body: fc.constantFrom(...bodies) })
    .map(({ path, body }) => ({ to: 'control', method, path, ...(body === undefined ? {} : { body }) }))

const of = (paths: string): string[] => kinds.map((kind) => `/${kind}${paths}`)

const inline = [
  { name: 'own', rules: [{ then: { error: 'internal_error' } }] },
  { name: 'own', quota: { limit: 5, remaining: 0 }, assume: { limitAboveMax: 'clamp', rateScope: 'account' } },
  { name: 'own-too', jobs: { completeAfter: 'never' }, assessments: { completeAfter: '0s', outcome: 'failed' } },
  {
    name: 'own-too',
    rules: [{ count: { chance: 0.5 }, then: { patch: { status: 'odd' } } }],
    assume: { rateQuota: 2 },
  },
]

/** Random steps for a sandbox. */ export const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: apiStep, weight: 4 },
  {
    arbitrary: controlStep('POST', of(''), [{}, { created_at: '2026-06-01T00:00:00Z' }, { id: unknownId }]),
    weight: 2,
  },
  {
    arbitrary: controlStep('PATCH', of('/{n}'), [{ status: 'failed' }, { name: 'other' }, { created_at: noon }, {}]),
    weight: 2,
  },
  controlStep('DELETE', of('/{n}')),
  controlStep(
    'PUT',
    harmless.map((name) => `/scenarios/${name}`),
  ),
  controlStep('DELETE', ['/scenarios', '/scenarios/{n}', '/scenarios/extra-fields']),
  controlStep('POST', ['/scenarios'], inline),
  controlStep('POST', ['/clock/advance'], [{ by: '10m' }, { by: '2h' }, { by: '1ms' }, { by: '400d' }]),
  controlStep(
    'PATCH',
    ['/clock'],
    [{ now: '2020-01-01T00:00:00Z' }, { mode: 'real', rate: 60 }, { mode: 'frozen' }, { rate: 2 }],
  ),
  controlStep(
    'POST',
    ['/keys'],
    [{ name: 'k' }, { name: 'k', quota: 1, permissions: ['read'] }, { name: 'k', secret: 'csf_mine_alone' }],
  ),
  controlStep('DELETE', ['/keys/{n}', '/keys/full-access']),
  controlStep(
    'PUT',
    ['/quota/full-access', '/quota/read-only', '/quota/{n}'],
    [{ limit: 3 }, { remaining: 0 }, { remaining: 1, resetsIn: '90s' }, { limit: 7, remaining: 7, resetsIn: '0s' }],
  ),
)

const items = z.object({ items: z.array(z.looseObject({ id: z.optional(z.string()), name: z.optional(z.string()) })) })

/** Takes steps in order. @returns the answers */
export async function take({ api, control }: SandboxRequests, steps: readonly Step[]): Promise<readonly string[]> {
  const seen: string[] = []
  for (const [i, { to, method, path, body, key, scenarios }] of steps.entries()) {
    if (to === 'api') {
      const headers = scenarios === undefined ? {} : { 'X-Fake-Scenario': scenarios }
      const sent = { ...(key === undefined ? {} : { key }), headers, ...(body === undefined ? {} : { body }) }
      seen.push(`${method} ${path}: ${bytesOf('api', await api(method, path, sent))}`)
      continue
    }
    const [collection = '', rest] = path.split('/{n}')
    let asked = collection
    if (rest !== undefined) {
      const listed = items.parse(JSON.parse((await control('GET', collection)).text)).items
      const chosen = listed[(i * 7) % Math.max(1, listed.length)]
      asked = `${collection}/${chosen?.id ?? chosen?.name ?? 'none'}${rest}`
    }
    seen.push(`${method} ${asked}: ${bytesOf('control', await control(method, asked, body))}`)
  }
  return seen
}

/** The bytes of an answer, without the Date header that Node adds on the control plane. */
export function bytesOf(to: 'api' | 'control', { status, headers, text }: Answer): string {
  const shown = [...headers].filter(([name]) => to === 'api' || name !== 'date').map((header) => header.join(': '))
  return [status, ...shown, text].join('\n')
}
