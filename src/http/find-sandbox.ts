import { quote } from '../lib/input-error.ts'
import { nameRule } from '../lib/name-form.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { defaultSandbox, isSandboxName, type Sandboxes } from '../sandbox/sandboxes.ts'
import { ApiError } from '../spec/api-error.ts'
import type { Address } from './address.ts'
import type { Credential } from './credential.ts'
import { sandboxHeader, sandboxMember } from './sandbox-headers.ts'
import type { SentHeaders } from './sent-headers.ts'

interface NamedSandbox {
  readonly name: string | undefined
  /** Why its address or a header cannot be used that should name one; undefined where it can, and where none should. */
  readonly refusal?: ApiError
}

const unnamed: NamedSandbox = { name: undefined }

/** Reads the name of the sandbox in a request: in its address, else in its header, else in its baggage. */
export function readSandboxName(address: Address, { sandbox: header, baggage }: SentHeaders): NamedSandbox {
  if (address.sandbox !== undefined) return { name: address.sandbox }
  const misnamed = misnamedSandbox(address)
  if (header === null && misnamed === undefined) return readBaggage(baggage)
  const inHeader = header !== null && isSandboxName(header) ? header : undefined
  if (misnamed === undefined && inHeader !== undefined) return { name: inHeader }
  const details = misnamed ?? describeMisnamed(sandboxHeader, '', header ?? '')
  return { name: inHeader ?? readBaggage(baggage).name, refusal: new ApiError('invalid_request', details) }
}

/** Reads the name in W3C baggage (`a=1;p=2, cloudsec-sandbox=checkout`). Like OpenTelemetry, it takes the last of several. */
function readBaggage(baggage: string | null): NamedSandbox {
  if (baggage?.includes(sandboxMember) !== true) return unnamed
  const values = baggage.split(',').flatMap((each) => {
    const [pair = ''] = each.split(';')
    const [member = '', ...value] = pair.split('=')
    return member.trim() === sandboxMember ? [decode(value.join('=').trim())] : []
  })
  const name = values.at(-1)
  if (name === undefined) return unnamed
  if (isSandboxName(name)) return { name }
  const details = describeMisnamed('baggage', `${sandboxMember}=`, name)
  return { name: undefined, refusal: new ApiError('invalid_request', details) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** @param where the name was found @param before the characters before a name there, for an example */
function describeMisnamed(where: string, before: string, name: string): string {
  return `${where}: expected the name of a sandbox, ${nameRule}, such as ${before}checkout; got ${quote(name)}`
}

/**
 * Finds the sandbox of a request: the one that it names, else the one that made its key, else the default one.
 * A client that can only change its API key is isolated too.
 */
export function findSandbox(
  sandboxes: Sandboxes,
  name: string | undefined,
  credential: Credential,
  { hasOfFake }: SentHeaders,
): Sandbox {
  if (name !== undefined) {
    return hasOfFake ? sandboxes.getOrCreate(name) : sandboxes.find(name, credential.secretHash)
  }
  if (sandboxes.keys.isEmpty || !credential.hasKeyScheme) return sandboxes.default
  return sandboxes.getOrCreate(sandboxes.keys.makerOf(credential.secretHash) ?? defaultSandbox)
}

/** Why the path of a request names no sandbox, where it begins like one that does (`/@Alice`); undefined for any other. */
export function misnamedSandbox({ sandbox, path }: Address): string | undefined {
  if (sandbox !== undefined || !path.startsWith('/@')) return undefined
  const [name = ''] = path.slice(2).split('/')
  return describeMisnamed('the path', '/@', name)
}
