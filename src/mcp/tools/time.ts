import * as z from 'zod/mini'

import { InputError } from '../../core/lib/input-error.ts'
import { described } from '../../core/scenarios/fields.ts'
import { data } from '../text.ts'
import { defineTool, sandboxArgument } from '../tool.ts'

export const time = defineTool({
  name: 'time',
  description:
    'Shows the clock of the sandbox and what is due next, or moves the clock: jobs and assessments complete and quotas reset when they are due. The fake uses this clock, so tests need not wait.',
  isRead: false,
  isRepeatable: false,
  input: z.strictObject({
    advance: described('Moves the clock forward by a duration: 30s, 1h30m or PT1H.', z.string()),
    to: described('Moves the clock to an ISO 8601 date-time.', z.string()),
    mode: described('Stops the clock, or lets it run.', z.enum(['frozen', 'real'])),
    ...sandboxArgument,
  }),
  more: 'move the clock to the first due item',
  run: async ({ advance, to, mode, sandbox }, session) => {
    if (advance !== undefined && to !== undefined)
      throw new InputError('use `to` or `advance`, not both', { field: 'to' })
    const { clock } = (await session.sandbox(sandbox)).client
    if (to !== undefined || mode !== undefined) await clock.change({ now: to, mode })
    if (advance !== undefined) await clock.advance(advance)
    const [state, due] = [await clock.show(), await clock.due({ limit: 5 })]
    return [
      `clock: ${state.now} ${state.mode}${state.rate === 1 ? '' : ` at rate ${state.rate}`}`,
      due.length === 0 ? 'nothing is due' : 'due next:',
      ...due.map(({ at, kind, id, event }) => `${at} ${kind} ${data(id)} ${event}`),
    ]
  },
})
