import { basePath } from 'hono/route'

import { defaultSandbox, isSandboxName } from '../sandbox/sandboxes.ts'
import type { AppContext } from './bindings.ts'

/** The path of the OpenAPI document, below the prefix of a sandbox. */
export const documentPath = '/openapi.json'

export interface Address {
  /** The path that the app is mounted at in another one; empty where it is in none. */
  readonly mount: string
  readonly sandbox: string | undefined
  /** The mount, and `/@NAME` where the path names a sandbox. */
  readonly prefix: string
  /** The path below the prefix, as Hono routes it (`/v1/cloud/resources`). */
  readonly path: string
  /** The path below the prefix, percent-encoding as sent. */
  readonly sentPath: string
  /** The query as sent, without its question mark. */
  readonly query: string
}

/** The address of a path below the prefix of a sandbox. @param query without its question mark */
export function addressOf(path: string, query = '', prefix = ''): Address {
  return { mount: '', sandbox: undefined, prefix, path, sentPath: path, query }
}

/**
 * Reads the address of a request. A first segment that is not a sandbox name belongs to the path.
 * @param segments of the route below the prefix, where it has a fixed number (asks Hono for the mount)
 */
export function readAddress(c: AppContext, segments?: number): Address {
  const { path: routed } = c.req
  const target = targetOf(c.req.raw.url)
  const mark = target.indexOf('?')
  const wholePath = mark === -1 ? target : target.slice(0, mark)
  const query = mark === -1 ? '' : target.slice(mark + 1)
  const mount = segments === undefined ? basePath(c).replace(/^\/$/, '') : mountAbove(routed, segments)
  const sandbox = sandboxIn(routed.slice(mount.length))
  const prefix = sandbox === undefined ? mount : `${mount}/@${sandbox}`
  if (prefix === '') return { mount, sandbox, prefix, path: routed, sentPath: wholePath, query }
  const path = routed.slice(prefix.length) || '/'
  const sentPath = wholePath.startsWith(prefix) ? wholePath.slice(prefix.length) || '/' : path
  return { mount, sandbox, prefix, path, sentPath, query }
}

/** The mount of an app: the path before the segments of the route, and before a segment that begins like a sandbox. */
function mountAbove(path: string, segments: number): string {
  let end = path.length
  for (let left = segments; left > 0; left -= 1) end = path.lastIndexOf('/', end - 1)
  if (end <= 0) return ''
  const before = path.lastIndexOf('/', end - 1)
  return path.startsWith('/@', before) ? path.slice(0, before) : path.slice(0, end)
}

/** Path and query of a URL, without its fragment. */
function targetOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const fragment = url.indexOf('#', start)
  return fragment === -1 ? url.slice(start) : url.slice(start, fragment)
}

function sandboxIn(path: string): string | undefined {
  if (!path.startsWith('/@')) return undefined
  const end = path.indexOf('/', 2)
  const name = end === -1 ? path.slice(2) : path.slice(2, end)
  return isSandboxName(name) ? name : undefined
}

/** The part of an address before the version segment: empty, or `/@NAME`. */
export const prefixOf = (sandbox: string): string => (sandbox === defaultSandbox ? '' : `/@${sandbox}`)
