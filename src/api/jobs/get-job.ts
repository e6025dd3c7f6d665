import { readId } from '../../http/read-id.ts'
import { idShape } from '../../random/ids.ts'
import { defineGet } from '../define-operation.ts'
import { jobIdKind, jobs } from './job.ts'
import { jobShape } from './schemas.ts'
import { jobText } from './serialize.ts'

/** `GET /data/analysis/jobs/{id}` (§4.3). */
export const getJob = defineGet({
  id: 'getJob',
  area: 'jobs',
  path: '/data/analysis/jobs/{id}',
  collection: jobs,
  permission: 'analysis:read',
  summary: 'Gets an analysis job',
  idShape: ({ assume }) => idShape(jobIdKind(assume('jobIdFormat'))),
  shape: jobShape,
  readId: ({ assume }, id) => readId(id, 'id', jobIdKind(assume('jobIdFormat'))),
  handle: (exchange, id) => {
    const job = jobs(exchange.sandbox).get(id)
    return job === undefined ? undefined : jobText(exchange.assume, job, exchange.phaseOf(job.course))
  },
})
