import type { Command } from 'commander'

import { jsonLine } from '../../lib/log.ts'

/** The failure of a command as one line on stderr: in JSON where its log is. @param commands one of them may have a log */
export function failureLine(message: string, commands: readonly Command[]): string {
  const isJson = commands.some((one) => one.getOptionValue('logFormat') === 'json')
  return isJson ? `${jsonLine('error', message)}\n` : `cloudsec-fake: ${message}\n`
}
