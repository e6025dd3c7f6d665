import { fileURLToPath } from 'node:url'

/** The root of the package: three folders above this file, and two above every chunk of the built program. */
const root = new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../../', import.meta.url)

export function inPackage(path: string): string {
  return fileURLToPath(new URL(path, root))
}
