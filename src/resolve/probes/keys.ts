import type { Choice } from '../../assumptions/register.ts'
import type { keyRows } from '../../assumptions/rows/keys.ts'
import { keyScheme, rateHeaders } from '../../spec/headers.ts'
import { assessmentBody, subjectOf } from '../creations.ts'
import { type Finding, found, type Probes, unknown } from '../probe.ts'
import {
  codeOf,
  isServed,
  type KeyName,
  numberIn,
  remainingIn,
  resetIn,
  type RecordedExchange,
} from '../recorded-exchange.ts'
import { listIds, lists, notSeen, unexpected, unreadable } from '../requests.ts'
import type { Session } from '../session.ts'
import { exhaust, windowOf } from './quota.ts'

const { resources, assessments, jobs } = lists

/** Says if a key may do something; undefined if the answer does not show it. */
function mayIn(seen: RecordedExchange | undefined): boolean | undefined {
  if (seen === undefined) return undefined
  if (codeOf(seen) === 'authorization_error') return false
  return isServed(seen) ? true : undefined
}

/** Says if the key with one permission may write in its area; undefined if that did not show. */
interface Writing {
  readonly mayWrite: boolean | undefined
  readonly seen: RecordedExchange | undefined
}

/** Finds out if the key with one permission may write in its area. An invalid request shows that only if the permission is checked first. */
async function mayWrite(session: Session): Promise<Writing> {
  const request = { operation: 'createAssessment', key: 'limited' } as const
  const wrong = await session.see({ ...request, body: unreadable })
  if (wrong !== undefined && codeOf(wrong) === 'authorization_error') return { mayWrite: false, seen: wrong }
  const elsewhere = await session.see({ operation: 'createJob', body: unreadable, key: 'limited' })
  if (elsewhere !== undefined && codeOf(elsewhere) === 'authorization_error') {
    const isInvalid = wrong !== undefined && codeOf(wrong) === 'invalid_request'
    return { mayWrite: isInvalid ? true : undefined, seen: wrong }
  }
  const subject = await subjectOf(session)
  if (subject === undefined) return { mayWrite: undefined, seen: wrong }
  const right = await session.see({ ...request, body: JSON.stringify(assessmentBody(subject)) })
  return { mayWrite: mayIn(right), seen: right }
}

async function modelOf(session: Session): Promise<Finding<Choice<'permissionModel'>>> {
  const reads: { readonly operation: string; readonly seen: RecordedExchange | undefined }[] = []
  for (const operation of listIds) reads.push({ operation, seen: await session.see({ operation, key: 'limited' }) })
  const evidence = reads.flatMap(({ seen }) => seen ?? [])
  const readable = reads.filter(({ seen }) => mayIn(seen) === true).map(({ operation }) => operation)
  if (evidence.length < listIds.length) return notSeen()
  const readsAll = readable.length === listIds.length
  const isForbidden = ({ seen }: (typeof reads)[number]): boolean => mayIn(seen) === false
  if (!readsAll && (readable.join() !== assessments || reads.filter(isForbidden).length !== 2)) {
    return unknown('the limited key does not have the one permission to read assessments', ...evidence)
  }
  const { mayWrite: writes, seen: last } = await mayWrite(session)
  const all = last === undefined ? evidence : [...evidence, last]
  if (writes === undefined) return unknown('no answer showed if the key may create assessments', ...all)
  if (readsAll) return writes ? unknown('the limited key may do everything', ...all) : found('read_write', ...all)
  return found(writes ? 'area' : 'area_read_write', ...all)
}

/** Finds out if a request with another key uses the quota of the main key. */
async function scopeOf(session: Session): Promise<Finding<Choice<'rateScope'>>> {
  const other: KeyName = session.has('limitedKey') ? 'limited' : 'spare'
  const before = await session.ask({ operation: assessments })
  const between = await session.ask({ operation: assessments, key: other })
  const after = await session.ask({ operation: assessments })
  const evidence = [before, between, after].filter((seen) => seen !== undefined).filter(isServed)
  const [first, second, third] = evidence.map(remainingIn)
  if (first === undefined || second === undefined || third === undefined) return unexpected(before, between, after)
  const [ofOther, ofMain] = [first - second, first - third]
  if (ofMain === 1 && ofOther !== 1) return found('key', ...evidence)
  if (ofMain === 2 && ofOther === 1) return found('account', ...evidence)
  return unknown('other programs use the keys at the same time', ...evidence)
}

/** Finds out if requests without a key use up a quota. */
async function countsOf(session: Session): Promise<Finding<Choice<'rateCounts'>>> {
  const request = { operation: jobs, key: 'none' } as const
  const answers = [await session.ask(request), await session.ask(request), await session.ask(request)]
  const seen = answers.filter((answer) => answer !== undefined)
  const [first, second, third] = seen.map(remainingIn)
  if (seen.length < answers.length) return notSeen()
  const areRefused = seen.every((answer) => codeOf(answer) === 'authentication_error')
  if (!areRefused || first === undefined || second === undefined || third === undefined || third === 0)
    return unexpected(...seen)
  const taken = [first - second, second - third]
  if (taken.every((count) => count === 1)) return found('every_request', ...seen)
  return taken.every((count) => count === 0)
    ? found('accepted', ...seen)
    : unknown('other programs send requests without a key at the same time', ...seen)
}

const isLimited = (seen: RecordedExchange): boolean =>
  ['rate_limit_exceeded', 'service_unavailable'].includes(codeOf(seen) ?? '')

/** Probes of keys and quotas (§5, §8). */
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
      const isOfMain = (seen: RecordedExchange): boolean =>
        seen.key === 'main' && numberIn(seen, rateHeaders.limit) !== undefined
      const seen = await session.see({ operation: resources }, isOfMain)
      const limit = seen === undefined ? undefined : numberIn(seen, rateHeaders.limit)
      if (seen === undefined || limit === undefined || limit === 0 || !Number.isSafeInteger(limit))
        return unexpected(seen)
      return found(limit, seen)
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
        reason: 'using up the quota of one key uses up the quota of all keys',
      },
    ],
    find: async (session) => {
      const known = session.seen.find(isLimited)
      if (known === undefined && !session.isReplay && (await session.option('rateScope')) !== 'key')
        return unknown('the quota may be shared with other keys')
      const seen = known ?? (await exhaust(session, 'spare'))
      if (seen === undefined || !isLimited(seen)) return unknown('no quota could be used up', seen)
      return found(seen.headers['retry-after'] === undefined ? 'absent' : 'present', seen)
    },
  },
}
