import { isJsonObject } from '../lib/merge-patch.ts'
import { fewestCharacters } from '../lib/redact-json.ts'
import { tryJson } from '../lib/try-json.ts'
import { type Clean, cleaner } from './clean.ts'
import type { Evidence } from './probe.ts'
import { treatmentOf } from './shown-fields.ts'

/** Texts that a report must not contain. */
interface Secrets {
  /** API keys, and the texts of personal fields. */
  readonly texts: readonly string[]
  /** Keys and values of tags. They are common words, so fields with a few known values keep them. */
  readonly tags: readonly string[]
}

/** Finds the texts that a report must not contain: in personal fields, in tags, and in filters by tag. @param keys the API keys */
export function secretsIn(evidence: Evidence, keys: readonly string[]): Secrets {
  const bodies = evidence.flatMap((seen) =>
    'operation' in seen ? [tryJson(seen.body ?? ''), seen.json] : [tryJson(seen.body)],
  )
  const filters = evidence
    .flatMap((seen) => ('operation' in seen ? seen.query : []))
    .flatMap(([name, value]) => (name === 'tag' ? [value, ...value.split(/[:=]/)] : []))
  const isLong = (text: string): boolean => text.length >= fewestCharacters
  return {
    texts: [...keys, ...bodies.flatMap((body) => textsIn(body, '', isPersonal)).filter(isLong)],
    tags: [...bodies.flatMap((body) => textsIn(body, '', isTags)), ...filters].filter(isLong),
  }
}

const isTags = (field: string): boolean => field === 'tags'
const isPersonal = (field: string): boolean => treatmentOf.get(field) === 'personal' && !isTags(field)

/** The texts in all fields of a kind. @param field the field that the value belongs to */
function textsIn(value: unknown, field: string, isWanted: (field: string) => boolean): readonly string[] {
  if (typeof value === 'string') return isWanted(field) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, field, isWanted))
  if (!isJsonObject(value)) return []
  const inner = Object.entries(value)
  return inner.flatMap(([name, one]) => textsIn(one, isWanted(field) ? field : name, isWanted))
}

/** Remove secrets from the texts of a report. */
export interface Cleaners {
  readonly clean: Clean
  /** For the values of fields that have a few known ones: keeps words that are tags too. */
  readonly cleanValue: Clean
}

export function cleanersOf({ texts, tags }: Secrets): Cleaners {
  return { clean: cleaner([...texts, ...tags]), cleanValue: cleaner(texts) }
}
