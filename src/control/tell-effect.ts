import { errorStatuses } from '../assumptions/error-statuses.ts'
import type { Profile } from '../assumptions/register.ts'
import type { QuotaSetting } from '../auth/quota.ts'
import type { FaultName } from '../faults/table.ts'
import { keysOf } from '../lib/keys-of.ts'
import type { LoadedScenario } from '../scenarios/library.ts'
import type { Effect, ScenarioRule } from '../scenarios/rule-schema.ts'
import type { WebhookSetting } from '../scenarios/schema.ts'
import type { ErrorCode } from '../spec/errors.ts'
import type { LifecycleSetting } from '../time/lifecycle.ts'

/** A part of a scenario: what it does, in a word or as a status, and other words that a person searches for. */
interface Part {
  readonly words: readonly string[]
  /** How often it does so, how long, or how much (nothing). */
  readonly more?: string
}

type Statuses = Readonly<Record<ErrorCode, number>>

const ofFaults: Readonly<Record<FaultName, readonly string[]>> = {
  reset: ['reset', 'connection', 'network', 'down'],
  hang: ['timeout', 'hang', 'no answer', 'network', 'down'],
  truncate: ['cut body', 'truncated', 'incomplete', 'network'],
  malformed_json: ['bad JSON', 'malformed', 'syntax', 'parse'],
  empty: ['empty body', 'no body', 'parse'],
  gateway_html: ['502', 'gateway', 'proxy', 'HTML', 'outage', 'down'],
  slow_body: ['slow body', 'timeout', 'network'],
  wrong_content_type: ['wrong type', 'content type', 'HTML', 'parse'],
}

const ofErrors: Readonly<Record<ErrorCode, readonly string[]>> = {
  authentication_error: ['unauthorized', 'key', 'revoked'],
  authorization_error: ['forbidden', 'permission', 'denied'],
  invalid_request: ['bad request', 'validation', 'invalid'],
  resource_not_found: ['not found', 'missing', 'gone'],
  rate_limit_exceeded: ['rate limit', 'throttled', 'too many requests'],
  internal_error: ['crash', 'bug', 'down'],
  service_unavailable: ['down', 'outage', 'unavailable'],
}

const ofWebhooks: Readonly<Record<keyof WebhookSetting, readonly string[]>> = {
  fail: ['webhook fails', 'retry', 'down'],
  duplicate: ['webhook again', 'duplicate', 'twice'],
  outOfOrder: ['out of order', 'webhook', 'order', 'race'],
  tamper: ['bad signature', 'webhook', 'tampered', 'security'],
}

/** Says in a few characters what a scenario does (`503 × 3`), with words to find it by. @param profile decides the statuses of errors */
export function tellEffect({ definition, choices, lifecycles }: LoadedScenario, profile: Profile) {
  const { rules = [], quota, delay, webhooks = {} } = definition
  const statuses = errorStatuses[choices.errorStatus ?? profile.errorStatus]
  const parts: readonly Part[] = [
    ...rules.map((rule) => tellRule(rule, statuses)),
    ...(delay === undefined ? [] : [tellThen({ delay }, statuses)]),
    ...(quota === undefined ? [] : [tellQuota(quota, statuses)]),
    ...Object.values(lifecycles).flatMap(tellLifecycle),
    ...keysOf(ofWebhooks).flatMap((name) => {
      const value = webhooks[name] ?? false
      return value === false ? [] : [{ words: ofWebhooks[name], more: value === true ? '' : ` × ${value}` }]
    }),
  ]
  const badges = [...new Set(parts.map(({ words: [what = ''], more = '' }) => what + more))]
  const effect = badges.slice(0, 2).join(', ') + (badges.length > 2 ? ', …' : '')
  return {
    effect: effect === '' ? Object.keys(choices).join(', ') : effect,
    keywords: [...new Set(parts.flatMap(({ words }) => words))],
  }
}

function tellRule({ when = {}, count = {}, then }: ScenarioRule, statuses: Statuses): Part {
  const { words, more = '' } = tellThen(then, statuses)
  const limits = [
    count.after === undefined ? '' : ` after ${count.after}`,
    count.every === undefined ? '' : ` 1 in ${count.every}`,
    count.chance === undefined ? '' : ` ${Math.round(count.chance * 100)} %`,
    count.first === undefined ? '' : ` × ${count.first}`,
    when.for === undefined ? '' : ` for ${when.for}`,
  ]
  return { words, more: more + limits.join('') }
}

function tellThen({ error, status, fault, delay, arrange, ...others }: Effect, statuses: Statuses): Part {
  if (fault !== undefined) return { words: ofFaults[fault] }
  if (error !== undefined) return { words: [String(status ?? statuses[error]), ...ofErrors[error]] }
  if (status !== undefined) return { words: [String(status)] }
  if (arrange !== undefined) return { words: [`${arrange}s`, 'paging', 'duplicate', 'missing'] }
  if (delay === undefined || Object.keys(others).length > 0) {
    return { words: ['changed answer', 'unknown values', 'new fields', 'schema'] }
  }
  const most = typeof delay === 'object' ? `${delay.min}–${delay.max}` : delay
  return { words: ['delay', 'slow', 'latency', 'timeout'], more: ` ${most}` }
}

function tellQuota({ remaining, limit }: QuotaSetting, statuses: Statuses): Part {
  const words = ['quota', String(statuses.rate_limit_exceeded), ...ofErrors.rate_limit_exceeded]
  return {
    words,
    more: remaining === undefined ? ` ${limit === undefined ? 'resets' : `${limit}/h`}` : ` ${remaining}`,
  }
}

function tellLifecycle({ completeAfterMs, outcome }: Partial<LifecycleSetting>): readonly Part[] {
  const end = outcome === 'failed' ? [{ words: ['fails', 'failed', 'failure'] }] : []
  if (completeAfterMs === undefined) return end
  if (completeAfterMs === null) return [{ words: ['never ends', 'stuck', 'pending', 'timeout'] }, ...end]
  if (completeAfterMs === 0) return [{ words: ['ends at once', 'fast', 'instant'] }, ...end]
  const isWhole = completeAfterMs % 3_600_000 === 0
  const more = isWhole ? ` ${completeAfterMs / 3_600_000}h` : ` ${completeAfterMs / 1000}s`
  return [{ words: ['takes', 'slow', 'pending', 'polling'], more }, ...end]
}
