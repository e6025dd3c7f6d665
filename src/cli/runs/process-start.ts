import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { hasCode } from '../../lib/has-code.ts'

/**
 * What tells a process from an earlier or later one with the same id.
 * @returns undefined where there is no such process, null where this system does not say
 */
export function startOf(pid: number): string | null | undefined {
  if (process.platform === 'linux') return startInProc(pid)
  if (process.platform === 'win32') return null
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  const { error, stdout } = spawnSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], {
    env,
    encoding: 'utf8',
  })
  if (error !== undefined) return null
  const [state = '', ...start] = stdout.trim().split(/\s+/)
  return isEnded(state) ? undefined : start.join(' ')
}

function startInProc(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, in brackets, may hold brackets and spaces itself. The start is the field 22 of proc(5).
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return isEnded(state) ? undefined : `${boot} ${fields[18]}`
  } catch {
    return undefined
  }
}

/** A process that has ended may stay listed until its parent, which may never do so, asks for its exit code. */
const isEnded = (state: string): boolean => state === '' || /^[XZ]/.test(state)

/** True if the recorded process runs. Where its start is unknown, any process with its id counts. */
export function isProcessOf({ pid, started }: { readonly pid: number; readonly started: string | null }): boolean {
  if (started !== null) return startOf(pid) === started
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
