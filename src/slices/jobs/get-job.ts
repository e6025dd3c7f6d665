import { defineGet } from '../../http/operation.ts'
import { notFound, readId } from '../../http/read-id.ts'
import { itemReply } from '../../http/reply.ts'
import { itemEnvelope } from '../../spec/envelope.ts'
import { jobIdKind, jobs } from './job.ts'
import { jobSchema, jobText } from './text.ts'

/** `GET /data/analysis/jobs/{id}` (§4.3). */
export const getJob = defineGet({
  id: 'getJob',
  path: '/data/analysis/jobs/{id}',
  permission: { area: 'analysis', action: 'read' },
  answer: itemEnvelope(jobSchema),
  readId: ({ assume }, id) => readId(id, 'id', jobIdKind(assume('jobIdFormat'))),
  handle: (exchange, id) => {
    const job = jobs(exchange.sandbox).get(id)
    if (job === undefined) throw notFound('id', id)
    return itemReply(jobText(exchange, job))
  },
})
