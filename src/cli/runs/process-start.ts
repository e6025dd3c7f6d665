import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { hasCode } from '../../lib/has-code.ts'

/**
 * Returns the start of a process, which tells it from other processes with the same id.
 * @returns undefined without such a process, null if this system does not tell
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
    // The program name, in brackets, may contain brackets and spaces. The start is field 22 of proc(5).
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return isEnded(state) ? undefined : `${boot} ${fields[18]}`
  } catch {
    return undefined
  }
}

/** An ended process stays listed until its parent asks for its exit code, which may never happen. */
const isEnded = (state: string): boolean => state === '' || /^[XZ]/.test(state)

/** True if the recorded process runs. If its start is unknown, any process with its id counts. */
export function isProcessOf({ pid, started }: { readonly pid: number; readonly started: string | null }): boolean {
  if (started !== null) return startOf(pid) === started
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
