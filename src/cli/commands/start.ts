import type { Command } from 'commander'

import { urlsOf } from '../../control/path.ts'
import { jsonLine } from '../../lib/log.ts'
import { version } from '../../lib/version.ts'
import type { Listening } from '../../server/listen.ts'
import { versionPath } from '../../spec/version.ts'
import { addStartFlags } from '../config/flags.ts'
import type { Io } from '../io.ts'
import { serve, type Serving } from '../serve.ts'

/** How long kept connections stay open after a stop: a client may not have noticed it. */
const lingerMs = 200

export function addStart(program: Command, io: Io): void {
  const start = program
    .command('start', { isDefault: true })
    .description('start the fake and serve it until it is stopped')
  addStartFlags(start, 'start').action(async (_flags: unknown, command: Command) => {
    // First, because a program that reads the banner may stop the fake at once.
    io.takeSignals()
    const serving = await serve(command, io, { showsRequests: io.isTerminal })
    tell(serving, io)
    await io.stopped()
    serving.log.info('stopping: requests that are being served may finish')
    await serving.close(lingerMs)
  })
}

function tell({ settings: { command, listen }, core, listening }: Serving, io: Io): void {
  const { origin, controlOrigin, controlToken, tls } = listening
  const isJson = command.logFormat === 'json'
  // Only the fake knows a token that it drew, and the log may be silent. One that was given may be a secret of more than the fake.
  const drawnToken = listen.controlToken === undefined ? controlToken : undefined
  if (!command.printUrl) {
    const needsToken = controlToken !== undefined
    const hasAuthority = tls !== undefined && tls.show().ca !== null
    const shown = { origin, controlOrigin, apiKey: core.apiKey, drawnToken, needsToken, hasAuthority }
    io.out(isJson ? readyLine(shown) : banner(shown))
    return
  }
  io.out(`${urlsOf(origin).baseUrl}\n`)
  if (drawnToken === undefined) return
  const line = isJson ? jsonLine('info', 'control token', { token: drawnToken }) : `control token: ${drawnToken}`
  io.err(`${line}\n`)
}

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

function banner(shown: Shown): string {
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
function readyLine(shown: Shown): string {
  const { origin, controlOrigin, apiKey = null, drawnToken: token } = shown
  const facts = { version, ...urlsOf(origin, controlOrigin), dashboard: dashboardOf(shown), apiKey, token }
  return `${jsonLine('info', 'ready', facts)}\n`
}
