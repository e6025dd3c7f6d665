import fc from 'fast-check'

import { jobBody, operations } from './answers.ts'
import type { ControlledFake } from './control.ts'
import { kinds } from './record-admin.ts'
import { bytesOf, controlStep, type SandboxRequests, type Step, step } from './steps.ts'

const hook = (path: string): unknown => ({ webhook_url: `http://127.0.0.1:9/${path}` })

/** Jobs with notifications. */
const notifying: fc.Arbitrary<Step> = fc
  .constantFrom(hook('ok'), hook('fails'), hook('gone'), { email: 'ops@example.com' })
  .map((notification) => ({
    to: 'api',
    method: 'POST',
    path: '/data/analysis/jobs',
    body: { ...jobBody, notification },
  }))

const isStill = ({ body }: Step): boolean => !JSON.stringify(body ?? null).includes('"real"')

/** Steps for a sandbox with a frozen clock, including messages and choices. */
export const lifeStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: step.filter(isStill), weight: 8 },
  { arbitrary: notifying, weight: 4 },
  controlStep(
    'PATCH',
    ['/assumptions'],
    [
      { rateWindow: 'sliding' },
      { rateWindow: 'clock_hour', rateScope: 'account' },
      { rateQuota: 4 },
      { listOrder: 'by_id', jobIdFormat: 'opaque' },
      { notifyOn: 'every_transition' },
      { webhookRetries: 'none' },
      { rateCounts: 'every_request' },
    ],
  ),
  controlStep(
    'PUT',
    ['webhook-fails', 'webhook-duplicated', 'webhook-out-of-order', 'rate-limit-nearly-exhausted', 'flaky'].map(
      (name) => `/scenarios/${name}`,
    ),
  ),
  controlStep('POST', ['/outbox/{n}/redeliver']),
  controlStep('POST', ['/clock/advance'], [{ by: '1s' }, { by: '6s' }, { by: '59m' }]),
  controlStep('GET', ['/quota', '/outbox', '/jobs', '/keys']),
  controlStep('POST', ['/reset']),
)

/** Reads everything at the end: what was done, and what is drawn next. @param stateOf from `control.ts`, loaded as in the test */
export async function battery(
  sandbox: SandboxRequests & Pick<ControlledFake, 'look'>,
  stateOf: (sandbox: Pick<ControlledFake, 'look'>) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const seen = [...(await stateOf(sandbox))]
  const control = async (...request: Parameters<ControlledFake['control']>): Promise<void> => {
    seen.push(`${request[0]} ${request[1]}: ${bytesOf('control', await sandbox.control(...request))}`)
  }
  for (const path of ['/outbox', '/outbox/next?timeout=1ms', '/signing-secret', '/assumptions', '/snapshot']) {
    await control('GET', path)
  }
  for (const { method, path, id: _id, permission: _permission, ...rest } of operations) {
    seen.push(`${path}: ${bytesOf('api', await sandbox.api(method, path, rest))}`)
  }
  for (const kind of kinds) await control('POST', `/${kind}`, {})
  await control('POST', '/keys', { name: 'k' })
  for (const by of ['3s', '1h', '4h']) await control('POST', '/clock/advance', { by })
  await control('GET', '/outbox')
  await control('GET', '/snapshot')
  return seen
}
