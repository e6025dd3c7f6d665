import * as z from 'zod/mini'

import type { Choice } from '../assumptions/register.ts'
import { InputError } from '../lib/input-error.ts'
import { requireDistinct } from '../lib/require-distinct.ts'
import { instantMs } from '../time/instant.ts'
import {
  endOf,
  hasRequests,
  type Meter,
  meterState,
  newMeter,
  resetOf,
  setMeter,
  countedIn,
  type Window,
} from './meter.ts'

export const quotasState = z.lazy(() =>
  z.strictObject({
    sinceMs: instantMs,
    limits: z.array(z.tuple([z.string(), z.int().check(z.gte(1))])),
    meters: z.array(meterState),
  }),
)

export type QuotasState = z.infer<typeof quotasState>

/** The setting of a quota. */
export interface QuotaSetting {
  /** Requests an hour for every owner (the limit of the key or the register). */
  readonly limit?: number | undefined
  /** Requests that remain in the open window (all). */
  readonly remaining?: number | undefined
  /** Time until the open window resets, at most an hour (as for a new window). */
  readonly resetsInMs?: number | undefined
}

/** Whose requests a quota counts together. */
export type Owner = 'account' | 'without key' | `key ${string}`

export function ownerOf(keyId: string | undefined, scope: Choice<'rateScope'>): Owner {
  if (keyId === undefined) return 'without key'
  return scope === 'account' ? 'account' : `key ${keyId}`
}

const isPlain = ({ remaining, resetsInMs }: QuotaSetting): boolean =>
  remaining === undefined && resetsInMs === undefined

const nameOf = (window: Window, owner: string): string => `${window} ${owner}`

/** The hourly quotas of a sandbox, with a meter for each owner: a key, the account, or the requests without a key. */
export class Quotas {
  readonly #meters = new Map<string, Meter>()
  readonly #limits: Map<string, number>
  readonly #setting: QuotaSetting
  readonly #sinceMs: number
  /** The scenario that sets them; undefined for none. */
  readonly scenario: string | undefined

  /** @param setting holds for every meter from `sinceMs` on */
  constructor(setting: QuotaSetting, state: QuotasState = newQuotas(0), scenario?: string) {
    const { sinceMs, limits, meters } = state
    requireDistinct(meters, ({ window, owner }) => nameOf(window, owner), 'meters')
    this.#setting = setting
    this.scenario = scenario
    this.#sinceMs = sinceMs
    this.#limits = new Map(limits)
    for (const meter of meters) this.#meters.set(nameOf(meter.window, meter.owner), meter)
  }

  get state(): QuotasState {
    const all = structuredClone([...this.#meters.values()])
    // A meter without requests is like a new one, unless the setting gives new meters a count.
    const meters = isPlain(this.#setting) ? all.filter(hasRequests) : all
    return { sinceMs: this.#sinceMs, limits: [...this.#limits], meters }
  }

  /** The limit that is set for an owner; undefined if the key or the register decides. */
  limit(owner: string): number | undefined {
    return this.#limits.get(owner) ?? this.#setting.limit
  }

  /** The meter of an owner. @param limit for a new meter that does not start at 0 @param isKept false does not store a new meter */
  meter(owner: string, window: Window, limit: number, isKept = true): Meter {
    const name = nameOf(window, owner)
    let meter = this.#meters.get(name)
    if (meter === undefined) {
      meter = this.#newMeter(owner, window, limit)
      if (isKept) this.#meters.set(name, meter)
    }
    return meter
  }

  #newMeter(owner: string, window: Window, limit: number): Meter {
    const meter = newMeter(window, owner)
    if (isPlain(this.#setting)) return meter
    const { remaining, resetsInMs } = this.#setting
    const used = remaining === undefined ? 0 : Math.max(0, limit - remaining)
    setMeter(meter, used, this.#sinceMs, resetsInMs === undefined ? undefined : endOf(this.#sinceMs, resetsInMs))
    return meter
  }

  /**
   * Changes the quota of one owner; a missing field stays as it is.
   * @throws InputError for the reset of an empty sliding window; then nothing changes
   */
  set(owner: string, window: Window, defaultLimit: number, setting: QuotaSetting, nowMs: number): void {
    const { limit = this.limit(owner) ?? defaultLimit, remaining, resetsInMs } = setting
    const meter = this.meter(owner, window, limit)
    const used = remaining === undefined ? countedIn(meter, nowMs) : Math.max(0, limit - remaining)
    if (window === 'sliding' && used === 0 && resetsInMs !== undefined) {
      throw new InputError('this sliding window is empty: it has nothing to reset', { field: 'resetsIn' })
    }
    if (setting.limit !== undefined) this.#limits.set(owner, limit)
    if (isPlain(setting)) return
    setMeter(meter, used, nowMs, resetsInMs === undefined ? resetOf(meter, nowMs) : endOf(nowMs, resetsInMs))
  }
}

export const newQuotas = (sinceMs: number): QuotasState => ({ sinceMs, limits: [], meters: [] })
