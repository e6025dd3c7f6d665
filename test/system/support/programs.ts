import { execFileSync } from 'node:child_process'

/** The programs of the system that tests drive, each with the Debian package that has it. */
const packages = {
  nginx: 'nginx-light',
  haproxy: 'haproxy',
  promtool: 'prometheus',
  buildah: 'buildah',
  podman: 'podman',
  curl: 'curl',
  python3: 'python3',
  java: 'default-jdk-headless',
} as const

/** A program of the system that tests drive. */
export type Program = keyof typeof packages

/**
 * True if a program is installed. A test of one that is not is skipped, but never in CI.
 * @throws Error where it is missing and CLOUDSEC_SYSTEM is `required`
 */
export function has(program: Program): boolean {
  try {
    execFileSync('which', [program], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    })
    return true
  } catch {
    if (process.env['CLOUDSEC_SYSTEM'] !== 'required') return false
    throw new Error(`${program} is missing: apt-get install ${packages[program]}`)
  }
}
