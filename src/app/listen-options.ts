import * as z from 'zod/mini'

import { secretForm } from '../auth/keys.ts'
import { familyOf, withoutBrackets } from '../lib/loopback.ts'
import { filePath, listOf, optionInfo, type SchemasOf, wholeNumber } from './option.ts'

/** The address that a fake listens on, and who may call it. */
export interface ListenOptions {
  /** 0 picks a free port. Default: 0. */
  readonly port?: number | undefined
  /** An address or a name of this machine. Default: 127.0.0.1. */
  readonly host?: string | undefined
  /**
   * The token that the control plane requires as `Authorization: Bearer …`: 8 to 200 characters of ASCII without a space.
   * Default: none on a loopback address, elsewhere a generated one.
   */
  readonly controlToken?: string | undefined
  /** Host names outside the loopback that the fake answers to. Default: none. */
  readonly allowHost?: readonly string[] | undefined
  /**
   * Serves https, with a certificate that the fake makes for `localhost`, the loopback addresses, `host` and `allowHost`. Plain
   * HTTP stays at `httpPort`. Default: false.
   */
  readonly tls?: boolean | undefined
  /** A PEM file with a certificate of your own, and those between it and its authority; serves https too. Default: none. */
  readonly tlsCert?: string | undefined
  /** A PEM file with the key of `tlsCert`, without a passphrase. Default: none. */
  readonly tlsKey?: string | undefined
  /** The port of plain HTTP on 127.0.0.1, beside https; 0 picks a free one. Default: a free one. */
  readonly httpPort?: number | undefined
}

/** The port of a fake that a command starts. */
export const defaultPort = 4747

/** The address that a fake listens on. */
export const defaultHost = '127.0.0.1'

const hostPhrase = { error: 'a host name or address without scheme or port, as fake.test or [fd00::1]' }

/** Digits with dots, and a text in brackets, are addresses. */
const isNamed = (host: string): boolean => !/^[\d.]+$|^\[/.test(host) || familyOf(withoutBrackets(host)) !== undefined

const hostName = z
  .string()
  .check(
    z.regex(/^(?!.{254})(?:\w(?:[\w-]{0,61}\w)?(?:\.|$))+$|^\[[\da-fA-F.]*:[\da-fA-F:.]*\]$/, hostPhrase),
    z.refine(isNamed, hostPhrase),
  )

/** The rows of `ListenOptions`. */
export const listenOptions = {
  port: z._default(wholeNumber(0, 65_535), 0).register(optionInfo, {
    short: 'p',
    value: 'port',
    description: 'port; 0 picks a free one',
    default: String(defaultPort),
    defaultInPrograms: '0',
    needsRestart: true,
  }),
  host: z
    ._default(
      z.string().check(z.regex(/^[^\s\p{Cc}]+$/u, { error: 'an address or a name of this machine' })),
      defaultHost,
    )
    .register(optionInfo, {
      value: 'address',
      description: 'address to [listen on](security.md#open-it-to-other-machines)',
      needsRestart: true,
    }),
  controlToken: z.optional(secretForm).register(optionInfo, {
    value: 'token',
    description: 'token that the control plane requires',
    default: 'none on the loopback; elsewhere a generated one, which the banner shows',
    needsRestart: true,
  }),
  allowHost: z._default(listOf(hostName), []).register(optionInfo, {
    value: 'name...',
    description: 'further host names that the fake answers to',
    needsRestart: true,
  }),
  tls: z._default(z.boolean(), false).register(optionInfo, {
    description: 'serves [https](security.md#https), with a certificate that the fake makes',
    needsRestart: true,
  }),
  tlsCert: z.optional(filePath).register(optionInfo, {
    value: 'file',
    description: '[certificate of your own](security.md#a-certificate-of-your-own) in PEM, for https',
    isPath: true,
    needsRestart: true,
  }),
  tlsKey: z.optional(filePath).register(optionInfo, {
    value: 'file',
    description: 'its key in PEM, without a passphrase',
    isPath: true,
    needsRestart: true,
  }),
  httpPort: z.optional(wholeNumber(0, 65_535)).register(optionInfo, {
    value: 'port',
    description: 'port of plain HTTP on 127.0.0.1, beside https',
    default: 'a free one',
    needsRestart: true,
  }),
} as const satisfies SchemasOf<ListenOptions>
