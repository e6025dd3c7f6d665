import type { Command } from 'commander'

import { defaultSandbox } from '../../sandbox/sandboxes.ts'
import { addStartFlags } from '../config/start-flags.ts'
import { banner } from '../format/banner.ts'
import type { Io } from '../io.ts'
import { serve, type Serving } from '../serve.ts'

/** How long a client that has not heard of the stop may still ask on a connection that it keeps. */
const lingerMs = 200

/** Adds the `start` command, the one that runs where none is named. */
export function addStart(program: Command, io: Io): void {
  const start = program.command('start', { isDefault: true }).description('serve the fake until it is stopped')
  addStartFlags(start, 'start').action(async (_flags: unknown, command: Command) => {
    // Before anything is printed: a client that reads the banner may stop the fake at once.
    io.takeSignals()
    const serving = await serve(command, io)
    tell(serving, io)
    await io.stopped()
    serving.log.info('stopping: requests that are being served may finish')
    await serving.close(lingerMs)
  })
}

function tell({ settings: { command, listen }, core, listening }: Serving, io: Io): void {
  const { origin, controlToken } = listening
  const { baseUrl, controlUrl } = core.box(defaultSandbox, origin)
  if (!command.printUrl) {
    io.out(banner({ origin, baseUrl, controlUrl, apiKey: core.apiKey, controlToken }))
    return
  }
  io.out(`${baseUrl}\n`)
  // Nobody knows a token that was made here, whatever the log may tell.
  if (controlToken !== undefined && listen.controlToken === undefined) io.err(`control token: ${controlToken}\n`)
}
