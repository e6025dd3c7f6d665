import * as z from 'zod/mini'

import { problemsIn } from './input-error.ts'
import { isJsonObject } from './merge-patch.ts'

const stop = new Error('the field has an issue')

/** A check of an object that runs despite other issues: fields with an issue are hidden, and reading one ends the check. */
export function checkDespiteIssues<T extends object>(check: (value: T, issues: z.core.$ZodRawIssue[]) => void) {
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

/** A check by code that throws: each InputError becomes an issue. */
export const readable = <T extends object>(read: (value: T) => unknown) =>
  checkDespiteIssues<T>((value, issues) => {
    for (const error of problemsIn([value], () => read(value))) {
      const path = error.field === undefined ? [] : [error.field.replace(/[.[].*/, '')]
      issues.push({ code: 'custom', path, params: { error }, input: value, continue: true })
    }
  })

/** Refuses entries of a record. @param expected what is expected @param wrongIn returns the invalid name or value; undefined for none */
export const checkEach = <T>(expected: string, wrongIn: (name: string, value: T) => unknown) =>
  checkDespiteIssues<Record<string, T>>((value, issues) => {
    for (const [name, one] of Object.entries(value)) {
      const input = wrongIn(name, one)
      if (input === undefined) continue
      issues.push({ code: 'custom', path: [name], message: expected, input, continue: true })
    }
  })

/** Refuses a field that contradicts the others. @param expected what is expected in its place */
export const checkField = <T extends object>(
  field: keyof T & string,
  expected: string,
  isRight: (value: T) => boolean,
) =>
  checkDespiteIssues<T>((value, issues) => {
    if (isRight(value)) return
    issues.push({ code: 'custom', path: [field], message: expected, input: value[field], continue: true })
  })
