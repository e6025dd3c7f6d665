import { defineArea } from '../define-area.ts'
import { createJob } from './create-job.ts'
import { getJob } from './get-job.ts'
import { jobs, jobTable } from './job.ts'
import { listJobs } from './list-jobs.ts'
import { notices } from './notices.ts'

export const jobsArea = defineArea({
  name: 'jobs',
  section: '4.3',
  description: 'Data analysis jobs: create, read and list (§4.3).',
  operations: [createJob, getJob, listJobs],
  states: [jobs, notices],
  table: jobTable,
  admin: async () => (await import('./admin.ts')).jobAdmin,
  hasLifecycle: true,
})
