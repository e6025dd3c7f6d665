import { readId } from '../../http/read-id.ts'
import { idSchema } from '../../random/ids.ts'
import { defineGet } from '../define-operation.ts'
import { jobIdKind, jobs } from './job.ts'
import { jobResponse } from './schemas.ts'
import { jobText } from './serialize.ts'

/** `GET /data/analysis/jobs/{id}` (§4.3). */
export const getJob = defineGet({
  id: 'getJob',
  area: 'jobs',
  path: '/data/analysis/jobs/{id}',
  permission: 'analysis:read',
  summary: 'Gets an analysis job',
  idSchema: ({ assume }) => idSchema(jobIdKind(assume('jobIdFormat'))),
  schema: jobResponse,
  readId: ({ assume }, id) => readId(id, 'id', jobIdKind(assume('jobIdFormat'))),
  handle: (ctx, id) => {
    const job = jobs(ctx.sandbox).get(id)
    return job === undefined ? undefined : jobText(ctx.assume, job, ctx.statusOf(job.lifecycle))
  },
})
