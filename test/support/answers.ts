import * as z from 'zod/mini'

import { assessmentItemSchema, assessmentSchema, creationSchema } from '../../src/core/api/assessments/assessment.ts'
import { jobSchema } from '../../src/core/api/jobs/job.ts'
import { resourceItemSchema, resourceSchema } from '../../src/core/api/resources/resource.ts'
import { itemEnvelope, listEnvelope } from '../../src/core/spec/envelope.ts'

/** The envelopes of the operations, by what they answer, from the schemas of the areas. */
export const answers = {
  assessment: itemEnvelope(assessmentSchema),
  creation: itemEnvelope(creationSchema),
  assessments: listEnvelope(assessmentItemSchema),
  resource: itemEnvelope(resourceSchema),
  resources: listEnvelope(resourceItemSchema),
  job: itemEnvelope(jobSchema),
  jobs: listEnvelope(jobSchema),
}

/** Any page, with any items. */
export const anyList = listEnvelope(z.looseObject({ id: z.string() }))

/** Any answer of a read or create that was served. */
export const anySuccess = z.looseObject({ status: z.literal('success') })

/** The instant that tests freeze the clock at. */
export const noon = '2026-07-01T12:00:00Z'

/** A resource of the built-in fixtures. */
export const knownResource = { id: '085eb948-ff2a-4f15-bd84-c172cd02afba', type: 'database' } as const

/** A UUID that no record has. */
export const unknownId = '11111111-2222-4333-8444-555555555555'

/** A body that creates an assessment. */
export const assessmentBody = { resource_id: knownResource.id, resource_type: knownResource.type }

/** A body that creates a job: all required fields and no optional ones. */
export const jobBody = {
  name: 'Nightly correlation',
  data_source: {
    type: 'security_logs',
    parameters: {
      start_date: '2026-06-01T00:00:00Z',
      end_date: '2026-06-30T00:00:00Z',
      log_types: ['firewall', 'system'],
    },
  },
  analysis_type: 'security_event_correlation',
  output_format: 'json',
}

/** Each operation with a request that succeeds in the built-in fixtures. */
export const operations = [
  { id: 'listAssessments', method: 'GET', path: '/security/assessments', permission: 'security:read' },
  {
    id: 'getAssessment',
    method: 'GET',
    path: '/security/assessments/14428cae-439f-451d-bd1e-e006394f6bad',
    permission: 'security:read',
  },
  {
    id: 'createAssessment',
    method: 'POST',
    path: '/security/assessments',
    body: assessmentBody,
    permission: 'security:write',
  },
  { id: 'listResources', method: 'GET', path: '/cloud/resources', permission: 'cloud:read' },
  { id: 'getResource', method: 'GET', path: `/cloud/resources/${knownResource.id}`, permission: 'cloud:read' },
  { id: 'createJob', method: 'POST', path: '/data/analysis/jobs', body: jobBody, permission: 'analysis:write' },
  {
    id: 'getJob',
    method: 'GET',
    path: '/data/analysis/jobs/f9aa2dc6-44d3-43be-a26c-3245a68f75af',
    permission: 'analysis:read',
  },
  { id: 'listJobs', method: 'GET', path: '/data/analysis/jobs', permission: 'analysis:read' },
] as const

/** The status of each error under the default of errorStatus, repeated here, because a test must not take it from the code. */
export const conventionalStatuses = {
  authentication_error: 401,
  authorization_error: 403,
  invalid_request: 400,
  resource_not_found: 404,
  rate_limit_exceeded: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const
