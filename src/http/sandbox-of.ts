import type { Sandbox } from '../engine/sandbox.ts'
import type { Sandboxes } from '../engine/sandboxes.ts'
import type { Address } from './address.ts'
import type { Credential } from './credential.ts'

/**
 * The sandbox that serves a request: the one that its address names; below the plain base address the one that made its key,
 * so that a client which can change its key alone is isolated too. All others go to the default one.
 */
export function sandboxOf(sandboxes: Sandboxes, { sandbox, prefix }: Address, credential: Credential): Sandbox {
  if (prefix !== '' || sandboxes.keys.isEmpty || !credential.hasKeyScheme) return sandboxes.look(sandbox)
  return sandboxes.look(sandboxes.keys.makerOf(credential.secretHash) ?? sandbox)
}
