import { spawn } from 'node:child_process'

import type { Log } from '../core/lib/log.ts'

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens a page in the user's browser. A failure is a warning. @param url without secrets: other users may see command lines */
export function openPage(url: string, log: Log): void {
  const [file, ...args] = openers[process.platform] ?? ['xdg-open']
  const fail = (reason: string): void => log.warn(`--open: ${file} ${reason}; open ${url} yourself`)
  const child = spawn(file, [...args, url], { stdio: 'ignore', detached: true })
  child.once('error', () => fail('cannot be run'))
  child.once('exit', (code) => {
    if (code !== 0) fail(`failed with ${code}`)
  })
  child.unref()
}
