import { quote } from '../lib/input-error.ts'
import { nameRule } from '../lib/name-form.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { defaultSandbox, isSandboxName, type Sandboxes } from '../sandbox/sandboxes.ts'
import { ApiError } from '../spec/api-error.ts'
import type { Credential } from './credential.ts'
import type { MatchedRequest } from './request-context.ts'
import { sandboxHeader, sandboxMember } from './sandbox-headers.ts'

/** The sandbox that a request names. */
interface NamedSandbox {
  /** Undefined where the request names none. */
  readonly name: string | undefined
  /** Why a header cannot be used that should name one; undefined where it can, and where there is none. */
  readonly refusal?: ApiError
}

const unnamed: NamedSandbox = { name: undefined }

/** Reads the name of the sandbox in a request: in its address, else in its header, else in its baggage. */
export function readSandboxName({ address, headers }: Pick<MatchedRequest, 'address' | 'headers'>): NamedSandbox {
  if (address.sandbox !== undefined) return { name: address.sandbox }
  const header = headers.get(sandboxHeader)
  if (header === null) return readBaggage(headers.get('baggage'))
  if (isSandboxName(header)) return { name: header }
  const { name } = readBaggage(headers.get('baggage'))
  return { name, refusal: misnamed(sandboxHeader, '', header) }
}

/** Reads the name in W3C baggage (`a=1;p=2, cloudsec-sandbox=checkout`). Like OpenTelemetry, it takes the last of several. */
function readBaggage(baggage: string | null): NamedSandbox {
  if (baggage?.includes(sandboxMember) !== true) return unnamed
  const values = baggage.split(',').flatMap((member) => {
    const [pair = ''] = member.split(';')
    const sign = pair.indexOf('=')
    return pair.slice(0, sign).trim() === sandboxMember ? [decode(pair.slice(sign + 1).trim())] : []
  })
  const name = values.at(-1)
  if (name === undefined) return unnamed
  if (isSandboxName(name)) return { name }
  return { name: undefined, refusal: misnamed('baggage', `${sandboxMember}=`, name) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** @param before the name in the header, for an example */
function misnamed(header: string, before: string, name: string): ApiError {
  const details = `${header}: expected the name of a sandbox, ${nameRule}, such as ${before}checkout; got ${quote(name)}`
  return new ApiError('invalid_request', details)
}

/**
 * Finds the sandbox of a request: the one that it names, else the one that made its key, else the default one.
 * A client that can only change its API key is isolated too.
 */
export function findSandbox(sandboxes: Sandboxes, name: string | undefined, credential: Credential): Sandbox {
  if (name !== undefined) return sandboxes.getOrCreate(name)
  if (sandboxes.keys.isEmpty || !credential.hasKeyScheme) return sandboxes.default
  return sandboxes.getOrCreate(sandboxes.keys.makerOf(credential.secretHash) ?? defaultSandbox)
}
