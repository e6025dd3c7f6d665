import { spawnSync } from 'node:child_process'

/** The number that a program says is its version; 0 where it is not on this machine. */
export function versionOf(command: string, flag: string, form: RegExp): number {
  const { stdout, stderr, error } = spawnSync(command, [flag], { encoding: 'utf8' })
  return error === undefined ? Number(form.exec(stdout + stderr)?.[1] ?? 0) : 0
}
