import type { SandboxClient } from '../../control/client/sandbox-client.ts'
import { version } from '../../lib/version.ts'
import { versionPath } from '../../spec/version.ts'

/** The facts in the banner. */
interface Shown extends Pick<SandboxClient, 'baseUrl' | 'controlUrl'> {
  readonly origin: string
  readonly apiKey: string | undefined
  /** The token that the control plane requires; undefined for none. */
  readonly controlToken: string | undefined
}

/** The text that `start` prints when it listens. */
export function banner({ origin, baseUrl, controlUrl, apiKey, controlToken }: Shown): string {
  const token = controlToken === undefined ? '' : `  Token      ${controlToken}\n`
  // A browser keeps the fragment of an address to itself.
  const fragment = controlToken === undefined ? '' : `#token=${encodeURIComponent(controlToken)}`
  return `cloudsec-fake ${version} is ready

  Base URL   ${baseUrl}
  API key    ${apiKey ?? 'one of your keys.json'}
  Control    ${controlUrl}
  Dashboard  ${origin}/${fragment}
${token}  Sandboxes  ${origin}/@NAME${versionPath}: one sandbox for each NAME

  curl -H 'Authorization: Bearer ${apiKey ?? '<API_KEY>'}' '${baseUrl}/cloud/resources?limit=2'

Ctrl+C stops it.
`
}
