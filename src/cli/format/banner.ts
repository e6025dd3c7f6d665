import { urlsOf } from '../../control/path.ts'
import { jsonLine } from '../../lib/log.ts'
import { version } from '../../lib/version.ts'
import type { Listening } from '../../server/listen.ts'
import { versionPath } from '../../spec/version.ts'

interface Shown extends Pick<Listening, 'origin' | 'controlOrigin'> {
  readonly apiKey: string | undefined
  /** The token of the control plane, if the fake drew it: one that was given is never printed. */
  readonly drawnToken: string | undefined
  readonly needsToken: boolean
  /** True if clients need the certificate of its authority. */
  readonly hasAuthority: boolean
}

/** The address of the dashboard. A browser keeps the fragment of an address to itself. */
function dashboardOf({ controlOrigin, drawnToken }: Shown): string {
  return `${controlOrigin}/${drawnToken === undefined ? '' : `#token=${encodeURIComponent(drawnToken)}`}`
}

export function banner(shown: Shown): string {
  const { origin, controlOrigin, apiKey, drawnToken, needsToken, hasAuthority } = shown
  const { baseUrl, controlUrl } = urlsOf(origin, controlOrigin)
  const told = drawnToken ?? 'as given; the dashboard asks for it'
  const token = needsToken ? `  Token      ${told}\n` : ''
  const flags = `--url ${controlOrigin}${needsToken ? ` --control-token ${drawnToken ?? 'TOKEN'}` : ''}`
  const authority = hasAuthority ? `  Authority  npx cloudsec-fake tls ca ${flags} > ca.pem\n` : ''
  const cacert = hasAuthority ? '--cacert ca.pem ' : ''
  return `cloudsec-fake ${version} is ready

  Base URL   ${baseUrl}
  API key    ${apiKey ?? 'one of your keys.json'}
  Control    ${controlUrl}
  Dashboard  ${dashboardOf(shown)}
${authority}${token}  Sandboxes  ${origin}/@NAME${versionPath}: one sandbox for each NAME

  curl ${cacert}-H 'Authorization: Bearer ${apiKey ?? '<API_KEY>'}' '${baseUrl}/cloud/resources?limit=2'

Ctrl+C stops it.
`
}

/** The line that stands for the banner where the log is in JSON. */
export function readyLine(shown: Shown): string {
  const { origin, controlOrigin, apiKey = null, drawnToken: token } = shown
  const facts = { version, ...urlsOf(origin, controlOrigin), dashboard: dashboardOf(shown), apiKey, token }
  return `${jsonLine('info', 'ready', facts)}\n`
}
