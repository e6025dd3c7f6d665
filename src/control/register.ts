import { quote } from '../lib/input-error.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { Problem } from './problem.ts'

/** Makes a sandbox known to its fake. @throws Problem where the fake has no room for it; then it is closed */
export function register(sandboxes: Sandboxes, sandbox: Sandbox): void {
  if (sandboxes.register(sandbox)) return
  sandbox.close()
  throw new Problem(
    'unavailable',
    `this fake holds ${sandboxes.max} sandboxes, its limit; ${quote(sandbox.name)} was not created`,
  )
}
