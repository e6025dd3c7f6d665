import { defineArea } from '../define-area.ts'
import { createJob } from './create-job.ts'
import { jobs, jobTable } from './job.ts'
import { notify } from './notices.ts'
import { getJob, listJobs } from './reads.ts'

export const jobsArea = defineArea({
  name: 'jobs',
  section: '4.3',
  description: 'Data analysis jobs: create, read and list (§4.3).',
  columns: ['id', 'name', 'analysis_type', 'status', 'created_at'],
  operations: [createJob, getJob, listJobs],
  states: [jobs],
  table: jobTable,
  notify,
  admin: async () => (await import('./admin.ts')).jobAdmin,
  hasLifecycle: true,
})
