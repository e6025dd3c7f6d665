import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

import { InputError, quote } from '../../lib/input-error.ts'
import { createLoopbackList, familyOf, hasAddress } from '../../lib/loopback.ts'

/** The hosts that webhooks may be sent to. */
export interface AllowedHosts {
  /** Says if a host of a parsed URL was named: then any of its addresses is allowed. */
  readonly hasName: (hostname: string) => boolean
  /** Says if an address is allowed under any name: it was named, or it is a loopback address and these are allowed. */
  readonly hasAddress: (address: string) => boolean
}

/**
 * Parses a list of allowed hosts.
 * @param items host names, addresses, or ranges such as `10.0.0.0/8`
 * @param loopback true if loopback addresses (127.0.0.0/8, ::1 and their IPv4-mapped forms) are allowed too
 * @throws InputError for any other item
 */
export function readAllowedHosts(items: readonly string[], loopback = true): AllowedHosts {
  const names = new Set<string>()
  const addresses = loopback ? createLoopbackList() : new BlockList()
  for (const item of items) {
    if (addRange(addresses, item)) continue
    const name = toName(item)
    if (name === undefined) {
      throw new InputError(
        `expected a host name without a port, an address, or a range such as 10.0.0.0/8, got ${quote(item)}`,
        { field: 'allowWebhookHost' },
      )
    }
    names.add(name)
  }
  return {
    hasName: (hostname) => names.has(withoutDot(hostname)),
    hasAddress: (address) => hasAddress(addresses, address),
  }
}

/** Adds an address or a range. @returns false for any other text */
function addRange(addresses: BlockList, text: string): boolean {
  const [, bracketed, plain = bracketed, length] = /^(?:\[([^/%]*)\]|([^/%]*))(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = plain === undefined ? undefined : familyOf(plain)
  if (plain === undefined || family === undefined) return false
  if (length === undefined) addresses.addAddress(plain, family)
  else if (Number(length) <= (family === 'ipv4' ? 32 : 128)) addresses.addSubnet(plain, Number(length), family)
  else return false
  return true
}

/** Writes a host name as the URL parser does; undefined for a text that is none, such as another spelling of an address. */
function toName(text: string): string | undefined {
  if (text.includes('/')) return undefined
  const name = withoutDot(domainToASCII(text))
  return /^[\w-]+(?:\.[\w-]+)*$/.test(name) && isIP(name) === 0 ? name : undefined
}

const withoutDot = (name: string): string => name.replace(/\.$/, '')
