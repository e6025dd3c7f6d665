import type { Operation } from '../../http/operation.ts'
import { createJob } from './create-job.ts'
import { getJob } from './get-job.ts'
import { listJobs } from './list-jobs.ts'

/** The operations of data analysis jobs (§4.3). */
export const jobOperations: readonly Operation[] = [createJob, getJob, listJobs]
