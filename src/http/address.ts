import { defaultSandbox, isSandboxName } from '../engine/sandboxes.ts'
import { versionPath } from '../spec/version.ts'

/** Where the OpenAPI document is, after what names the sandbox. */
export const documentPath = '/openapi.json'

/** Where a request goes. */
export interface Address {
  /** Name of the sandbox. */
  readonly sandbox: string
  /** What precedes the version segment: empty, or `/@NAME`. */
  readonly prefix: string
  /** The path after the prefix, percent-encoding as sent (`/v1/cloud/resources`). */
  readonly path: string
  /** The query as sent, without its question mark. */
  readonly query: string
  /** All of it, as sent. */
  readonly target: string
}

/**
 * Reads the address of a request out of its URL (`/@NAME/v1/…`, `/v1/…`).
 * The URL has been through the WHATWG parser, so dot segments are resolved already and nothing decodes a path twice.
 * A path whose first segment is no sandbox name belongs to the default sandbox.
 */
export function parseAddress(url: string): Address {
  return parseTarget(url.slice(url.indexOf('/', url.indexOf('://') + 3)))
}

/** The same for what follows the host in a URL: the path, and perhaps a query and a fragment. */
export function parseTarget(target: string): Address {
  const fragment = target.indexOf('#')
  const end = fragment === -1 ? target.length : fragment
  const mark = target.indexOf('?')
  const pathEnd = mark === -1 || mark > end ? end : mark
  const path = target.slice(0, pathEnd)
  const query = pathEnd === end ? '' : target.slice(pathEnd + 1, end)
  if (path.charCodeAt(1) !== 64) return { sandbox: defaultSandbox, prefix: '', path, query, target }
  const slash = path.indexOf('/', 1)
  const prefix = slash === -1 ? path : path.slice(0, slash)
  const sandbox = prefix.slice(2)
  if (!isSandboxName(sandbox)) return { sandbox: defaultSandbox, prefix: '', path, query, target }
  return { sandbox, prefix, path: slash === -1 ? '/' : path.slice(slash), query, target }
}

/** What precedes the version segment in the addresses of a sandbox: empty, or `/@NAME`. */
export function prefixOf(sandbox: string): string {
  return sandbox === defaultSandbox ? '' : `/@${sandbox}`
}

/** A path relative to the base address (`/cloud/resources`); undefined for one that is not below it. */
export function belowBase(address: Address): string | undefined {
  return address.path.startsWith(`${versionPath}/`) ? address.path.slice(versionPath.length) : undefined
}
