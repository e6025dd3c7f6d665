import type { Command } from 'commander'

import { urlsOf } from '../../control/path.ts'
import { addStartFlags } from '../config/start-flags.ts'
import { banner } from '../format/banner.ts'
import type { Io } from '../io.ts'
import { serve, type Serving } from '../serve.ts'

/** How long kept connections stay open after a stop: a client may not have noticed it. */
const lingerMs = 200

/** Adds the command `start`, which is the default. */
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
  const { baseUrl, controlUrl } = urlsOf(origin, controlOrigin)
  if (!command.printUrl) {
    const hasAuthority = tls !== undefined && tls.show().ca !== null
    io.out(banner({ origin, controlOrigin, baseUrl, controlUrl, apiKey: core.apiKey, controlToken, hasAuthority }))
    return
  }
  io.out(`${baseUrl}\n`)
  // Only the fake knows a token that it drew, and the log may be silent.
  if (controlToken !== undefined && listen.controlToken === undefined) io.err(`control token: ${controlToken}\n`)
}
