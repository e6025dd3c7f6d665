import * as z from 'zod/mini'

import { lifecycleSettingOf } from '../../../../../src/core/api/define-area.ts'
import { defineList } from '../../../../../src/core/api/define-list.ts'
import { defineCreate, defineGet } from '../../../../../src/core/api/define-operation.ts'
import type { RequestContext, SchemaContext } from '../../../../../src/core/http/types.ts'
import { drawId } from '../../../../../src/core/random/random.ts'
import { beginLifecycle, statusAt, statuses } from '../../../../../src/core/time/lifecycle.ts'
import { type Ticket, tickets } from './ticket.ts'

const itemSchema = z.strictObject({ id: z.guid(), title: z.string(), status: z.enum(statuses) })
const schema = (context: SchemaContext) => context.component('Ticket', () => itemSchema)

const write = (ctx: Pick<RequestContext, 'nowMs'>, ticket: Ticket): string =>
  JSON.stringify({ id: ticket.id, title: ticket.title, status: statusAt(ticket.lifecycle, ctx.nowMs) })

export const listTickets = defineList({
  id: 'listTickets',
  path: '/support/tickets',
  permission: 'support:read',
  summary: 'Lists tickets',
  filters: {
    title: {
      description: 'Filter by title.',
      schema: () => z.string(),
      select: (_, title) => ({ terms: [{ field: 'title', anyOf: [title] }] }),
    },
  },
  schema,
  collection: tickets,
  write,
})

export const getTicket = defineGet({
  id: 'getTicket',
  path: '/support/tickets/{id}',
  idKind: () => ({ format: 'uuid', prefix: '' }),
  permission: 'support:read',
  summary: 'Gets a ticket',
  schema,
  handle: (ctx, id) => {
    const ticket = tickets(ctx.sandbox).get(id)
    return ticket === undefined ? undefined : write(ctx, ticket)
  },
})

const bodySchema = z.strictObject({ title: z.string() })

export const createTicket = defineCreate({
  id: 'createTicket',
  path: '/support/tickets',
  permission: 'support:write',
  summary: 'Creates a ticket',
  schema,
  body: {
    schema: bodySchema,
    requirable: [],
    required: () => [],
    documentedSchema: () => bodySchema,
    example: () => ({ title: 'Printer on fire' }),
  },
  status: () => 201,
  check: (_, body) => body,
  handle: (ctx, { title }) => {
    const { sandbox, nowMs } = ctx
    const label = sandbox.label('ticket', tickets(sandbox).takeNumber())
    const ticket = { id: drawId(label), title, lifecycle: beginLifecycle(nowMs, lifecycleSettingOf(ctx)) }
    tickets(sandbox).insert(ticket)
    return write(ctx, ticket)
  },
})
