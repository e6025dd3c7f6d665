import type { Faker } from '@faker-js/faker'

import { defineArea } from '../define-area.ts'
import { createJob } from './create-job.ts'
import { getJob } from './get-job.ts'
import { jobs, jobTable } from './job.ts'
import { listJobs } from './list-jobs.ts'
import { notices } from './notices.ts'

/** Data analysis jobs. @param loadFaker loads the function that makes a faker for a label */
export const defineJobsArea = (loadFaker: () => Promise<(label: string) => Faker>) =>
  defineArea({
    name: 'jobs',
    section: '4.3',
    description: 'Data analysis jobs: create, read and list (§4.3).',
    columns: ['id', 'name', 'analysis_type', 'status', 'created_at'],
    operations: [createJob, getJob, listJobs],
    states: [jobs, notices],
    table: jobTable,
    admin: async () => (await import('./admin.ts')).defineJobAdmin(loadFaker),
    hasLifecycle: true,
  })
