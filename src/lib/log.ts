/** Levels of a log; each also shows the lines of those before it. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

/** One of `logLevels`. */
export type LogLevel = (typeof logLevels)[number]

/** A log of what the fake does. It never has a secret in it. */
export interface Log {
  error(message: string): void
  warn(message: string): void
  info(message: string): void
  /** Takes a function, so that a message that is not shown costs nothing. */
  debug(message: () => string): void
}

/** The form of a line: text for people, or one JSON object. */
export const logFormats = ['pretty', 'json'] as const

/** One of `logFormats`. */
export type LogFormat = (typeof logFormats)[number]

/**
 * Makes a log that passes each line up to `level` to `write`.
 * @param write gets one line without its line end
 * @param format `pretty` for `debug: …`, `json` for `{"level":"debug","message":"…"}` (pretty)
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

/** A log that writes nothing: the default in a program. */
export const silentLog: Log = createLog('silent', () => {})
