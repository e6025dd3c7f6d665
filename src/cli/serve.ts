import type { Command } from 'commander'

import { type Core, createCore } from '../core/app/create-core.ts'
import { defaultHost } from '../core/app/listen-options.ts'
import { hasCode } from '../core/lib/has-code.ts'
import { InputError } from '../core/lib/input-error.ts'
import { createLog, type Log } from '../core/lib/log.ts'
import { listen, type Listening } from '../core/server/listen.ts'
import { unknownVariables } from './config/flags.ts'
import { configFileOf, withSource, readSettings, type Settings } from './config/settings.ts'
import { type Io, oneLine } from './io.ts'

export type Serving = Awaited<ReturnType<typeof serve>>

/**
 * `takesFreePorts`: uses free ports unless flags name others. `showsRequests`: logs requests unless a level is named.
 * `runId`: the id for other commands.
 */
type ServeOptions = Readonly<{ takesFreePorts?: boolean; showsRequests?: boolean; runId?: string }>

export async function serve(command: Command, io: Io, options: ServeOptions) {
  const { takesFreePorts = false, showsRequests = false, runId } = options
  const configFile = configFileOf(command)
  const settings = await readSettings(command, configFile)
  // A failure is written in the log format, even if the configuration file chose it.
  const source = command.getOptionValueSource('logFormat')
  command.setOptionValueWithSource('logFormat', settings.command.logFormat, source)
  const log = createConsole(io, settings.command, showsRequests)
  for (const line of unknownVariables()) log.warn(line)
  const rethrow = (error: unknown): never => {
    throw withSource(command, configFile, error)
  }
  const core = await createCore({ ...settings.options, log }).catch(rethrow)
  const address = takesFreePorts ? withFreePorts(command, settings.listen) : settings.listen
  const listening = await listenAt(core, address, runId).catch(rethrow)
  const watch = async () => (await import('./watch.ts')).startWatching(command, settings, core)
  const stopWatching = settings.command.watch
    ? await watch().catch(async (error: unknown) => {
        await listening.close()
        throw new Error(`--watch: ${oneLine(error)}`, { cause: error })
      })
    : undefined
  return {
    settings,
    core,
    listening,
    log,
    /** Ends the fake after the requests in progress. @param lingerMs see `Listening.close` */
    close: async (lingerMs?: number): Promise<void> => {
      try {
        await stopWatching?.()
      } finally {
        await listening.close(lingerMs)
      }
    },
  }
}

const maxWaitingBytes = 1_048_576

/** A log on stderr with bounded memory. It drops lines while stderr is not read, and logs their number afterwards. */
function createConsole(io: Io, { logLevel, logFormat }: Settings['command'], showsRequests: boolean): Log {
  const write = (line: string): void => io.err(`${line}\n`)
  const ownLog = createLog('warn', write, logFormat)
  let dropped = 0
  const writeBounded = (line: string): void => {
    if (io.waitingBytes > (dropped === 0 ? maxWaitingBytes : 0)) {
      dropped += 1
      return
    }
    if (dropped > 0) ownLog.warn(`dropped ${dropped} log lines here, because stderr was not read`)
    dropped = 0
    write(line)
  }
  const log = createLog(logLevel ?? 'info', writeBounded, logFormat)
  const isShown = logLevel === undefined ? showsRequests : logLevel === 'info'
  return isShown ? { ...log, request: (line) => log.info(line()) } : log
}

function withFreePorts(command: Command, { port, httpPort, ...listen }: Settings['listen']): Settings['listen'] {
  const isNamed = (flag: string): boolean => command.getOptionValueSource(flag) === 'cli'
  return { ...listen, port: isNamed('port') ? port : 0, httpPort: isNamed('httpPort') ? httpPort : undefined }
}

async function listenAt(core: Core, options: Settings['listen'], runId: string | undefined): Promise<Listening> {
  try {
    return await listen(core, options, { ownsProcess: true, runId })
  } catch (error) {
    if (error instanceof InputError) throw error
    const { httpPort = 0 } = options
    const isSecond = httpPort > 0 && error instanceof Error && 'port' in error && error.port === httpPort
    const { host, port, flag } = isSecond
      ? { host: defaultHost, port: httpPort, flag: '--http-port' }
      : { ...options, flag: '--port' }
    const isTaken = hasCode(error, 'EADDRINUSE')
    const why = isTaken ? `${await holderOf(port)}; choose another ${flag}, or 0 for a free port` : oneLine(error)
    throw new Error(`cannot listen on ${host} port ${port}: ${why}`, { cause: error })
  }
}

async function holderOf(port: number): Promise<string> {
  const { findRuns } = await import('./runs/find-runs.ts')
  const [run] = await findRuns(port).catch(() => [])
  if (run === undefined) return 'another program listens there'
  return `cloudsec-fake ${run.version} already serves ${run.baseUrl} (cloudsec-fake stop --port ${port} ends it)`
}
