import * as z from 'zod/mini'

import { secretForm } from '../auth/keys.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { readBy } from '../lib/read-by.ts'

/** The address that a fake listens on where none is named: that of the loopback. */
export const defaultHost = '127.0.0.1'

/** Where a fake listens. */
export interface ListenOptions {
  /** 0 picks a free one (0). */
  readonly port?: number | undefined
  /** An address or a name of this machine (127.0.0.1). */
  readonly host?: string | undefined
  /**
   * What the control plane asks for as `Authorization: Bearer …`: 8 to 200 characters of ASCII without a space
   * (nothing on a loopback address; elsewhere one that is drawn).
   */
  readonly controlToken?: string | undefined
  /** Host names other than those of the loopback that the control plane answers to, and on the loopback the API too (none). */
  readonly allowHost?: readonly string[] | undefined
}

const guardSchema = z.object({
  controlToken: z.optional(secretForm),
  allowHost: z.optional(
    z.array(z.string().check(z.regex(/^[\w.-]+$|^\[[\da-f:.]+\]$/i, { error: 'a host name without scheme or port' }))),
  ),
})

/** Reads where a fake is to listen. @throws InputError that names the option, its value and what would be right */
export function readListenOptions({ port = 0, host = defaultHost, controlToken, allowHost }: ListenOptions) {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new InputError(`expected a whole number from 0 to 65535, got ${quote(port)}`, { field: 'port' })
  }
  if (typeof host !== 'string' || !/^[^\s\p{Cc}]+$/u.test(host)) {
    throw new InputError(`expected an address or a name of this machine, got ${quote(host)}`, { field: 'host' })
  }
  const guard = readBy(guardSchema, { controlToken, allowHost }, 'the options')
  return { port, host, controlToken: guard.controlToken, allowHost: guard.allowHost ?? [] }
}
