import type * as z from 'zod/mini'

import { InputError } from './input-error.ts'
import { describeIssues } from './issues.ts'

/** A value held to a schema: what it is, or what is wrong with it. */
export type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly z.core.$ZodIssue[] } }

/** Items of each array and fields of each object that are looked at where too much is wrong to look at all. */
const mostLookedAt = 1000

/** Holds a value that somebody else wrote to a schema, however much is wrong with it. */
export function parseBy<T>(schema: z.ZodMiniType<T>, content: unknown): Parsed<T> {
  try {
    return schema.safeParse(content, { reportInput: true })
  } catch (error) {
    // zod passes the issues of an array to a function, each as an argument: the stack has room for some 120,000.
    if (!(error instanceof RangeError)) throw error
    const parsed = schema.safeParse(beginningOf(content), { reportInput: true })
    if (!parsed.success) return parsed
    const message = `fewer values that are wrong, beyond the first ${mostLookedAt} of each array and object`
    return { success: false, error: { issues: [{ code: 'custom', path: [], message, input: content }] } }
  }
}

/**
 * Reads a value that somebody else wrote by a schema. @param whole what the value itself is called in errors
 * @param most how many things that are wrong an error names (10)
 * @throws InputError that names the fields that are wrong, with their values and what would be right
 */
export function readBy<T>(schema: z.ZodMiniType<T>, content: unknown, whole: string, most?: number): T {
  const parsed = parseBy(schema, content)
  if (parsed.success) return parsed.data
  throw new InputError(describeIssues(parsed.error.issues, whole, { schema, ...(most === undefined ? {} : { most }) }))
}

function beginningOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, mostLookedAt).map(beginningOf)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).slice(0, mostLookedAt)
  return Object.fromEntries(fields.map(([name, inner]) => [name, beginningOf(inner)]))
}
