import * as z from 'zod/mini'

import { quote } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import { ApiError } from '../spec/api-error.ts'

/** A value of a field whose set of values the document leaves open. */
export interface OpenValue {
  readonly field: string
  readonly value: string
  /** Whether the document or the dataset shows it. */
  readonly isKnown: boolean
}

/** What a field or a filter of open values looks like: the known ones alone, where the register says that others are refused. */
export function openValueSchema(choice: 'accept' | 'empty' | 'reject', known: Iterable<string>): z.ZodMiniType<string> {
  const values = [...new Set(known)].toSorted()
  return choice !== 'reject' || values.length === 0 ? z.string() : z.enum(values)
}

/**
 * Refuses values that neither the document nor the dataset shows, where the register says so.
 * @param choice the register's choice: asked only where there is such a value
 * @throws ApiError invalid_request
 */
export function checkOpenValues(choice: () => 'accept' | 'reject', values: readonly OpenValue[]): void {
  const unknown = values.filter(({ isKnown }) => !isKnown)
  if (unknown.length === 0 || choice() === 'accept') return
  const named = listed(unknown, '; ', ({ field, value }) => `${field}: ${quote(value)}`)
  throw new ApiError('invalid_request', `${named}: not a known value`)
}
