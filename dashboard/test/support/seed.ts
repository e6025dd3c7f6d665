import type { Fake } from '../../../src/index.ts'
import { sendJob } from '../../../test/support/send-job.ts'
import { seedTraffic } from './traffic.ts'

/** Gives every view something to show: requests, a scenario of its own, keys, deliveries, sandboxes, and changed assumptions. */
export async function seedAll(fake: Fake): Promise<void> {
  await seedTraffic(fake, 28)
  await fake.keys.create({ name: 'Reporting', permissions: ['cloud:read', 'security:read'], quota: 100 })
  await fake.keys.revoke((await fake.keys.create({ name: 'Left the company' })).id)
  await sendJob(fake, { notification: { email: 'ops@example.com', webhook_url: 'http://127.0.0.1:9/hook' } })
  await fake.clock.advance('1m')
  await fake.scenarios.define({
    name: 'checkout-outage',
    description: 'The list of resources is down for half an hour.',
    rules: [{ when: { operation: 'listResources', for: '30m' }, then: { error: 'service_unavailable' } }],
  })
  await fake.assumptions.set({ retryAfter: 'present', limitAboveMax: 'clamp' })
  await seedTraffic(fake, 3, fake.sandbox('checkout'))
  await fake.sandboxes.create('nightly')
}
