import type { LookupAddress } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

import { InputError, quote } from '../../lib/input-error.ts'
import { createLoopbackList, familyOf, hasAddress, withoutBrackets, withoutDot } from '../../lib/loopback.ts'

/** Resolves a host name to all its addresses. @throws the resolver's error for a name without an address */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>

export type Target = Awaited<ReturnType<typeof findTarget>>

const loopback = createLoopbackList()

export class AllowedHosts {
  readonly #names = new Set<string>()
  readonly #addresses = new BlockList()
  /** False once other machines can reach the fake: they must not reach this machine's loopback through it. */
  hasLoopback = true

  /** @param items host names, addresses, or ranges such as `10.0.0.0/8` */
  constructor(items: readonly string[]) {
    for (const item of items) {
      if (this.#addRange(item)) continue
      // A slash would end the name. The ASCII form of an address in another notation is the address.
      const name = item.includes('/') ? '' : withoutDot(domainToASCII(item))
      if (!/^[\w-]+(?:\.[\w-]+)*$/.test(name) || isIP(name) !== 0) {
        const expected = 'expected a host name without a port, an address, or a range such as 10.0.0.0/8'
        throw new InputError(`${expected}, got ${quote(item)}`, { field: 'allowWebhookHost' })
      }
      this.#names.add(name)
    }
  }

  /** Adds an address or a range. @returns false for any other text */
  #addRange(text: string): boolean {
    const [, address = '', length] = /^((?:\[[^/%]*\])|[^[\]/%]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
    const plain = withoutBrackets(address)
    const family = familyOf(plain)
    if (family === undefined) return false
    const max = family === 'ipv4' ? 32 : 128
    if (Number(length ?? max) > max) return false
    this.#addresses.addSubnet(plain, Number(length ?? max), family)
    return true
  }

  /** True if an address of a host is allowed. All addresses of a listed name are. */
  has(host: string, address: string): boolean {
    return (
      this.#names.has(withoutDot(host)) ||
      hasAddress(this.#addresses, address) ||
      (this.hasLoopback && hasAddress(loopback, address))
    )
  }
}

/**
 * Parses a URL and resolves its host once. The connection uses the addresses that were checked here, which prevents DNS
 * rebinding.
 * @throws InputError for a URL that is not allowed, the resolver's error, and the reason of the signal once it is aborted
 */
export async function findTarget(text: string, allowed: AllowedHosts, lookup: Lookup, signal: AbortSignal) {
  const url = readUrl(text)
  const host = withoutBrackets(url.hostname)
  const family = isIP(host)
  // The URL parser has normalized every other spelling of an address.
  const found = family === 0 ? await unlessAborted(signal, lookup(host)) : [{ address: host, family }]
  const [first, ...rest] = found.filter(({ address }) => allowed.has(host, address))
  if (first === undefined) throw new InputError(describeRefusal(host, found))
  return { url, addresses: [first, ...rest] as const }
}

/** Waits for a promise, or throws the reason of a signal that is aborted first. */
function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(resolve, reject)
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function readUrl(text: string): URL {
  if (!URL.canParse(text)) throw new InputError('not a URL')
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) throw new InputError(`${url.protocol} is neither http: nor https:`)
  if (url.username + url.password !== '') throw new InputError('the URL has a user name or a password in it')
  return url
}

function describeRefusal(host: string, [first]: readonly LookupAddress[]): string {
  if (first === undefined) return `${host} has no address`
  const address = first.address === host ? host : `${first.address} of ${host}`
  return hasAddress(loopback, first.address)
    ? `${address} is a loopback address, and the fake listens beyond the loopback; --allow-webhook-host ${host} allows it`
    : `${address} is not a loopback address; --allow-webhook-host allows others`
}
