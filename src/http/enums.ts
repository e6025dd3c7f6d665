import * as z from 'zod/mini'

import { quote } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import { ApiError } from '../spec/api-error.ts'

/** A value of a field with an open set of values, which neither the document nor the dataset has. */
export interface UnknownValue {
  readonly field: string
  readonly value: string
}

/** The schema of a field or a filter with open values: an enum where the register refuses unknown values. */
export function openValueSchema(choice: 'accept' | 'empty' | 'reject', known: Iterable<string>): z.ZodMiniType<string> {
  const values = [...new Set(known)].toSorted()
  return choice !== 'reject' || values.length === 0 ? z.string() : z.enum(values)
}

/**
 * Refuses unknown values, where the register says so.
 * @param choice returns the register's choice: called only where there are any
 * @throws ApiError invalid_request
 */
export function refuseUnknownValues(choice: () => 'accept' | 'reject', unknown: readonly UnknownValue[]): void {
  if (unknown.length === 0 || choice() === 'accept') return
  const named = listed(unknown, '; ', ({ field, value }) => `${field}: ${quote(value)}`)
  throw new ApiError('invalid_request', `${named}: not a known value`)
}
