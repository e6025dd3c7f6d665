import { defineArea } from '../../../../../src/core/api/define-area.ts'
import { defineRecordAdmin } from '../../../../../src/core/sandbox/record-admin.ts'
import { formatExact } from '../../../../../src/core/time/instant.ts'
import { createTicket, getTicket, listTickets } from './operations.ts'
import { tickets } from './ticket.ts'

export const ticketsArea = defineArea({
  name: 'tickets',
  section: '4.10',
  description: 'Tickets: a toy (§4.10).',
  operations: [listTickets, getTicket, createTicket],
  collection: tickets,
  admin: async () =>
    defineRecordAdmin({
      collection: tickets,
      loadDraw: async () => () => ({ title: 'Drawn', status: 'completed' }),
      complete: (row, { nowMs }) => ({ created_at: formatExact(nowMs), ended_at: formatExact(nowMs), ...row }),
    }),
  hasLifecycle: true,
})
