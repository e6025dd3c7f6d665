import type { Command } from 'commander'

import { urlsOf } from '../../control/path.ts'
import { jsonLine } from '../../lib/log.ts'
import { toTable } from '../../lib/table.ts'
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
  const { origin, controlOrigin, controlToken } = listening
  const urls = urlsOf(origin, controlOrigin)
  // Only the fake knows a token that it drew, and the log may be silent. One that was given may be a secret of more than the fake.
  const token = listen.controlToken === undefined ? controlToken : undefined
  // A browser keeps the fragment of an address to itself.
  const dashboard = `${controlOrigin}/${token === undefined ? '' : `#token=${encodeURIComponent(token)}`}`
  const json = command.logFormat === 'json' ? jsonLine : undefined
  if (command.printUrl) {
    io.out(`${urls.baseUrl}\n`)
    if (token !== undefined) io.err(`${json?.('info', 'control token', { token }) ?? `control token: ${token}`}\n`)
    return
  }
  const facts = { version, ...urls, dashboard, apiKey: core.apiKey ?? null, token }
  io.out(`${json?.('info', 'ready', facts) ?? banner(facts, listening)}\n`)
}

interface Facts extends ReturnType<typeof urlsOf> {
  readonly dashboard: string
  readonly apiKey: string | null
  /** The token of the control plane, if the fake drew it. */
  readonly token: string | undefined
}

function banner({ baseUrl, controlUrl, dashboard, apiKey, token }: Facts, listening: Listening): string {
  const { origin, controlOrigin, controlToken, tls } = listening
  const hasAuthority = tls !== undefined && tls.ca !== null
  const flags = `--url ${controlOrigin}${controlToken === undefined ? '' : ` --control-token ${token ?? 'TOKEN'}`}`
  const rows = [
    ['Base URL', baseUrl],
    ['API key', apiKey ?? 'one of your keys.json'],
    ['Control', controlUrl],
    ['Dashboard', dashboard],
    ...(hasAuthority ? [['Authority', `npx cloudsec-fake tls ca ${flags} > ca.pem`]] : []),
    ...(controlToken === undefined ? [] : [['Token', token ?? 'as given; the dashboard asks for it']]),
    ['Sandboxes', `${origin}/@NAME${versionPath}: one sandbox for each NAME`],
  ]
  const key = `-H 'Authorization: Bearer ${apiKey ?? '<API_KEY>'}'`
  return `cloudsec-fake ${version} is ready

${toTable(rows).replaceAll(/^/gm, '  ')}

  curl ${hasAuthority ? '--cacert ca.pem ' : ''}${key} '${baseUrl}/cloud/resources?limit=2'

Ctrl+C stops it.`
}
