import { findNodeAtLocation, parseTree } from 'jsonc-parser'

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for an object of JSON. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The error in the body of an API answer; empty if it has none. */
export function errorIn(body: unknown): JsonObject {
  const error = isObject(body) ? body['error'] : undefined
  return isObject(error) ? error : {}
}

/** Finds the range of a field (`rules[0].when`): its value, the name of a long value, or the parent of a missing field. */
export function placeOf(text: string, field: string): { readonly from: number; readonly to: number } {
  const tree = parseTree(text)
  if (tree === undefined) return { from: 0, to: 0 }
  const steps = [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, at]) => (at === undefined ? name : Number(at)))
  const nodes = steps.map((_, at) => findNodeAtLocation(tree, steps.slice(0, steps.length - at)))
  const node = nodes.find((found) => found !== undefined) ?? tree
  const isLong = node.type === 'object' || node.type === 'array'
  const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
  const { offset, length } = isLong ? (key ?? { offset: node.offset, length: 1 }) : node
  return { from: offset, to: offset + length }
}
