import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'

import { createLoopbackList, hasAddress } from '../../lib/loopback.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import { unlessAborted } from './concurrency-limiter.ts'
import { Refused } from './failure.ts'

/** Finds all addresses of a host name. @throws the resolver's error for a name that has none */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>

/** Where a request goes, once that is allowed. */
export interface Target {
  readonly url: URL
  /** The addresses that may be connected to, at least one. */
  readonly addresses: readonly [LookupAddress, ...LookupAddress[]]
  /** Whether an address that a connection ended up with may be talked to. */
  readonly isAllowed: (address: string) => boolean
}

/**
 * Reads a URL and looks its host up, once: what is checked here is what is connected to.
 * @throws Refused for a URL that may not be called, the resolver's error, and the reason of the signal once it is aborted
 */
export async function findTarget(text: string, allowed: AllowedHosts, lookup: Lookup, signal: AbortSignal) {
  const url = readUrl(text)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isAllowed = allowed.hasName(host) ? () => true : allowed.hasAddress
  const family = isIP(host)
  // The URL parser has undone every other spelling of an address by now.
  const found = family === 0 ? await unlessAborted(signal, lookup(host)) : [{ address: host, family }]
  const [first, ...rest] = found.filter(({ address }) => isAllowed(address))
  if (first === undefined) throw new Refused(describeRefusal(host, found))
  const target: Target = { url, addresses: [first, ...rest], isAllowed }
  return target
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
  const what = first.address === host ? host : `${first.address} of ${host}`
  return hasAddress(createLoopbackList(), first.address)
    ? `the address ${what} is a loopback, and the fake listens off the loopback; --allow-webhook-host ${host} allows it`
    : `the address ${what} is not a loopback; --allow-webhook-host names more`
}
