import type { SandboxClient } from '../../control/client/sandbox-client.ts'
import { version } from '../../lib/version.ts'
import { versionPath } from '../../spec/version.ts'

/** The facts in the banner. */
interface Shown extends Pick<SandboxClient, 'baseUrl' | 'controlUrl'> {
  readonly origin: string
  readonly controlOrigin: string
  readonly apiKey: string | undefined
  /** The token that the control plane requires; undefined for none. */
  readonly controlToken: string | undefined
  /** True if clients need the certificate of its authority. */
  readonly hasAuthority: boolean
}

/** The text that `start` prints when it listens. */
export function banner(shown: Shown): string {
  const { origin, controlOrigin, baseUrl, controlUrl, apiKey, controlToken, hasAuthority } = shown
  const token = controlToken === undefined ? '' : `  Token      ${controlToken}\n`
  // A browser keeps the fragment of an address to itself.
  const fragment = controlToken === undefined ? '' : `#token=${encodeURIComponent(controlToken)}`
  const flags = `--url ${controlOrigin}${controlToken === undefined ? '' : ` --control-token ${controlToken}`}`
  const authority = hasAuthority ? `  Authority  npx cloudsec-fake tls ca ${flags} > ca.pem\n` : ''
  const cacert = hasAuthority ? '--cacert ca.pem ' : ''
  return `cloudsec-fake ${version} is ready

  Base URL   ${baseUrl}
  API key    ${apiKey ?? 'one of your keys.json'}
  Control    ${controlUrl}
  Dashboard  ${controlOrigin}/${fragment}
${authority}${token}  Sandboxes  ${origin}/@NAME${versionPath}: one sandbox for each NAME

  curl ${cacert}-H 'Authorization: Bearer ${apiKey ?? '<API_KEY>'}' '${baseUrl}/cloud/resources?limit=2'

Ctrl+C stops it.
`
}
