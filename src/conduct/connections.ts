import { keepAliveMs } from '../http/arrivals.ts'
import type { Connection, JournalEntry } from '../journal/entry.ts'
import { endsConnection } from './answers.ts'
import { Groups } from './groups.ts'
import { pauseMs } from './same-request.ts'
import { defineVerdict } from './verdict.ts'
import { named } from './words.ts'

/** The fewest requests in a row that show that connections are not kept. */
const fewestRequests = 10

/** True where a client could have used the connection of an earlier request, which was idle, and opened another. */
function wastes(before: JournalEntry, entry: JournalEntry): boolean {
  const isNew = (entry.arrival?.connection?.openedAfter ?? 0) >= before.sequence
  const isGone = endsConnection(before) || Math.abs(pauseMs(before, entry)) >= keepAliveMs
  return isNew && !isGone
}

export const connectionPerRequest = defineVerdict({
  id: 'connection-per-request',
  severity: 'note',
  title: `${fewestRequests} requests or more came one after another, each on a connection of its own.`,
  advice: 'Keep connections open (keep-alive), and share one client or session between requests.',
  find: ({ entries, credentialOf }) => {
    const requestsOn = new Map<Connection | undefined, number>()
    for (const { arrival } of entries)
      requestsOn.set(arrival?.connection, (requestsOn.get(arrival?.connection) ?? 0) + 1)
    const groups = new Groups()
    const lastOf = new Map<string, JournalEntry>()
    for (const entry of entries) {
      const credential = credentialOf(entry)
      const before = lastOf.get(credential)
      const connection = entry.arrival?.connection
      const isAlone = connection !== undefined && requestsOn.get(connection) === 1
      if (isAlone && before !== undefined && wastes(before, entry)) groups.join(before, entry)
      if (isAlone) lastOf.set(credential, entry)
      else lastOf.delete(credential)
    }
    return groups.occurrences((first, { length }) =>
      length + 1 < fewestRequests ? undefined : `${length + 1} requests from ${named(first)} on had a connection each.`,
    )
  },
})
