import type { Command } from 'commander'

import { defaultSandbox } from '../engine/sandboxes.ts'
import { type Core, createCore } from '../fake.ts'
import { InputError } from '../lib/input-error.ts'
import { createLog, type Log } from '../lib/log.ts'
import { listen, type Listening } from '../server.ts'
import { banner } from './banner.ts'
import type { Io } from './io.ts'
import { configFileOf, inTermsOf, readSettings, type Settings } from './settings.ts'
import { addStartFlags } from './start-flags.ts'
import { startWatching } from './watch.ts'

/** Adds the `start` command, the one that runs where none is named. */
export function addStart(program: Command, io: Io): void {
  addStartFlags(program.command('start', { isDefault: true }).description('serve the fake until it is stopped')).action(
    async (_flags: unknown, command: Command) => {
      await start(command, io)
    },
  )
}

async function start(command: Command, io: Io): Promise<void> {
  const configFile = configFileOf(command)
  const settings = readSettings(command, configFile)
  const log = createLog(settings.logLevel, (line) => io.err(`${line}\n`), settings.logFormat)
  const named = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw inTermsOf(command, configFile, error)
    })
  const core = await named(createCore({ ...settings.options, log }))
  const listening = await named(listenAt(core, settings.listen))
  const stopWatching = settings.watch ? await watchFiles(command, settings, core, log) : undefined
  tell(settings, core, listening, io)
  await io.stopped()
  log.info('stopping: requests that are being served may finish')
  await stopWatching?.()
  await listening.close()
}

async function listenAt(core: Core, options: Settings['listen']): Promise<Listening> {
  try {
    return await listen(core, options, true)
  } catch (error) {
    if (error instanceof InputError) throw error
    const { host, port } = options
    throw new Error(`cannot listen on ${host} port ${port}: ${describeListenError(error)}`, { cause: error })
  }
}

function watchFiles(command: Command, started: Settings, core: Core, log: Log): Promise<() => Promise<void>> {
  return startWatching({
    started,
    read: () => readSettings(command, started.configFile),
    reload: async (settings, what) => {
      try {
        await core.reload({ ...settings.options, log }, what)
      } catch (error) {
        throw inTermsOf(command, started.configFile, error)
      }
    },
    log,
  })
}

function tell({ printUrl, listen: { controlToken: given } }: Settings, core: Core, listening: Listening, io: Io): void {
  const { origin, controlToken } = listening
  const { baseUrl, controlUrl } = core.box(defaultSandbox, origin)
  if (!printUrl) {
    io.out(banner({ origin, baseUrl, controlUrl, apiKey: core.apiKey, controlToken }))
    return
  }
  io.out(`${baseUrl}\n`)
  // Nobody knows a token that was made here, whatever the log may tell.
  if (controlToken !== undefined && given === undefined) io.err(`control token: ${controlToken}\n`)
}

function describeListenError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return 'another program listens there; name another --port, or 0 for a free one'
  if (code === 'EACCES') return 'this user may not listen there; name a port above 1023'
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'this machine has no such address'
  return error instanceof Error ? error.message : String(error)
}
