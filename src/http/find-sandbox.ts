import { quote } from '../lib/input-error.ts'
import { nameRule } from '../lib/name-form.ts'
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

/** Why the path of a request names no sandbox, where it begins like one that does (`/@Alice`); undefined for any other. */
export function misnamedSandbox({ sandbox, path }: Address): string | undefined {
  if (sandbox !== undefined || !path.startsWith('/@')) return undefined
  const [name = ''] = path.slice(2).split('/')
  return `the path: expected the name of a sandbox, ${nameRule}, such as /@checkout; got ${quote(name)}`
}
