import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'

import type { ControlAccess, Guard } from '../http/types.ts'
import { quote } from '../lib/input-error.ts'
import { withoutBrackets, withoutDot } from '../lib/loopback.ts'
import { keyHeader, keyScheme } from '../spec/headers.ts'
import { Problem } from './problem.ts'

interface GuardOptions {
  /** Host names beyond the names of the loopback. */
  readonly hosts: readonly string[]
  /** The token that requests to the control plane must carry; undefined for none. */
  readonly token: string | undefined
  /** The read-only token (none). */
  readonly readToken?: string | undefined
  /** True if the API is restricted to these names too. */
  readonly guardsApi: boolean
  /** True if requests may come from inside the program, without a Host header (no). */
  readonly isInProcess?: boolean
}

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

const nameOf = (host: string): string => withoutDot(host.replace(/:\d*$/, '').toLowerCase())

/** Draws a token that cannot be guessed: the only value of the fake that is independent of its seed. */
export function drawToken(): string {
  return randomBytes(24).toString('base64url')
}

/**
 * Creates a guard. Three things keep web pages out: the check of the host (against DNS rebinding), the check of the origin, and
 * the absence of CORS headers.
 */
export function createGuard({ hosts, token, readToken, guardsApi, isInProcess = false }: GuardOptions): Guard {
  const named = new Set(hosts.map(nameOf).filter((host) => !loopback.includes(host)))
  const known = new Set([...loopback, ...named])
  const expected = token === undefined ? undefined : digest(token)
  const reading = readToken === undefined ? undefined : digest(readToken)
  let lastKnown: string | undefined
  const refusal = (host: string): string =>
    `Host: expected one of ${[...known].join(', ')}, got ${quote(host)}; --allow-host allows more`
  return {
    checkHost: (host) => {
      // Most requests name the same host.
      if (host === lastKnown || host === null || !guardsApi) return undefined
      if (!isKnown(host, known)) return refusal(host)
      lastKnown = host
      return undefined
    },
    authorize: (request, access) => {
      for (const host of hostsOf(request, isInProcess)) {
        // DNS rebinding cannot use an IP address, so any address is allowed if a token is required.
        if (isKnown(host, known) || (expected !== undefined && isAddress(host))) continue
        throw new Problem('stranger', refusal(host))
      }
      checkOrigin(request, named)
      return expected !== undefined && access !== 'open' && checkToken(request, access, expected, reading)
    },
  }
}

/** The guard of an app behind another server: its control plane accepts only loopback names. */
export const loopbackGuard: Guard = createGuard({ hosts: [], token: undefined, guardsApi: false, isInProcess: true })

/** The guard of calls from inside the program, which are all allowed. */
export const openGuard: Guard = { checkHost: () => undefined, authorize: () => false }

/** The hosts that a request names, in its Host header and in an absolute target: both must be known. */
function hostsOf(request: Request, isInProcess: boolean): readonly string[] {
  const header = request.headers.get('Host')
  const [, inUrl = ''] = /^https?:\/\/([^/?#]*)/.exec(request.url) ?? []
  return header === null && isInProcess ? [inUrl] : [header ?? '', inUrl]
}

/** True if a host is one of some names, or below `localhost`, which every resolver keeps local (RFC 6761). */
function isKnown(host: string, known: ReadonlySet<string>): boolean {
  const name = nameOf(host)
  return known.has(name) || name.endsWith('.localhost')
}

const isAddress = (host: string): boolean => isIP(withoutBrackets(nameOf(host))) !== 0

/** Refuses cross-origin pages. @param named hosts beyond the loopback, where a proxy may end TLS */
function checkOrigin(request: Request, named: ReadonlySet<string>): void {
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null && site !== 'same-origin' && site !== 'none') {
    throw new Problem('stranger', `Sec-Fetch-Site: expected same-origin or none, got ${quote(site)}`)
  }
  const origin = request.headers.get('Origin')
  const host = request.headers.get('Host') ?? ''
  const isSecure = request.url.startsWith('https:')
  const own = isSecure
    ? [`https://${host}`]
    : [`http://${host}`, ...(named.has(nameOf(host)) ? [`https://${host}`] : [])]
  if (origin === null || own.some((one) => one.toLowerCase() === origin.toLowerCase())) return
  throw new Problem('stranger', `Origin: expected ${own.join(', ')} or none, got ${quote(origin)}`)
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

/** Refuses a request without the token that it needs. @returns true for the read-only token */
function checkToken(request: Request, access: ControlAccess, whole: Buffer, reading: Buffer | undefined): boolean {
  const [scheme = '', ...rest] = (request.headers.get(keyHeader) ?? '').split(' ')
  const isBearer = scheme.toLowerCase() === keyScheme.toLowerCase()
  const given = digest(rest.join(' '))
  if (isBearer && timingSafeEqual(given, whole)) return false
  if (!isBearer || reading === undefined || !timingSafeEqual(given, reading)) {
    const detail = `${keyHeader}: expected ${keyScheme} and the control token, given to the fake or printed by it`
    throw new Problem('token', detail, { headers: { 'WWW-Authenticate': keyScheme } })
  }
  if (access === 'reading') return true
  const detail = `${keyHeader}: expected the control token, got the read-only token, which opens only GET and HEAD, and no secret`
  throw new Problem('stranger', detail)
}
