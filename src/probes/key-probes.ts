import type { keyRows } from '../assumptions/key-rows.ts'
import type { Choice } from '../assumptions/register.ts'
import { keyScheme, rateHeaders } from '../spec/headers.ts'
import { lists, notSeen, unexpected } from './asks.ts'
import { assessmentBody, subjectOf } from './creations.ts'
import { codeOf, isServed, type KeyName, numberIn, remainingIn, resetIn, type Seen } from './exchange.ts'
import { type Finding, found, type Probes, unknown } from './probe.ts'
import { exhaust, windowOf } from './quota-probes.ts'
import type { Session } from './session.ts'

const [resources, assessments, jobs] = lists

/** Whether a key with one permission may do something; undefined where that did not show. */
function mayIn(seen: Seen | undefined): boolean | undefined {
  if (seen === undefined) return undefined
  if (codeOf(seen) === 'authorization_error') return false
  return isServed(seen) ? true : undefined
}

/** Whether the key with one permission may write in its area. A request that is wrong tells only where the permission is checked first. */
async function mayWrite(session: Session): Promise<readonly [boolean | undefined, Seen | undefined]> {
  const ask = { operation: 'createAssessment', key: 'limited' } as const
  const wrong = await session.see({ ...ask, body: '{' })
  if (wrong !== undefined && codeOf(wrong) === 'authorization_error') return [false, wrong]
  if ((await session.option('checkOrder')) !== 'request_before_permission') {
    const isInvalid = wrong !== undefined && codeOf(wrong) === 'invalid_request'
    return [isInvalid ? true : undefined, wrong]
  }
  const subject = await subjectOf(session)
  if (subject === undefined) return [undefined, wrong]
  const right = await session.see({ ...ask, body: JSON.stringify(assessmentBody(subject)) })
  return [mayIn(right), right]
}

async function modelOf(session: Session): Promise<Finding<Choice<'permissionModel'>>> {
  const reads: (readonly [string, Seen | undefined])[] = []
  for (const operation of lists) reads.push([operation, await session.see({ operation, key: 'limited' })])
  const evidence = reads.flatMap(([, seen]) => seen ?? [])
  const readable = reads.filter(([, seen]) => mayIn(seen) === true).map(([operation]) => operation)
  if (evidence.length < lists.length) return notSeen()
  if (readable.length === lists.length) return found('read_write', ...evidence)
  if (readable.join() !== assessments) {
    return unknown('a key whose one permission lets it read assessments would tell', ...evidence)
  }
  const [writes, last] = await mayWrite(session)
  const all = last === undefined ? evidence : [...evidence, last]
  if (writes === undefined) return unknown('whether the key may create assessments did not show', ...all)
  return found(writes ? 'area' : 'area_read_write', ...all)
}

/** How much of the quota of the main key a request with another key takes. */
async function scopeOf(session: Session): Promise<Finding<Choice<'rateScope'>>> {
  const other: KeyName = session.has('limitedKey') ? 'limited' : 'spare'
  const before = await session.ask({ operation: assessments })
  const between = await session.ask({ operation: assessments, key: other })
  const after = await session.ask({ operation: assessments })
  if (before === undefined || between === undefined || after === undefined) return notSeen()
  const taken = (remainingIn(before) ?? 0) - (remainingIn(after) ?? 0)
  const evidence = [before, between, after]
  if (taken === 1) return found('key', ...evidence)
  return taken === 2 ? found('account', ...evidence) : unknown('others use the key meanwhile', ...evidence)
}

/** What requests without a key do to the quota that is shown to them. */
async function countsOf(session: Session): Promise<Finding<Choice<'rateCounts'>>> {
  const ask = { operation: jobs, key: 'none' } as const
  const [first, second] = [await session.ask(ask), await session.ask(ask)]
  const [before, after] = [first, second].map((seen) => (seen === undefined ? undefined : remainingIn(seen)))
  if (first === undefined || second === undefined) return notSeen()
  if (before === undefined || after === undefined || before === 0) return unexpected(first, second)
  return found(after < before ? 'every_request' : 'accepted', first, second)
}

const isLimited = (seen: Seen): boolean => ['rate_limit_exceeded', 'service_unavailable'].includes(codeOf(seen) ?? '')

/** What finds out what services do with keys and their quota (§5, §8). */
export const keyProbes: Probes<keyof typeof keyRows> = {
  authScheme: {
    find: async (session) => {
      const scheme = keyScheme.toLowerCase()
      const seen = await session.see(
        { operation: resources, scheme },
        (other) => other.scheme === scheme && other.key === 'main',
      )
      if (seen === undefined) return notSeen()
      if (codeOf(seen) === 'authentication_error') return found('exact', seen)
      return isServed(seen) ? found('any_case', seen) : unexpected(seen)
    },
  },
  permissionModel: { needs: ['limitedKey'], find: modelOf },
  rateQuota: {
    find: async (session) => {
      const isOfMain = (seen: Seen): boolean => seen.key === 'main' && numberIn(seen, rateHeaders.limit) !== undefined
      const seen = await session.see({ operation: resources }, isOfMain)
      const limit = seen === undefined ? undefined : numberIn(seen, rateHeaders.limit)
      return seen === undefined || limit === undefined ? unexpected(seen) : found(limit, seen)
    },
  },
  rateWindow: { needs: ['wait'], find: windowOf },
  rateCounts: { find: countsOf },
  rateScope: { needs: ['otherKey'], find: scopeOf },
  rateResetUnit: {
    find: async (session) => {
      const seen = await session.see({ operation: resources }, (other) => resetIn(other) !== undefined)
      const unit = seen === undefined ? undefined : resetIn(seen)?.unit
      return seen === undefined || unit === undefined ? unexpected(seen) : found(unit, seen)
    },
  },
  retryAfter: {
    needs: ['spareKey'],
    hiddenBy: [
      {
        row: 'rateScope',
        options: ['account'],
        reason: 'what uses up the quota of one key uses up that of all',
      },
    ],
    find: async (session) => {
      const seen = session.seen.find(isLimited) ?? (await exhaust(session, 'spare'))
      if (seen === undefined || !isLimited(seen)) return unknown('no quota could be used up', seen)
      return found(seen.headers['retry-after'] === undefined ? 'absent' : 'present', seen)
    },
  },
}
