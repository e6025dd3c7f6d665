import { permissionNames } from '../assumptions/permissions.ts'
import { createAssume } from '../assumptions/used.ts'
import { type ApiKey, hashSecret } from '../auth/keys.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { grouped } from '../lib/grouped.ts'
import { Groups } from './groups.ts'
import { defineVerdict, type Evidence } from './verdict.ts'
import { named, times } from './words.ts'

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

/** The permissions of a key that no call needs, by the names of the model that the sandbox has. */
function unneeded(
  { operations, permissions, sandbox }: Evidence,
  key: ApiKey,
  calls: readonly JournalEntry[],
): readonly string[] {
  const { profile } = sandbox.scenarios.settings
  const nameOf = permissionNames[profile.permissionModel]
  const needed = new Set(
    calls.flatMap(({ operation }) => {
      const called = operations.get(operation ?? '')
      return called === undefined ? [] : [nameOf(called.permission)]
    }),
  )
  const held = permissions.all.filter(
    (permission) => permissions.lacked(createAssume(profile), key, permission) === undefined,
  )
  return [...new Set(held.map(nameOf))].filter((name) => !needed.has(name))
}

export const keyTooPowerful = defineVerdict({
  id: 'key-too-powerful',
  severity: 'note',
  title: 'A key that was made for the client has permissions that none of its requests needs.',
  advice: 'Give a key only the permissions that its requests need.',
  find: (evidence) => {
    // A request that is gone may have needed them.
    if (!evidence.isWhole) return []
    const calls = evidence.entries.filter(({ key, operation }) => key !== undefined && operation !== undefined)
    return [...grouped(calls, ({ key }) => key ?? '')].flatMap(([id, requests]) => {
      const key = evidence.sandbox.keys.get(id)
      if (key === undefined || key.createdAt === null) return []
      const names = unneeded(evidence, key, requests)
      if (names.length === 0) return []
      const detail = `The key ${id} was used ${times(requests.length)} and never needed ${names.join(', ')}.`
      const firstOfEach = [...grouped(requests, ({ operation }) => operation).values()].flatMap(
        ([first]) => first ?? [],
      )
      return [{ requests: firstOfEach, detail }]
    })
  },
})
