import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

import { InputError, quote } from '../../lib/input-error.ts'
import { createLoopbackList, familyOf, hasAddress } from '../../lib/loopback.ts'

/** What may be called. */
export interface AllowedHosts {
  /** Whether a host as it stands in a parsed URL was named: then any address of it will do. */
  readonly hasName: (hostname: string) => boolean
  /** Whether an address may be connected to, whatever the name: one that was named, or a loopback one where they may be called. */
  readonly hasAddress: (address: string) => boolean
}

/**
 * Reads what may be called.
 * @param items host names, addresses, or ranges such as `10.0.0.0/8`
 * @param loopback whether loopback addresses (127.0.0.0/8, ::1 and their IPv4-mapped forms) may be called too
 * @throws InputError that names an item that is none of them
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

/** Adds an address or a range. @returns whether the text is one */
function addRange(addresses: BlockList, text: string): boolean {
  const [, bracketed, plain = bracketed, length] = /^(?:\[([^/%]*)\]|([^/%]*))(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = plain === undefined ? undefined : familyOf(plain)
  if (plain === undefined || family === undefined) return false
  if (length === undefined) addresses.addAddress(plain, family)
  else if (Number(length) <= (family === 'ipv4' ? 32 : 128)) addresses.addSubnet(plain, Number(length), family)
  else return false
  return true
}

/** A host name as the URL parser writes it; undefined for what is none, such as another spelling of an address. */
function toName(text: string): string | undefined {
  if (text.includes('/')) return undefined
  const name = withoutDot(domainToASCII(text))
  return /^[\w-]+(?:\.[\w-]+)*$/.test(name) && isIP(name) === 0 ? name : undefined
}

const withoutDot = (name: string): string => name.replace(/\.$/, '')
