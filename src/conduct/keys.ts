import { hashSecret } from '../auth/keys.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { Groups, named } from './occurrences.ts'
import { defineVerdict, type Evidence } from './verdict.ts'

/** True where a request was refused because its key is revoked. */
function revokedReader({ sandbox, credentialOf }: Evidence): (entry: JournalEntry) => boolean {
  const known = new Map<string, boolean>()
  const isRevoked = (credential: string): boolean => {
    const secret = credential.slice(credential.indexOf(' ') + 1).trim()
    const revoked = known.get(credential) ?? sandbox.keys.findByHash(hashSecret(secret))?.revoked === true
    known.set(credential, revoked)
    return revoked
  }
  const accepted = new Set<string>()
  return (entry) => {
    const credential = credentialOf(entry)
    if (entry.code !== 'authentication_error') {
      accepted.add(credential)
      return false
    }
    // A rule may refuse a key as if it were revoked: after requests that were served.
    return entry.fired.length === 0 ? isRevoked(credential) : accepted.has(credential)
  }
}

/** The fewest requests after the refusal that show that the client goes on. */
const fewestAfter = 2

export const usedRevokedKey = defineVerdict({
  id: 'used-revoked-key',
  severity: 'error',
  title: 'Two requests or more came with a key after it had been refused as revoked.',
  advice: 'Stop at the first authentication_error, and ask for another key.',
  find: (evidence) => {
    const { credentialOf, comesAfter } = evidence
    const isRefused = revokedReader(evidence)
    const groups = new Groups()
    const refused = new Map<string, JournalEntry>()
    for (const entry of evidence.entries) {
      const credential = credentialOf(entry)
      if (!isRefused(entry)) {
        refused.delete(credential)
        continue
      }
      const before = refused.get(credential)
      if (before !== undefined && comesAfter(entry, before)) groups.join(before, entry)
      refused.set(credential, entry)
    }
    return groups.occurrences((first, later) =>
      later.length < fewestAfter
        ? undefined
        : `${named(first)} was refused as its key is revoked; ${later.length} more requests came with this key.`,
    )
  },
})
