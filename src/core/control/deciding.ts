import { createProfile, lockedRow } from '../assumptions/profile.ts'
import { type AssumptionId, type Profile, register } from '../assumptions/register.ts'
import { keyRows } from '../assumptions/rows/keys.ts'
import { newQuotas, ownerOf, Quotas } from '../auth/quota.ts'
import { readAddress } from '../http/address.ts'
import { createApiApp } from '../http/api-app.ts'
import { serve } from '../http/serve.ts'
import { entryId, type JournalEntry } from '../journal/entry.ts'
import { toText } from '../lib/body.ts'
import { InputError } from '../lib/input-error.ts'
import { keysOf } from '../lib/keys-of.ts'
import { lazily } from '../lib/lazily.ts'
import { silentLog } from '../lib/log.ts'
import { onlyDelays, withThen } from '../scenarios/rule-schema.ts'
import { type ActiveRule, thenHeader } from '../scenarios/rule.ts'
import type { Settings } from '../scenarios/settings.ts'
import { rateHeaders } from '../spec/headers.ts'
import { abortAfter } from '../time/abort-after.ts'
import { later } from '../time/clock.ts'
import { Problem } from './problem.ts'
import type { RequestBasics } from './route.ts'
import { entryOf, replayTimeoutMs, toSent } from './send-again.ts'

type Option = string | number

/**
 * Finds the assumptions that decided an answer. It replays the request in copies of its sandbox, under the present choices and
 * under each other option of a row that it used. The same rules fire again, without a delay.
 * @throws InputError for a request that cannot be replayed; Problem if it takes too long
 */
export async function listDeciding(request: RequestBasics, entry: JournalEntry) {
  if (request.service.upstream !== undefined && entry.decidedBy.ids().length === 0) {
    throw new InputError(`no assumption decided ${entryId(entry)}: the real service answered it`, { kind: 'taken' })
  }
  const over = abortAfter(replayTimeoutMs, [request.service.stopping, request.request.signal])
  try {
    const ask = trialOf(request, entry, over.signal)
    const before = await ask()
    const items: { id: AssumptionId; options: Option[]; outcome: boolean }[] = []
    // A row that the copy did not read changes nothing there.
    for (const id of before.entry.decidedBy.ids().filter((used) => entry.decidedBy.has(used))) {
      const options: Option[] = []
      let outcome = false
      for (const option of othersOf(id, before.profile)) {
        const after = await ask({ [id]: option })
        if (after.answer !== before.answer) options.push(option)
        outcome ||= after.entry.code !== before.entry.code || after.entry.fault !== before.entry.fault
      }
      if (options.length > 0) items.push({ id, options, outcome })
    }
    const { status, code, fault } = before.entry
    return { same: entry.status === status && entry.code === code && entry.fault === fault, items }
  } finally {
    over.abort()
  }
}

/** Creates a function that replays a request in a copy of its sandbox: in a new copy each time if it may change records. */
function trialOf({ service, sandbox, origin }: RequestBasics, entry: JournalEntry, signal: AbortSignal) {
  const known = sandbox.scenarios.list().flatMap(({ rules }) => rules)
  const gone = entry.fired.find((fired) => fired !== thenHeader && !known.some(({ name }) => name === fired))
  if (gone !== undefined) {
    throw new InputError(
      `${entryId(entry)} cannot be replayed: the rule ${gone}, which acted on it, no longer exists`,
      { kind: 'taken' },
    )
  }
  const makeCopy = service.sandboxes.copier(sandbox)
  const open = () => {
    const sandboxes = makeCopy()
    const other = { log: silentLog, tags: [], recordAdmins: async () => service.recordAdmins, upstream: undefined }
    const own = { ...other, sandboxes, ended: signal }
    const app = createApiApp({ ...service, ...own })
    app.onError((error) => {
      throw error
    })
    app.notFound((c) => serve({ ...service, ...own }, c, readAddress(c), undefined))
    return { app, journals: sandboxes.limits.journals, nowMs: sandboxes.getOrCreate(sandbox.name).clock.now() }
  }
  const isRead = ['GET', 'HEAD'].includes(entry.method) && entry.fired.length === 0
  const opened = isRead ? lazily(open) : open
  return async (choice: Readonly<Record<string, Option>> = {}) => {
    const sent = toSent(entry, new URL(origin).origin, signal)
    // Other requests are served in between.
    await new Promise<void>(later)
    const { app, journals, nowMs } = opened()
    let { profile } = sandbox.scenarios.settings
    const settingsFrom = (settings: Settings): Settings => {
      profile = Object.keys(choice).length === 0 ? settings.profile : createProfile({ ...settings.profile, ...choice })
      const all = [...settings.rules, ...known]
      const rules = entry.fired.flatMap((fired) => alwaysFiring(all.find(({ name }) => name === fired)))
      const quotas = quotasOf(entry, nowMs)
      return { ...settings, profile, rules, quotas, delay: undefined, hasNoEffects: rules.length === 0 }
    }
    const served = await entryOf((take) => {
      journals.follow(take)
      return app.fetch(sent, { onRecord: () => {}, settingsFrom })
    }, signal)
    if (served !== undefined) return { entry: served, profile, answer: answerOf(served) }
    throw new Problem(
      'unavailable',
      `the replay of ${entryId(entry)} took longer than ${replayTimeoutMs / 1000} seconds`,
    )
  }
}

/** Rebuilds the quotas as the original request met them. */
function quotasOf({ quotaScenario, code, key, responseHeaders }: JournalEntry, nowMs: number): Quotas {
  const quotas = new Quotas(quotaScenario === undefined ? {} : { remaining: 0 }, newQuotas(nowMs))
  if (quotaScenario !== undefined || code !== 'rate_limit_exceeded') return quotas
  const limit = Number(responseHeaders[rateHeaders.limit])
  for (const window of keysOf(keyRows.rateWindow.options)) {
    for (const scope of keysOf(keyRows.rateScope.options)) {
      quotas.set(ownerOf(key, scope), window, limit, { remaining: 0 }, nowMs)
    }
  }
  return quotas
}

/** Makes a rule fire without a delay for each request that it matches. */
function alwaysFiring(active: ActiveRule | undefined): readonly ActiveRule[] {
  if (active === undefined || onlyDelays(active.rule.then)) return []
  const rule = { ...withThen({ ...active.rule.then, delay: undefined }, active.rule), count: {} }
  return [{ ...active, rule, fromMs: -Infinity, endMs: Infinity, matches: 0, hits: 0 }]
}

/** The other options of a row that a sandbox may choose; for a whole number the default, and the next one. */
function othersOf(id: AssumptionId, profile: Profile): readonly Option[] {
  const { options, default: defaultOption } = register[id]
  const all: readonly Option[] =
    options === 'whole_number' ? [defaultOption, Number(profile[id]) + 1] : Object.keys(options)
  return all.filter((option) => {
    const other = createProfile({ ...profile, [id]: option })
    return other[id] !== profile[id] && lockedRow(other, profile, false) === undefined
  })
}

/** Headers with counts and times, which differ between any two answers. */
const volatileHeaders: ReadonlySet<string> = new Set(['Date', ...Object.values(rateHeaders)])

/** Everything that the client of a request sees. */
function answerOf({ status, fault, responseHeaders, responseBody }: JournalEntry): string {
  const headers = Object.entries(responseHeaders).filter(([name]) => !volatileHeaders.has(name))
  return JSON.stringify([status, fault, headers, responseBody === null ? null : toText(responseBody)])
}
