import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

import type { Command } from 'commander'

import { urlsOf } from '../../control/path.ts'
import { prefixOf } from '../../http/address.ts'
import { InputError } from '../../lib/input-error.ts'
import { defaultSandbox } from '../../sandbox/sandboxes.ts'
import { childEnvironment, codeOf } from '../child.ts'
import { flag } from '../config/flags.ts'
import { addStartFlags } from '../config/start-flags.ts'
import { Ended, exitCodes } from '../exit.ts'
import { oneLine } from '../format/one-line.ts'
import type { Io } from '../io.ts'
import { noKey } from '../remote.ts'
import { serve } from '../serve.ts'

/** Lets the system pick a port. */
const freePort = 0

interface ExecFlags {
  readonly sandbox?: string
}

/** Adds the command `exec`. @param line the whole command line */
export function addExec(program: Command, io: Io, line: readonly string[]): void {
  const command = program
    .command('exec')
    .description('start the fake, run a command, and stop the fake')
    .usage('[options] -- COMMAND [ARGUMENTS]')
    .allowExcessArguments()
  addStartFlags(command, 'exec')
    .addOption(flag('--sandbox <name>', 'the sandbox that the variables name (default)'))
    .action(async () => {
      const [file, ...args] = command.args
      // Without the dashes, flags of the command would be read as flags of the fake.
      if (file === undefined || !line.includes('--')) {
        throw new InputError('expected a command after --, as in: cloudsec-fake exec -- npm test', { field: 'exec' })
      }
      await exec(command, io, file, args)
    })
}

/** Signals to this process, which go on to the command. */
interface Signals {
  asked: NodeJS.Signals | undefined
  child: ChildProcess | undefined
}

async function exec(command: Command, io: Io, file: string, args: readonly string[]): Promise<void> {
  const signals: Signals = { asked: undefined, child: undefined }
  const stopListening = io.onSignal((signal) => {
    signals.asked ??= signal
    if (signal !== 'SIGINT' || !io.sharesInterrupt) signals.child?.kill(signal)
  })
  try {
    // The terminal belongs to the command, so it shows no requests.
    const serving = await serve(command, io, {
      port: command.getOptionValueSource('port') === 'cli' ? undefined : freePort,
    })
    try {
      const { sandbox = defaultSandbox } = command.opts<ExecFlags>()
      serving.named(() => serving.core.open(sandbox))
      const { core, listening } = serving
      const env = childEnvironment({
        ...urlsOf(listening.origin + prefixOf(sandbox)),
        apiKey: core.apiKey ?? noKey(io),
        controlToken: listening.controlToken,
      })
      if (signals.asked === undefined) await run(io, file, args, env, signals)
      else throw new Ended(codeOf(null, signals.asked))
    } finally {
      await serving.close()
    }
  } finally {
    stopListening()
  }
}

/** Runs a command. @throws Ended with its exit code, unless that is 0 */
async function run(io: Io, file: string, args: readonly string[], env: NodeJS.ProcessEnv, signals: Signals) {
  try {
    const child = spawn(file, args, { stdio: 'inherit', env, windowsHide: true })
    signals.child = child
    const [code, signal]: readonly unknown[] = await once(child, 'exit')
    const ended = codeOf(code, signal)
    if (ended !== exitCodes.done) throw new Ended(ended)
  } catch (error) {
    if (error instanceof Ended) throw error
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    io.err(`cloudsec-fake: exec: ${file}: ${isMissing ? 'no such command' : `cannot be run (${oneLine(error)})`}\n`)
    throw new Ended(isMissing ? exitCodes.notFound : exitCodes.notRun)
  }
}
