import { expect, it, onTestFinished } from 'vitest'

import { listenForWebhooks } from '../../src/cli/webhook-receiver.ts'
import { freeOrigin } from '../support/other-server.ts'

it('a receiver of webhooks keeps the begin of a long body, and reads it to the end', async () => {
  const { url, received, close } = await listenForWebhooks(`${await freeOrigin()}/`)
  onTestFinished(close)
  const answer = await fetch(url, { method: 'POST', body: 'é'.repeat(1_000_000) })
  expect(answer.status).toBe(204)
  expect(received.map(({ body }) => body)).toEqual(['é'.repeat(65_536)])
})
