import type { LogFormat, LogLevel } from '../lib/log.ts'
import type { ListenOptions } from './listen-options.ts'
import type { FakeOptions } from './options.ts'

/** The names of configuration files that are found automatically. */
export const configFileNames = ['json', 'mjs', 'ts'].map((kind) => `cloudsec-fake.config.${kind}`)

/** The settings of a configuration file. Its paths are relative to the file. */
export interface Config extends ListenOptions, Omit<FakeOptions, 'log'> {
  /** A JSON file of choices, as `cloudsec-fake resolve` writes it; `assume` overrides it row by row. */
  readonly assumptions?: string | undefined
  /** Reloads fixtures, scenarios and configuration when their files change. */
  readonly watch?: boolean | undefined
  /** Prints only the base URL on stdout. */
  readonly printUrl?: boolean | undefined
  readonly logLevel?: LogLevel | undefined
  readonly logFormat?: LogFormat | undefined
}

/**
 * Types the configuration in `cloudsec-fake.config.mjs` or `cloudsec-fake.config.ts`, and returns it unchanged.
 * @example
 * export default defineConfig({ clock: 'frozen', scenario: ['jobs-slow'], assume: { limitAboveMax: 'clamp' } })
 */
export function defineConfig(config: Config): Config {
  return config
}
