import { tryDecodeURIComponent } from 'hono/utils/url'

import { versionPath } from '../spec/version.ts'
import type { Operation } from './operation.ts'

/** The operation of a request, and the `{id}` of its path, decoded; empty where the path has none. */
interface Match {
  readonly operation: Operation
  readonly id: string
}

/** Finds the operation with a method and a path, undecoded; a HEAD is what a GET would be. */
export type Router = (method: string, path: string) => Match | undefined

/** Whether a path relative to the base address is one of an operation. */
export function isAt({ path: declared }: Operation, path: string): boolean {
  const start = declared.indexOf('{id}')
  if (start === -1) return path === declared
  return path.length > start && path.startsWith(declared.slice(0, start)) && !path.includes('/', start)
}

/** Makes a router of all operations: paths without an id are looked up, the others tried in turn. */
export function createRouter(operations: readonly Operation[]): Router {
  const whole = new Map<string, Match[]>()
  const others = operations.filter(({ idShape }) => idShape !== undefined)
  for (const operation of operations) {
    if (operation.idShape !== undefined) continue
    const path = versionPath + operation.path
    whole.set(path, [...(whole.get(path) ?? []), { operation, id: '' }])
  }
  return (sentMethod, path) => {
    const method = sentMethod === 'HEAD' ? 'GET' : sentMethod
    const same = whole.get(path)
    if (same !== undefined) return same.find(({ operation }) => operation.method === method)
    if (!path.startsWith(versionPath)) return undefined
    const below = path.slice(versionPath.length)
    const operation = others.find((other) => other.method === method && isAt(other, below))
    if (operation === undefined) return undefined
    return { operation, id: tryDecodeURIComponent(below.slice(operation.path.indexOf('{id}'))) }
  }
}
