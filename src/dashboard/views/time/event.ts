import type { DueInfo } from '../../../control/endpoints/clock.ts'
import { hrefOf } from '../../state/route.ts'

/** Events of the two kinds that are no records. */
const events: Readonly<Record<string, string>> = { attempt: 'next attempt', reset: 'quota reset' }

export const eventOf = ({ event }: DueInfo): string => events[event] ?? event

/** The address of the item that something happens to. */
export function addressOf({ kind, id }: DueInfo): string {
  if (kind === 'outbox') return hrefOf('outbox', id)
  return kind === 'quota' ? hrefOf('keys', id) : hrefOf('data', `${kind}/${id}`)
}
