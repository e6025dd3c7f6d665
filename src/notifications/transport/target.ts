import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'

import { createLoopbackList, hasAddress } from '../../lib/loopback.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import { Refused } from './failure.ts'

/** Finds all addresses of a host name. @throws the resolver's error for a name without an address */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>

/** An allowed destination of a request. */
export interface Target {
  readonly url: URL
  /** The addresses that may be connected to, at least one. */
  readonly addresses: readonly [LookupAddress, ...LookupAddress[]]
  /** Says if an address that a connection ended up with is allowed. */
  readonly isAllowed: (address: string) => boolean
}

/**
 * Parses a URL and looks up its host once: the addresses checked here are the ones connected to, so that a name that changes
 * its address in between (DNS rebinding) leads nowhere else.
 * @throws Refused for a URL that may not be called, the resolver's error, and the reason of the signal once it is aborted
 */
export async function findTarget(text: string, allowed: AllowedHosts, lookup: Lookup, signal: AbortSignal) {
  const url = readUrl(text)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isAllowed = allowed.hasName(host) ? () => true : allowed.hasAddress
  const family = isIP(host)
  // The URL parser has normalized every other spelling of an address.
  const found = family === 0 ? await unlessAborted(signal, lookup(host)) : [{ address: host, family }]
  const [first, ...rest] = found.filter(({ address }) => isAllowed(address))
  if (first === undefined) throw new Refused(describeRefusal(host, found))
  const target: Target = { url, addresses: [first, ...rest], isAllowed }
  return target
}

/** Waits for a promise, or throws the reason of a signal that is aborted before. */
function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}

function readUrl(text: string): URL {
  if (!URL.canParse(text)) throw new Refused('not a URL')
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) throw new Refused(`${url.protocol} is neither http: nor https:`)
  if (url.username + url.password !== '') throw new Refused('the URL has a user name or a password in it')
  return url
}

function describeRefusal(host: string, [first]: readonly LookupAddress[]): string {
  if (first === undefined) return `${host} has no address`
  const address = first.address === host ? host : `${first.address} of ${host}`
  return hasAddress(createLoopbackList(), first.address)
    ? `the address ${address} is a loopback, and the fake listens off the loopback; --allow-webhook-host ${host} allows it`
    : `the address ${address} is not a loopback; --allow-webhook-host names more`
}
