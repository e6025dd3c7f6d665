import { expect } from 'vitest'

import { drawId, streamLabel } from '../../src/random/random.ts'

export const limitAboveMax = {
  id: 'limitAboveMax',
  section: '8',
  question: expect.any(String),
  options: ['reject', 'clamp'],
  effects: { reject: 'it is refused with invalid_request', clamp: 'it counts as 100' },
  default: 'reject',
  choice: 'reject',
  reason: expect.any(String),
}

/** The id of a job that sends an e-mail at its end. */
export const toldJob = 'aaaaaaaa-0000-4000-8000-000000000002'

export const delivered = {
  id: drawId(streamLabel(1, 'delivery of default', 0)),
  kind: 'email',
  job: toldJob,
  event: 'analysis_job.completed',
  to: 'ops@example.com',
  state: 'kept',
  reason: null,
  createdAt: '2026-07-01T12:00:00.000Z',
  nextAttemptAt: null,
  settled: 1,
  attempts: [],
  body: expect.stringContaining(toldJob),
  subject: expect.stringMatching(/: completed$/),
  message: expect.stringContaining('To: ops@example.com'),
}
