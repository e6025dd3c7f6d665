import type { Command } from 'commander'

import { urlsOf } from '../../control/path.ts'
import { jsonLine } from '../../lib/log.ts'
import { addStartFlags } from '../config/flags.ts'
import { banner, readyLine } from '../format/banner.ts'
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
