import { execFileSync } from 'node:child_process'

import { versionOf } from '../../support/version-of.ts'

/** The programs of the system that tests drive, each with the Debian package that has it. */
const packages = {
  nginx: 'nginx-light',
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

/** True if Python 3.9 or later is installed. @throws Error as `has` does */
export const hasPython = (): boolean =>
  has('python3') && isRecent('Python', versionOf('python3', '--version', /Python 3\.(\d+)/), 9)

/** True if Java 17 or later is installed, with its compiler. @throws Error as `has` does */
export const hasJava = (): boolean => has('java') && isRecent('Java', versionOf('javac', '-version', /javac (\d+)/), 17)

function isRecent(name: string, version: number, least: number): boolean {
  if (version >= least || process.env['CLOUDSEC_SYSTEM'] !== 'required') return version >= least
  throw new Error(`${name}: version ${version} is older than ${least}, which the tests need`)
}
