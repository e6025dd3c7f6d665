import type * as z from 'zod/mini'

import { toInputError } from './issues.ts'
import { isJsonObject } from './merge-patch.ts'
import { extentOf, firstPassLength } from './parse-json.ts'

export type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly z.core.$ZodIssue[] } }

/**
 * Checks a value against a schema. The beginning of a long value is checked first: zod collects every issue, which can take far
 * more time and memory than the value itself.
 * @param isLong as `extentOf` returns it
 */
export function parseBy<T>(schema: z.ZodMiniType<T>, content: unknown, { isLong } = extentOf(content)): Parsed<T> {
  if (isLong) {
    const parsed = attempt(schema, beginningOf(content))
    if (!parsed.success) return parsed
  }
  return attempt(schema, content)
}

function attempt<T>(schema: z.ZodMiniType<T>, content: unknown): Parsed<T> {
  try {
    const parsed = schema.safeParse(content)
    // Reporting inputs takes twice as long, and only an invalid value needs it.
    return parsed.success ? parsed : schema.safeParse(content, { reportInput: true })
  } catch (error) {
    // zod passes the issues of an array as arguments of one call: the stack holds some 120,000.
    if (!(error instanceof RangeError)) throw error
    const message = 'fewer invalid values'
    return { success: false, error: { issues: [{ code: 'custom', path: [], message, input: content }] } }
  }
}

/** Reads a value by a schema. @throws InputError that names the invalid fields, their values and what is expected */
export function readBy<T>(schema: z.ZodMiniType<T>, content: unknown, whole: string, max?: number): T {
  const parsed = parseBy(schema, content)
  if (parsed.success) return parsed.data
  throw toInputError(parsed.error.issues, whole, { schema, max, content })
}

function beginningOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, firstPassLength).map(beginningOf)
  if (!isJsonObject(value)) return value
  const names = Object.keys(value).slice(0, firstPassLength)
  return Object.fromEntries(names.map((name) => [name, beginningOf(value[name])]))
}
