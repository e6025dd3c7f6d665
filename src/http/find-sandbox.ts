import type { Sandbox } from '../sandbox/sandbox.ts'
import { defaultSandbox, type Sandboxes } from '../sandbox/sandboxes.ts'
import type { Address } from './address.ts'
import type { Credential } from './credential.ts'

/**
 * Finds the sandbox of a request: the one in its address, else the one that made its key, else the default one.
 * A client that can only change its API key is isolated too.
 */
export function findSandbox(sandboxes: Sandboxes, { sandbox }: Address, credential: Credential): Sandbox {
  if (sandbox !== undefined) return sandboxes.getOrCreate(sandbox)
  if (sandboxes.keys.isEmpty || !credential.hasKeyScheme) return sandboxes.default
  return sandboxes.getOrCreate(sandboxes.keys.makerOf(credential.secretHash) ?? defaultSandbox)
}
