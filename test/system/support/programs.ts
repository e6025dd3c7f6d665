import { execFileSync } from 'node:child_process'

import { versionOf } from '../../support/version-of.ts'

/** The programs of the system that tests drive, each with the Debian package that has it. */
const packages = { nginx: 'nginx-light', promtool: 'prometheus', buildah: 'buildah', podman: 'podman' } as const

/**
 * True if a program is installed. A test of one that is not is skipped, but never in CI.
 * @throws Error where it is missing and CLOUDSEC_SYSTEM is `required`
 */
export function has(program: keyof typeof packages): boolean {
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

/** True if curl is installed. */
export const hasCurl = versionOf('curl', '--version', /curl (\d+)/) > 0

/** True if Python 3.9 or later is installed. */
export const hasPython = versionOf('python3', '--version', /Python 3\.(\d+)/) >= 9
