import { errorStatuses } from '../assumptions/error-statuses.ts'
import type { Profile } from '../assumptions/register.ts'
import type { QuotaSetting } from '../auth/quota.ts'
import { faults } from '../faults/table.ts'
import type { LoadedScenario } from '../scenarios/library.ts'
import type { Effect, ScenarioRule } from '../scenarios/rule-schema.ts'
import type { WebhookSetting } from '../scenarios/schema.ts'
import type { ErrorCode } from '../spec/errors.ts'
import type { LifecycleSetting } from '../time/lifecycle.ts'

/** The effect of a part of a scenario. The first word is shown, with `more` (how often, how long, how much); a search finds all words. */
type Part = readonly [words: readonly string[], more?: string]

type Statuses = Readonly<Record<ErrorCode, number>>

const effectWords: Readonly<Record<ErrorCode | keyof WebhookSetting, readonly string[]>> = {
  authentication_error: ['unauthorized', 'key', 'revoked'],
  authorization_error: ['forbidden', 'permission', 'denied'],
  invalid_request: ['bad request', 'validation', 'invalid'],
  resource_not_found: ['not found', 'missing', 'gone'],
  rate_limit_exceeded: ['rate limit', 'throttled', 'too many requests'],
  internal_error: ['crash', 'bug', 'down'],
  service_unavailable: ['down', 'outage', 'unavailable'],
  fail: ['webhook fails', 'retry', 'down'],
  duplicate: ['webhook again', 'duplicate', 'twice'],
  outOfOrder: ['out of order', 'webhook', 'order', 'race'],
  tamper: ['bad signature', 'webhook', 'tampered', 'security'],
}

const webhookNames = ['fail', 'duplicate', 'outOfOrder', 'tamper'] as const

/** Summarizes a scenario in a few characters (`503 × 3`), with keywords for a search. @param profile decides the statuses of errors */
export function summarizeEffect({ definition, choices, lifecycles }: LoadedScenario, profile: Profile) {
  const { rules = [], quota, delay, webhooks = {} } = definition
  const statuses = errorStatuses[choices.errorStatus ?? profile.errorStatus]
  const parts: readonly Part[] = [
    ...rules.map((rule) => summarizeRule(rule, statuses)),
    ...(delay === undefined ? [] : [summarizeThen({ delay }, statuses)]),
    ...(quota === undefined ? [] : [summarizeQuota(quota, statuses)]),
    ...Object.values(lifecycles).flatMap(summarizeLifecycle),
    ...webhookNames.flatMap((name): Part[] => {
      const value = webhooks[name] ?? false
      return value === false ? [] : [[effectWords[name], value === true ? '' : ` × ${value}`]]
    }),
  ]
  const whole = new Set(parts.map(([[what = ''], more = '']) => what + more))
  const names = new Set(parts.map(([[what = '']]) => what))
  const badges = [...(whole.size > 2 && names.size === 1 ? names : whole)]
  const effect = badges.slice(0, 2).join(', ') + (badges.length > 2 ? ', …' : '')
  return {
    effect: effect || Object.keys(choices).join(', '),
    keywords: [...new Set(parts.flatMap(([words]) => words))],
  }
}

function summarizeRule(
  { when = {}, count: { after, every, chance, first } = {}, then }: ScenarioRule,
  statuses: Statuses,
): Part {
  const [words, more = ''] = summarizeThen(then, statuses)
  const percent = chance === undefined ? undefined : `${Math.round(chance * 100)} %`
  const limits = Object.entries({ after, '1 in': every, '': percent, '×': first, for: when.for })
  const shown = limits.flatMap(([name, value]) => (value === undefined ? [] : [` ${name} ${value}`.replace('  ', ' ')]))
  return [words, more + shown.join('')]
}

function summarizeThen({ error, status, fault, delay, arrange, ...others }: Effect, statuses: Statuses): Part {
  if (fault !== undefined) return [faults[fault].words]
  if (error !== undefined) return [[String(status ?? statuses[error]), ...effectWords[error]]]
  if (status !== undefined) return [[String(status)]]
  if (arrange !== undefined) return [[`${arrange}s`, 'paging', 'duplicate', 'missing']]
  if (delay === undefined || Object.keys(others).length > 0) {
    return [['changed answer', 'unknown values', 'new fields', 'schema']]
  }
  const most = typeof delay === 'object' ? `${delay.min}–${delay.max}` : delay
  return [['delay', 'slow', 'latency', 'timeout'], ` ${most}`]
}

function summarizeQuota({ remaining, limit }: QuotaSetting, statuses: Statuses): Part {
  const words = ['quota', String(statuses.rate_limit_exceeded), ...effectWords.rate_limit_exceeded]
  return [words, ` ${remaining ?? (limit === undefined ? 'resets' : `${limit}/h`)}`]
}

function summarizeLifecycle({ completeAfterMs, outcome }: Partial<LifecycleSetting>): readonly Part[] {
  const end: Part[] = outcome === 'failed' ? [[['fails', 'failed', 'failure']]] : []
  if (completeAfterMs === undefined) return end
  if (completeAfterMs === null) return [[['never ends', 'stuck', 'pending', 'timeout']], ...end]
  if (completeAfterMs === 0) return [[['ends at once', 'fast', 'instant']], ...end]
  const hours = completeAfterMs / 3_600_000
  const more = Number.isInteger(hours) ? ` ${hours}h` : ` ${completeAfterMs / 1000}s`
  return [[['takes', 'slow', 'pending', 'polling'], more], ...end]
}
