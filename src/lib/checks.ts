import * as z from 'zod/mini'

import { problemsIn } from './input-error.ts'
import { isJsonObject } from './merge-patch.ts'

const stop = new Error('the field has an issue')

/** A check of an object whatever else is wrong: it sees no field with an issue, and ends where it asks for one. */
export function soundly<T extends object>(check: (value: T, issues: z.core.$ZodRawIssue[]) => void) {
  const run: z.core.CheckFn<T> = ({ value, issues }) => {
    const wrong = new Set(issues.map(({ path }) => path?.[0]))
    const get = (target: T, name: PropertyKey): unknown => {
      if (wrong.has(name)) throw stop
      return Reflect.get(target, name)
    }
    const ownKeys = (target: T) => Reflect.ownKeys(target).filter((name) => !wrong.has(name))
    try {
      if (isJsonObject(value)) check(new Proxy(value, { get, ownKeys }), issues)
    } catch (error) {
      if (error !== stop) throw error
    }
  }
  return z.check(run, { when: () => true })
}

/** A check by code that throws: each InputError is an issue. */
export const readable = <T extends object>(read: (value: T) => unknown) =>
  soundly<T>((value, issues) => {
    for (const error of problemsIn([value], () => read(value))) {
      const path = error.field === undefined ? [] : [error.field.replace(/[.[].*/, '')]
      issues.push({ code: 'custom', path, params: { error }, input: value, continue: true })
    }
  })

/** Refuses entries of a record. @param expected what would be right @param wrongIn the name or the value that is wrong; undefined for none */
export const checkEach = <T>(expected: string, wrongIn: (name: string, value: T) => unknown) =>
  soundly<Record<string, T>>((value, issues) => {
    for (const [name, one] of Object.entries(value)) {
      const input = wrongIn(name, one)
      if (input === undefined) continue
      issues.push({ code: 'custom', path: [name], message: expected, input, continue: true })
    }
  })

/** Refuses a field that does not go with the others. @param expected what would be right in its place */
export const checkField = <T extends object>(
  field: keyof T & string,
  expected: string,
  isRight: (value: T) => boolean,
) =>
  soundly<T>((value, issues) => {
    if (isRight(value)) return
    issues.push({ code: 'custom', path: [field], message: expected, input: value[field], continue: true })
  })
