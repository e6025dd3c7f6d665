import { isObject } from '../../ui/json-object.ts'
import type { Row } from './fields.ts'

/** Reads an object that a person wrote as JSON. @throws Error for any other text */
export function parseObject(text: string): Row {
  const value: unknown = JSON.parse(text)
  if (isObject(value)) return value
  throw new Error('Expected an object, such as {"name": "web-1"}.')
}

/** The JSON merge patch (RFC 7396) that makes one object of another. */
export function patchOf(before: Row, after: Row): Row {
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  const changed = Object.entries(after).flatMap(([name, value]) => {
    const old = before[name]
    if (JSON.stringify(old) === JSON.stringify(value)) return []
    return [[name, isObject(old) && isObject(value) ? patchOf(old, value) : value] as const]
  })
  return Object.fromEntries([...removed.map((name) => [name, null] as const), ...changed])
}
