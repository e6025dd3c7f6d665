import { BlockList, isIP } from 'node:net'

export function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  if (version === 0) return undefined
  return version === 4 ? 'ipv4' : 'ipv6'
}

export const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '')

/** Removes the trailing dot of a fully qualified host name (`localhost.`). */
export const withoutDot = (name: string): string => name.replace(/\.(?<=[a-z_-][\w-]*\.)$/i, '')

const loopbackOrigin = /^https?:\/\/(?:(?:[\w-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** True for the origin of a page on this machine, at any port (`http://localhost:5173`). */
export function isLoopbackOrigin(origin: string): boolean {
  return loopbackOrigin.test(origin)
}

/** Creates a list of the loopback addresses (127.0.0.0/8, ::1 and their IPv4-mapped forms) that others can be added to. */
export function createLoopbackList(): BlockList {
  const list = new BlockList()
  list.addSubnet('127.0.0.0', 8, 'ipv4')
  list.addAddress('::1', 'ipv6')
  return list
}

export function hasAddress(list: BlockList, address: string): boolean {
  const family = familyOf(address)
  return family !== undefined && list.check(address, family)
}
