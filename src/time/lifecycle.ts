import * as z from 'zod/mini'

import { longestMs } from './duration.ts'
import { keptInstant } from './instant.ts'

/** The course of something that takes time: a function of the clock, never of a timer. Instants in Unix milliseconds. */
export interface Lifecycle {
  readonly createdAt: number
  /** When work begins (null: never). */
  readonly startedAt: number | null
  /** When it ends (null: never). */
  readonly finishedAt: number | null
  /** How it ends. */
  readonly outcome: 'completed' | 'failed'
  /** The phase it is in whatever the time (null: the instants above say); what a fixture says stays so. */
  readonly pinned: Status | null
}

/** The phases of a course, in order. */
export const statuses = ['pending', 'running', 'completed', 'failed'] as const

/** Where on its course something is. */
export type Status = (typeof statuses)[number]

/** A course in a snapshot. */
export const lifecycleSchema = z.lazy(() =>
  z.strictObject({
    createdAt: keptInstant,
    startedAt: z.nullable(keptInstant),
    finishedAt: z.nullable(keptInstant),
    outcome: z.enum(['completed', 'failed']),
    pinned: z.nullable(z.enum(statuses)),
  }),
)

/** Part of the whole time that passes before work begins: a fifth. */
const waitingShare = 0.2

/** How what is created from now on runs its course. */
export interface LifecycleSetting {
  /** From creation to the end (null: it never ends). */
  readonly completeAfterMs: number | null
  /** From creation to when the end is expected. */
  readonly estimateMs: number
  readonly outcome: Lifecycle['outcome']
}

const keptDuration = z.number().check(z.gte(0), z.lte(longestMs))

/** How what is created runs its course, in a snapshot. */
export const lifecycleSettingSchema = z.lazy(() =>
  z.strictObject({
    completeAfterMs: z.nullable(keptDuration),
    estimateMs: keptDuration,
    outcome: z.enum(['completed', 'failed']),
  }),
)

/** The course of something created now. */
export function beginLifecycle(createdAt: number, { completeAfterMs, outcome }: LifecycleSetting): Lifecycle {
  return {
    createdAt,
    startedAt: completeAfterMs === null ? null : createdAt + Math.floor(completeAfterMs * waitingShare),
    finishedAt: completeAfterMs === null ? null : createdAt + completeAfterMs,
    outcome,
    pinned: null,
  }
}

/** The phase at an instant; at the instant of a change the change has happened. */
export function statusAt(lifecycle: Lifecycle, nowMs: number): Status {
  if (lifecycle.pinned !== null) return lifecycle.pinned
  if (lifecycle.finishedAt !== null && nowMs >= lifecycle.finishedAt) return lifecycle.outcome
  if (lifecycle.startedAt !== null && nowMs >= lifecycle.startedAt) return 'running'
  return 'pending'
}

/** When a phase was reached (its creation where the course does not say). */
export function statusChangedAt(lifecycle: Lifecycle, status: Status): number {
  if (status === 'pending') return lifecycle.createdAt
  return (status === 'running' ? lifecycle.startedAt : lifecycle.finishedAt) ?? lifecycle.createdAt
}

/** The course of a record of a fixture, which stays as the file has it. */
export function pinLifecycle(
  settled: Status,
  createdAt: number,
  startedAt: number | null,
  finishedAt: number | null,
): Lifecycle {
  return { createdAt, startedAt, finishedAt, outcome: settled === 'failed' ? 'failed' : 'completed', pinned: settled }
}
