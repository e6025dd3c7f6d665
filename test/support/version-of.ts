import { spawnSync } from 'node:child_process'

/** The version number that a program prints; 0 if it is not installed. */
export function versionOf(command: string, flag: string, form: RegExp): number {
  const { stdout, stderr, error } = spawnSync(command, [flag], { encoding: 'utf8' })
  return error === undefined ? Number(form.exec(stdout + stderr)?.[1] ?? 0) : 0
}
