import * as z from 'zod/mini'

import { secretForm } from '../auth/keys.ts'
import { familyOf, withoutBrackets } from '../lib/loopback.ts'
import { wholeNumber } from '../lib/whole-number.ts'
import { filePath, listOf, option, type SchemasOf } from './option.ts'

/** The address that a fake listens on, and who may call it. */
export interface ListenOptions {
  /** 0 picks a free port. Default: 0. */
  readonly port?: number | undefined
  /** An address or a name of this machine. Default: 127.0.0.1. */
  readonly host?: string | undefined
  /**
   * The token that the control plane requires as `Authorization: Bearer …`: 8 to 200 characters of ASCII without a space.
   * Default: none on a loopback address; a generated token elsewhere, or with `controlReadToken`.
   */
  readonly controlToken?: string | undefined
  /**
   * A second token of this form, for read-only requests to the control plane. It shows no signing secret, snapshot or API
   * key. Default: none.
   */
  readonly controlReadToken?: string | undefined
  /** Host names outside the loopback that the fake answers to. Default: none. */
  readonly allowHost?: readonly string[] | undefined
  /**
   * Serves https, with a certificate that the fake makes for `localhost`, the loopback addresses, `host` and `allowHost`. Plain
   * HTTP stays at `httpPort`. Default: false.
   */
  readonly tls?: boolean | undefined
  /** A PEM file with a certificate of your own and its intermediates; serves https, too. Default: none. */
  readonly tlsCert?: string | undefined
  /** A PEM file with the key of `tlsCert`, without a passphrase. Default: none. */
  readonly tlsKey?: string | undefined
  /** The port of plain HTTP on 127.0.0.1 while the fake serves https; 0 picks one. Default: a free port. */
  readonly httpPort?: number | undefined
}

/** The port of a fake that a command starts. */
export const defaultPort = 4747

export const defaultHost = '127.0.0.1'

const hostPhrase = { error: 'a host name or address without scheme or port, such as fake.test or [fd00::1]' }

/** Digits with dots, and a text in brackets, have to be an address. */
const isNamed = (host: string): boolean => !/^[\d.]+$|^\[/.test(host) || familyOf(withoutBrackets(host)) !== undefined

const hostName = z
  .string()
  .check(
    z.regex(/^(?!.{254})(?:\w(?:[\w-]{0,61}\w)?(?:\.|$))+$|^\[[\da-fA-F.]*:[\da-fA-F:.]*\]$/, hostPhrase),
    z.refine(isNamed, hostPhrase),
  )

export const listenOptions = {
  port: option(z._default(wholeNumber(0, 65_535), 0), 'port; 0 picks a free one; `start` takes it from `PORT`, too', {
    value: 'port',
    short: 'p',
    default: String(defaultPort),
    defaultInPrograms: '0',
  }),
  host: option(
    z._default(
      z.string().check(z.regex(/^[^\s\p{Cc}]+$/u, { error: 'an address or a name of this machine' })),
      defaultHost,
    ),
    'address to [listen on](security.md#open-it-to-other-machines)',
    { value: 'address' },
  ),
  controlToken: option(z.optional(secretForm), 'token that the control plane requires', {
    value: 'token',
    default: 'none on the loopback; elsewhere a generated one, which the banner shows',
  }),
  controlReadToken: option(
    z.optional(secretForm),
    'second token, which [only reads](security.md#a-token-that-only-reads)',
    { value: 'token' },
  ),
  allowHost: option(z._default(listOf(hostName), []), 'further host names that the fake answers to', {
    value: 'name...',
  }),
  tls: option(
    z._default(z.boolean(), false),
    'serves [https](security.md#https), with a certificate that the fake makes',
  ),
  tlsCert: option(
    z.optional(filePath),
    '[certificate of your own](security.md#a-certificate-of-your-own) in PEM, for https',
    { value: 'file', isPath: true },
  ),
  tlsKey: option(z.optional(filePath), 'its key in PEM, without a passphrase', { value: 'file', isPath: true }),
  httpPort: option(z.optional(wholeNumber(0, 65_535)), 'port of plain HTTP on 127.0.0.1 while the fake serves https', {
    value: 'port',
    default: 'a free port',
  }),
} as const satisfies SchemasOf<ListenOptions>
