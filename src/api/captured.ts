import type { Choices } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import type { JsonObject } from '../lib/merge-patch.ts'

/** What a service answered about one record. */
export interface Answered {
  /** Its item of the list; undefined if no list had it. */
  readonly item?: JsonObject | undefined
  /** Its record of a get; undefined if there is none, `null` if the get did not find it. */
  readonly record?: JsonObject | null | undefined
}

/** Reads the records of an area from the answers of a service. */
export interface CapturedArea {
  /** The fields that are vocabulary and counts, and show nothing of whom they are about (`findings.severity`). */
  readonly kept: readonly string[]
  /** Words that a row may have although no answer showed them (none). */
  readonly words?: readonly string[]
  /** The options that the answers show beside those that a probe finds (none). */
  readonly observe?: (all: readonly Answered[]) => Choices
  /** The row of the fixture file that makes the fake answer the same. It leaves out what the answers do not show. */
  readonly toRow: (answered: Answered, profile: Profile) => JsonObject
}

/** The given fields of an object, without those that it lacks or that are null. */
export function picked(from: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.flatMap((field) => (from[field] == null ? [] : [[field, from[field]]])))
}
