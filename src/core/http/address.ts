import { basePath } from 'hono/route'

import { decodePart } from '../lib/decode-part.ts'
import { quote } from '../lib/input-error.ts'
import { nameRule } from '../lib/name-form.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { defaultSandbox, isSandboxName, type Sandboxes } from '../sandbox/sandboxes.ts'
import { ApiError } from '../spec/api-error.ts'
import { sandboxHeader, sandboxMember, type SentHeaders } from './headers.ts'
import type { Address, AppContext, Credential } from './types.ts'

/** The path of the OpenAPI document, below the prefix of a sandbox. */
export const documentPath = '/openapi.json'

/**
 * Reads the address of a request. A first segment that is not a sandbox name belongs to the path.
 * @param segments the number of segments of the route below the prefix, if it is fixed (Hono knows the mount)
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

/** The origin to which the client sent a request, even if a proxy terminates TLS (`X-Forwarded-Proto`). */
export function originOf({ url, headers }: Request): string {
  const { origin } = new URL(url)
  return headers.get('X-Forwarded-Proto') === 'https' ? origin.replace(/^http:/, 'https:') : origin
}

/** The mount of an app: the path before the segments of the route, and before a segment that begins like a sandbox. */
function mountAbove(path: string, segments: number): string {
  let end = path.length
  for (let left = segments; left > 0; left -= 1) end = path.lastIndexOf('/', end - 1)
  if (end <= 0) return ''
  const before = path.lastIndexOf('/', end - 1)
  return path.startsWith('/@', before) ? path.slice(0, before) : path.slice(0, end)
}

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

interface NamedSandbox {
  readonly name: string | undefined
  /** The error of an invalid name in the path or a header; undefined if there is none. */
  readonly refusal?: ApiError
}

const unnamed: NamedSandbox = { name: undefined }

export function readSandboxName(address: Address, { sandbox: header, baggage }: SentHeaders): NamedSandbox {
  if (address.sandbox !== undefined) return { name: address.sandbox }
  const misnamed = describeInvalidSandbox(address)
  if (header === null && misnamed === undefined) return readBaggage(baggage)
  const inHeader = header !== null && isSandboxName(header) ? header : undefined
  if (misnamed === undefined && inHeader !== undefined) return { name: inHeader }
  const details = misnamed ?? describeMisnamed(sandboxHeader, '', header ?? '')
  return { name: inHeader ?? readBaggage(baggage).name, refusal: new ApiError('invalid_request', details) }
}

/** Reads the name in W3C baggage (`a=1;p=2, cloudsec-sandbox=checkout`). Like OpenTelemetry, it takes the last of several. */
function readBaggage(baggage: string | null): NamedSandbox {
  if (baggage?.includes(sandboxMember) !== true) return unnamed
  const values = baggage.split(',').flatMap((each) => {
    const [pair = ''] = each.split(';')
    const [member = '', ...value] = pair.split('=')
    return member.trim() === sandboxMember ? [decodePart(value.join('=').trim())] : []
  })
  const name = values.at(-1)
  if (name === undefined) return unnamed
  if (isSandboxName(name)) return { name }
  const details = describeMisnamed('baggage', `${sandboxMember}=`, name)
  return { name: undefined, refusal: new ApiError('invalid_request', details) }
}

/** @param where the name was found @param before the prefix of a name there, for the example */
function describeMisnamed(where: string, before: string, name: string): string {
  return `${where}: expected the name of a sandbox, ${nameRule}, such as ${before}checkout; got ${quote(name)}`
}

/** Describes an invalid sandbox name in the path (`/@Alice`); undefined for any other path. */
export function describeInvalidSandbox({ sandbox, path }: Address): string | undefined {
  if (sandbox !== undefined || !path.startsWith('/@')) return undefined
  const [name = ''] = path.slice(2).split('/')
  return describeMisnamed('the path', '/@', name)
}

/**
 * Finds the sandbox of a request by its name, else by its key, else takes the default sandbox. If several sandboxes know the
 * key, only the sandbox in its secret (`csf_NAME_…`) counts. So a client that can only change its API key is isolated too.
 */
export function findSandbox(
  sandboxes: Sandboxes,
  name: string | undefined,
  { secret, secretHash, hasKeyScheme }: Credential,
  { hasFakeHeader }: SentHeaders,
): Sandbox {
  if (name !== undefined) return hasFakeHeader ? sandboxes.getOrCreate(name) : sandboxes.find(name, secretHash)
  const fallback = sandboxes.default
  if (!hasKeyScheme || fallback.keys.findByHash(secretHash) !== undefined) return fallback
  const hasKey = ({ keys }: Sandbox): boolean => keys.findByHash(secretHash) !== undefined
  const [, inSecret = ''] = /^csf_([^_]+)_/.exec(secret) ?? []
  const named = sandboxes.has(inSecret) ? sandboxes.getOrCreate(inSecret) : fallback
  if (hasKey(named)) return named
  const [maker = fallback, ...others] = sandboxes.list().filter(hasKey)
  return others.length === 0 ? maker : fallback
}
