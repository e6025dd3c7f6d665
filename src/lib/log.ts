/** Levels from the quietest to the most talkative; each shows what stands before it too. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

/** One of `logLevels`. */
export type LogLevel = (typeof logLevels)[number]

/** Where the fake tells people what it did; never a secret, never part of an answer. */
export interface Log {
  error(message: string): void
  warn(message: string): void
  info(message: string): void
  /** Takes a function, so that a request costs nothing where nobody reads it. */
  debug(message: () => string): void
}

/** How a line is written: for people, or as one JSON object. */
export const logFormats = ['pretty', 'json'] as const

/** One of `logFormats`. */
export type LogFormat = (typeof logFormats)[number]

/**
 * A log that hands each line at or below `level` to `write`.
 * @param write takes one line without its line end
 * @param format `debug: …`, or `{"level":"debug","message":"…"}` (pretty)
 */
export function createLog(level: LogLevel, write: (line: string) => void, format: LogFormat = 'pretty'): Log {
  const shown = logLevels.indexOf(level)
  const line = (at: LogLevel, message: string): void => {
    if (logLevels.indexOf(at) > shown) return
    write(format === 'json' ? JSON.stringify({ level: at, message }) : `${at}: ${message}`)
  }
  return {
    error: (message) => line('error', message),
    warn: (message) => line('warn', message),
    info: (message) => line('info', message),
    debug: (message) => {
      if (logLevels.indexOf('debug') <= shown) line('debug', message())
    },
  }
}

/** A log that keeps quiet: the default inside a program. */
export const silentLog: Log = createLog('silent', () => {})
