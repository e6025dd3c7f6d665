import { createLog, type Log, type LogFormat, type LogLevel } from '../../lib/log.ts'
import type { Io } from '../io.ts'

/** The most bytes that may wait for a reader of stderr: 1 MiB. */
export const mostWaitingBytes = 1_048_576

/**
 * A log on stderr with bounded memory. While more than `mostWaitingBytes` wait for a reader, lines are dropped. When
 * everything is read, the log says how many.
 * @param showsRequests true for a line about each request (no)
 */
export function createStderrLog(
  io: Pick<Io, 'err' | 'waitingBytes'>,
  level: LogLevel,
  format: LogFormat,
  showsRequests = false,
): Log {
  const write = (line: string): void => io.err(`${line}\n`)
  const own = createLog('warn', write, format)
  let dropped = 0
  const log = createLog(
    level,
    (line) => {
      if (io.waitingBytes > (dropped === 0 ? mostWaitingBytes : 0)) {
        dropped += 1
        return
      }
      if (dropped > 0) own.warn(`${missing(dropped)} missing here, since stderr was not read`)
      dropped = 0
      write(line)
    },
    format,
  )
  return showsRequests ? { ...log, request: (line) => log.info(line()) } : log
}

function missing(lines: number): string {
  return lines === 1 ? '1 line of the log is' : `${lines} lines of the log are`
}
