import type { Command } from 'commander'

import type { FakeOptions } from '../../app/options.ts'
import { InputError } from '../../lib/input-error.ts'
import type { LogFormat, LogLevel } from '../../lib/log.ts'
import type { ListenOptions } from '../../server/listen-options.ts'
import { choicesOf } from './choices.ts'
import { applyConfig, findConfig, readConfig } from './config.ts'
import { flagOf, isOn, splitList } from './flags.ts'

interface StartFlags extends Omit<FakeOptions, 'assume' | 'log'> {
  readonly port: number
  readonly host: string
  readonly controlToken?: string | undefined
  readonly allowHost?: readonly string[] | undefined
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
  /** These are read on their own. */
  readonly assume?: unknown
  readonly assumptions?: string
  readonly config?: string
  readonly printUrl?: unknown
  readonly watch?: unknown
  /** One of `exec` alone. */
  readonly sandbox?: unknown
}

/** What a start was told, by flags, variables and the configuration file. */
export interface Settings {
  readonly options: Omit<FakeOptions, 'log'>
  readonly listen: ListenOptions & { readonly port: number; readonly host: string }
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
  readonly printUrl: boolean
  readonly watch: boolean
  /** The configuration file that was read; undefined for none. */
  readonly configFile: string | undefined
}

/** The configuration file of a start: the one that it names, else the one in the working directory, where there is one. */
export function configFileOf(command: Command): string | undefined {
  return findConfig(command.opts<StartFlags>().config)
}

/** Reads what `start` was told; again, with its configuration file as it is then. @throws InputError */
export function readSettings(command: Command, configFile: string | undefined): Settings {
  const config = configFile === undefined ? {} : readConfig(configFile)
  applyConfig(command, config)
  const flags = command.opts<StartFlags>()
  const { port, host, controlToken, allowHost, logLevel, logFormat, scenario, allowWebhookHost, ...rest } = flags
  const {
    config: _config,
    assume: _assume,
    assumptions: _assumptions,
    printUrl: _printUrl,
    watch: _watch,
    sandbox: _sandbox,
    ...options
  } = rest
  return {
    options: {
      ...options,
      scenario: scenario && splitList(scenario),
      allowWebhookHost: allowWebhookHost && splitList(allowWebhookHost),
      assume: choicesOf(command, config),
    },
    listen: { port, host, controlToken, allowHost: allowHost && splitList(allowHost) },
    logLevel,
    logFormat,
    printUrl: isOn(command, 'printUrl'),
    watch: isOn(command, 'watch'),
    configFile,
  }
}

/** Says of an option that cannot be used by which flag, or in which file, it was given. */
export function inTermsOf(command: Command, configFile: string | undefined, error: unknown): unknown {
  if (!(error instanceof InputError)) return error
  const [at = '', name = ''] = /^(\w+)(?:\[\d+\])?(?=: )/.exec(error.message) ?? []
  if (!command.options.some((option) => option.attributeName() === name)) return error
  const isOfFile = configFile !== undefined && command.getOptionValueSource(name) === 'config'
  const told = isOfFile ? `${configFile}: ${error.message}` : flagOf(name) + error.message.slice(at.length)
  return new InputError(told, { cause: error })
}

/** Options that hold until the fake is started anew, whatever the configuration file says meanwhile. */
const fixed = {
  port: ({ listen }) => listen.port,
  host: ({ listen }) => listen.host,
  controlToken: ({ listen }) => listen.controlToken,
  allowHost: ({ listen }) => listen.allowHost?.join(','),
  allowWebhookHost: ({ options }) => options.allowWebhookHost?.join(','),
  smtp: ({ options }) => options.smtp,
  maxSandboxes: ({ options }) => options.maxSandboxes,
  journalBytes: ({ options }) => options.journalBytes,
  sandboxIdle: ({ options }) => options.sandboxIdle,
  logLevel: ({ logLevel }) => logLevel,
  logFormat: ({ logFormat }) => logFormat,
  printUrl: ({ printUrl }) => printUrl,
  watch: ({ watch }) => watch,
} as const satisfies Record<string, (settings: Settings) => unknown>

/** Names of the options that differ and take effect at the next start only. */
export function needsRestart(started: Settings, now: Settings): readonly string[] {
  return Object.entries(fixed)
    .filter(([, of]) => of(started) !== of(now))
    .map(([name]) => name)
}
