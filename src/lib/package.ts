import { fileURLToPath } from 'node:url'

/** The root of the package: two folders above this file, and above every chunk of the built program. */
const root = new URL('../../', import.meta.url)

export function inPackage(path: string): string {
  return fileURLToPath(new URL(path, root))
}
