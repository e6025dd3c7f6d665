/** Log levels, from the least to the most output. Each includes the ones before it. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

/** One of `logLevels`. */
export type LogLevel = (typeof logLevels)[number]

/** Takes messages about what the fake does. They never contain a secret. */
export interface Log {
  error(message: string): void
  warn(message: string): void
  info(message: string): void
  /** Takes a function, which is called only if the level is shown. */
  debug(message: () => string): void
  /** Takes each request with its answer in one line, without the key and assumptions that `debug` gets. Default: not shown. */
  readonly request?: ((line: () => string) => void) | undefined
}

/** The format of a line: text for people, or one JSON object. */
export const logFormats = ['pretty', 'json'] as const

/** One of `logFormats`. */
export type LogFormat = (typeof logFormats)[number]

/** One line of a log in JSON. @param facts further fields (none) */
export function jsonLine(level: LogLevel, message: string, facts: object = {}): string {
  return JSON.stringify({ level, message, ...facts })
}

/**
 * Creates a log that passes each line of a level to a function.
 * @param write takes one line without its line break
 * @param format `debug: …` for `pretty`, `{"level":"debug","message":"…"}` for `json` (pretty)
 */
export function createLog(level: LogLevel, write: (line: string) => void, format: LogFormat = 'pretty'): Log {
  const shown = logLevels.indexOf(level)
  const line = (at: LogLevel, message: () => string): void => {
    if (logLevels.indexOf(at) <= shown) write(format === 'json' ? jsonLine(at, message()) : `${at}: ${message()}`)
  }
  return {
    error: (message) => line('error', () => message),
    warn: (message) => line('warn', () => message),
    info: (message) => line('info', () => message),
    debug: (message) => line('debug', message),
  }
}

/** A log that discards everything: the default in a program. */
export const silentLog: Log = createLog('silent', () => {})
