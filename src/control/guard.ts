import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'

import { quote } from '../lib/input-error.ts'
import { keyHeader, keyScheme } from '../spec/headers.ts'
import { Problem } from './problem.ts'

/** Keeps strangers from the control plane. @param open whether the route is told without a token. @throws Problem */
export type Guard = (request: Request, open: boolean) => void

/** What a guard lets in. */
interface GuardOptions {
  /** Host names besides those of the loopback. */
  readonly hosts: readonly string[]
  /** The token that requests must carry; undefined where none is needed. */
  readonly token: string | undefined
}

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Makes a token that nobody can guess: the one thing here that no seed decides. */
export function drawToken(): string {
  return randomBytes(24).toString('base64url')
}

/**
 * Makes a guard. A page in a browser is kept out three times: by the name that it was loaded from (DNS rebinding), by the
 * origin that the browser tells, and by the lack of any header that would let it read an answer.
 */
export function createGuard({ hosts, token }: GuardOptions): Guard {
  const known = new Set([...loopback, ...hosts].map((host) => host.toLowerCase()))
  const expected = token === undefined ? undefined : digest(token)
  return (request, open) => {
    checkHost(request, known, expected !== undefined)
    checkOrigin(request)
    if (expected !== undefined && !open) checkToken(request, expected)
  }
}

/**
 * Both what the Host header says and what a target in absolute form says must be known.
 * An address is no name that somebody could point elsewhere: where a token is asked for, any will do.
 */
function checkHost(request: Request, known: ReadonlySet<string>, takesAddresses: boolean): void {
  const sent = [request.headers.get('Host') ?? '', new URL(request.url).host]
  for (const host of sent) {
    const name = host.replace(/:\d*$/, '').toLowerCase()
    if (known.has(name) || (takesAddresses && isAddress(name))) continue
    throw new Problem(
      'stranger',
      `Host: expected one of ${[...known].join(', ')}, got ${quote(host)}; --allow-host names more`,
    )
  }
}

const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0

function checkOrigin(request: Request): void {
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null && site !== 'same-origin' && site !== 'none') {
    throw new Problem('stranger', `Sec-Fetch-Site: expected same-origin or none, got ${quote(site)}`)
  }
  const origin = request.headers.get('Origin')
  const own = `http://${request.headers.get('Host') ?? ''}`
  if (origin === null || origin.toLowerCase() === own.toLowerCase()) return
  throw new Problem('stranger', `Origin: expected ${own} or none, got ${quote(origin)}`)
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

function checkToken(request: Request, expected: Buffer): void {
  const [scheme = '', ...rest] = (request.headers.get(keyHeader) ?? '').split(' ')
  const isRight = timingSafeEqual(digest(rest.join(' ')), expected)
  if (isRight && scheme.toLowerCase() === keyScheme.toLowerCase()) return
  const detail = `${keyHeader}: expected ${keyScheme} and the control token, which the fake prints when it starts`
  throw new Problem('token', detail, { 'WWW-Authenticate': keyScheme })
}
