import { expect } from 'vitest'

import { version } from '../../src/core/lib/version.ts'
import { drawId, streamLabel } from '../../src/core/random/random.ts'
import { builtIn } from './record-admin.ts'

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

/** The id of a job that sends an e-mail when it ends. */
const notifyingJob = 'aaaaaaaa-0000-4000-8000-000000000002'

export const delivered = {
  id: drawId(streamLabel(1, 'delivery of default', 0)),
  kind: 'email',
  job: notifyingJob,
  event: 'analysis_job.completed',
  to: 'ops@example.com',
  state: 'kept',
  reason: null,
  createdAt: '2026-07-01T12:00:00.000Z',
  nextAttemptAt: null,
  settled: 1,
  attempts: [],
  body: expect.stringContaining(notifyingJob),
  subject: expect.stringMatching(/: completed$/),
  message: expect.stringContaining('To: ops@example.com'),
}

export const frozenAtNoon = { now: '2026-07-01T12:00:00.000Z', mode: 'frozen', rate: 1 }

export const fullAccess = {
  id: 'full-access',
  name: 'Full access',
  permissions: ['security:read', 'security:write', 'cloud:read', 'analysis:read', 'analysis:write'],
  quota: null,
  revoked: false,
  createdAt: null,
  secret: 'csf_full_access',
}

export const fullQuota = {
  id: 'full-access',
  name: 'Full access',
  limit: 5000,
  remaining: 5000,
  reset: '2026-07-01T13:00:00.000Z',
}

export const summary = {
  name: 'default',
  version,
  apiKey: 'csf_full_access',
  clock: frozenAtNoon,
  scenarios: [],
  assumptions: {},
  quotas: expect.arrayContaining([
    fullQuota,
    { ...fullQuota, id: 'small-quota', name: expect.any(String), limit: 5, remaining: 5 },
  ]),
  counts: {
    resources: builtIn('resources').length,
    assessments: builtIn('assessments').length,
    jobs: builtIn('jobs').length,
  },
}

export const commitsThenFails = {
  name: 'commits-then-fails',
  description: expect.any(String),
  group: 'errors',
  active: false,
  source: 'built-in',
  effect: '503 × 1',
  keywords: ['503', 'down', 'outage', 'unavailable'],
  rules: ['createAssessment', 'createJob'].map((operation) => ({
    when: { operation },
    count: { first: 1 },
    phase: 'after',
    then: { error: 'service_unavailable' },
    matches: 0,
    hits: 0,
  })),
}

export const allScenarios = { items: expect.arrayContaining([commitsThenFails]) }

export const ownScenario = {
  name: 'own',
  description: 'Of this test.',
  rules: [{ when: { operation: 'listJobs' }, count: { first: 1 }, phase: 'before', then: { error: 'internal_error' } }],
  assessments: { completeAfter: '30s', outcome: 'completed' },
  quota: { limit: 5, remaining: 0 },
  assume: { limitAboveMax: 'clamp' },
}

/** Requests that complete a job, which sends an e-mail. */
export const notifyByMail = [
  ['POST', '/jobs', { id: notifyingJob, status: 'running', notification: { email: 'ops@example.com' } }],
  ['PATCH', `/jobs/${notifyingJob}`, { status: 'completed' }],
  ['GET', '/outbox/next?timeout=2s', undefined],
] as const

export const ownSecret = `whsec_${Buffer.from('a secret of 24 bytes, ok').toString('base64')}`

/** A new sandbox in a list. */
export const freshSandbox = (name: string, prefix = `/@${name}`) => ({
  name,
  baseUrl: expect.stringMatching(new RegExp(String.raw`^http://[\w.:-]+${prefix}/v1$`)),
  controlUrl: expect.stringMatching(new RegExp(String.raw`^http://[\w.:-]+${prefix}/_control$`)),
  apiKey: 'csf_full_access',
  createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  lastUsedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  scenarios: [],
  counts: summary.counts,
  storedBytes: 0,
})
