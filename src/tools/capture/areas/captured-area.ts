import type { Choices } from '../../../core/assumptions/profile.ts'
import type { Profile } from '../../../core/assumptions/register.ts'
import type { JsonObject } from '../../../core/lib/merge-patch.ts'

/** What a service answered about one record. */
export interface Answered {
  /** The item in a list; undefined if no list has it. */
  readonly item?: JsonObject | undefined
  /** The record of a get; undefined without a get, `null` if it was not found. */
  readonly record?: JsonObject | null | undefined
}

/** Converts the answers of a service to fixture rows. */
export interface CapturedArea {
  /** Fields with vocabulary or counts, which identify nobody (`findings.severity`). */
  readonly kept: readonly string[]
  /** Words that a row may contain although no answer has them (none). */
  readonly words?: readonly string[]
  /** Infers choices that no probe finds (none). */
  readonly observe?: (all: readonly Answered[]) => Choices
  /** Makes the fixture row with which the fake answers the same. Fields that no answer shows are left out. */
  readonly toRow: (answered: Answered, profile: Profile) => JsonObject
}

/** Picks the fields that are present and not null. */
export function picked(from: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.flatMap((field) => (from[field] == null ? [] : [[field, from[field]]])))
}
