import { idParameter } from '../../http/path-parameters.ts'
import { defineGet } from '../define-operation.ts'
import { jobIdKind, jobs, shownStates } from './job.ts'
import { jobResponse } from './schemas.ts'
import { jobText } from './serialize.ts'

/** `GET /data/analysis/jobs/{id}` (§4.3). */
export const getJob = defineGet({
  id: 'getJob',
  path: '/data/analysis/jobs/{id}',
  permission: 'analysis:read',
  summary: 'Gets an analysis job',
  states: shownStates,
  parameters: { id: idParameter((assume) => jobIdKind(assume('jobIdFormat'))) },
  schema: jobResponse,
  handle: (ctx, { id }) => {
    const job = jobs(ctx.sandbox).get(id)
    return job === undefined ? undefined : jobText(ctx, job, ctx.showStatus(job.lifecycle))
  },
})
