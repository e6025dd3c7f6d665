import * as z from 'zod/mini'

import { maxDurationMs } from './duration.ts'
import { instantMs } from './instant.ts'

export const statuses = ['pending', 'running', 'completed', 'failed'] as const

export type Status = (typeof statuses)[number]

/** The lifecycle of a record. Its status is a function of the clock, never of a timer. Instants in Unix milliseconds. */
export const lifecycleSchema = z.lazy(() =>
  z.strictObject({
    createdAt: instantMs,
    /** When it starts (null: never). */
    startedAt: z.nullable(instantMs),
    /** When it finishes (null: never). */
    finishedAt: z.nullable(instantMs),
    outcome: z.enum(['completed', 'failed']),
    /** The fixed status of a fixture's record (null: the instants above decide). */
    pinned: z.nullable(z.enum(statuses)),
  }),
)

export type Lifecycle = Readonly<z.infer<typeof lifecycleSchema>>

/** The share of the total time that is spent pending. */
const waitingShare = 0.2

const keptDuration = z.number().check(z.gte(0), z.lte(maxDurationMs))

/** The lifecycle of new records. */
export const lifecycleSettingSchema = z.lazy(() =>
  z.strictObject({
    /** From creation to the end (null: never). */
    completeAfterMs: z.nullable(keptDuration),
    estimateMs: keptDuration,
    outcome: z.enum(['completed', 'failed']),
  }),
)

export type LifecycleSetting = Readonly<z.infer<typeof lifecycleSettingSchema>>

export function beginLifecycle(createdAt: number, { completeAfterMs, outcome }: LifecycleSetting): Lifecycle {
  return {
    createdAt,
    startedAt: completeAfterMs === null ? null : createdAt + Math.floor(completeAfterMs * waitingShare),
    finishedAt: completeAfterMs === null ? null : createdAt + completeAfterMs,
    outcome,
    pinned: null,
  }
}

/** The status at an instant. At a transition it is the new status. */
export function statusAt(lifecycle: Lifecycle, nowMs: number): Status {
  if (lifecycle.pinned !== null) return lifecycle.pinned
  if (lifecycle.finishedAt !== null && nowMs >= lifecycle.finishedAt) return lifecycle.outcome
  if (lifecycle.startedAt !== null && nowMs >= lifecycle.startedAt) return 'running'
  return 'pending'
}

/** When a status began; the creation if that is unknown. */
export function statusChangedAt(lifecycle: Lifecycle, status: Status): number {
  if (status === 'pending') return lifecycle.createdAt
  return (status === 'running' ? lifecycle.startedAt : lifecycle.finishedAt) ?? lifecycle.createdAt
}

/** Freezes a lifecycle in its status at an instant. */
export function pinnedAt(lifecycle: Lifecycle, nowMs: number): Lifecycle {
  return { ...lifecycle, pinned: statusAt(lifecycle, nowMs) }
}

/** The fixed lifecycle of a fixture's record. */
export function pinLifecycle(
  pinned: Status,
  createdAt: number,
  startedAt: number | null,
  finishedAt: number | null,
): Lifecycle {
  return { createdAt, startedAt, finishedAt, outcome: pinned === 'failed' ? 'failed' : 'completed', pinned }
}
