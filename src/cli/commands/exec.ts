import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import { type Command, Option } from 'commander'
import { spawn } from 'cross-spawn'

import type { ConductOptions } from '../../core/control/endpoints/reports.ts'
import { readThresholds } from '../../core/coverage/thresholds.ts'
import { hasCode } from '../../core/lib/has-code.ts'
import { renamed } from '../../core/lib/input-error.ts'
import { parseDuration } from '../../core/time/duration.ts'
import { exitCodeOf, environmentFor, wordsAfterDashes } from '../child.ts'
import { addStartFlags, flag, splitList } from '../config/flags.ts'
import { exitCodes, exitWith, failureLine, type Io, oneLine } from '../io.ts'
import { noKey, requireThresholds } from '../remote.ts'
import { serve, type Serving } from '../serve.ts'

interface ExecFlags {
  readonly sandbox?: string
  readonly coverageMin?: readonly string[]
  readonly conduct?: boolean
  readonly allow?: readonly string[]
  readonly pollEvery?: string
}

const ofConduct = (flags: string, about: string): Option =>
  new Option(flags, `${about}; implies --conduct`).implies({ conduct: true })

export function addExec(program: Command, io: Io, line: readonly string[]): void {
  const command = program
    .command('exec')
    .description('start the fake, run a command, and stop the fake')
    .usage('[options] -- COMMAND [ARGUMENTS]')
    .allowExcessArguments()
  const coverageText = 'exit with 3 below this percentage of all cases, such as 60, or of one kind, such as error=50'
  addStartFlags(command, 'exec')
    .addOption(flag('--sandbox <name>', 'the sandbox in the variables (default: default)'))
    .addOption(new Option('--coverage-min <percent...>', coverageText).implies({ coverage: true }))
    .option('--conduct', 'judge how the client behaved, and exit with 3 if it misbehaved')
    .addOption(ofConduct('--allow <id...>', 'verdicts that do not count, such as gave-up'))
    .addOption(
      ofConduct('--poll-every <duration>', 'shortest pause between two reads of an unfinished record (default: 1s)'),
    )
    .action(async () => {
      const [file, ...args] = wordsAfterDashes(command, line)
      await exec(command, io, file, args)
    })
}

/** Signals to this process, which are forwarded to the command. */
interface Signals {
  received: NodeJS.Signals | undefined
  child: ChildProcess | undefined
}

async function exec(command: Command, io: Io, file: string, args: readonly string[]): Promise<void> {
  const signals: Signals = { received: undefined, child: undefined }
  const fail = (message: string): void => io.err(failureLine(message, [command]))
  // The terminal belongs to the command, so the log shows no requests.
  const serving = await serve(command, io, { takesFreePorts: true })
  const stopListening = io.onSignal((signal) => {
    signals.received ??= signal
    if (!io.isInteractive || !['SIGINT', 'SIGQUIT'].includes(signal)) signals.child?.kill(signal)
  })
  let ended: number = exitCodes.done
  try {
    const { sandbox, coverageMin = [], ...flags } = command.opts<ExecFlags>()
    if (sandbox !== undefined) open(serving, sandbox)
    const thresholds = readThresholds(coverageMin, '--coverage-min')
    const judgement = flags.conduct === true ? await readJudgement(flags) : undefined
    const apiKey = serving.core.apiKey ?? noKey((line) => serving.log.warn(line))
    const { env, remove } = environmentFor(serving.listening, apiKey, sandbox)
    const running =
      signals.received === undefined
        ? run(fail, file, args, env, signals)
        : Promise.resolve(exitCodeOf(null, signals.received))
    ended = await running.finally(remove)
    stopListening()
    const { coverage, isMisbehaved } = await printReports(serving, io, judgement)
    if (ended !== exitCodes.done) throw exitWith(ended)
    if (coverage !== undefined) requireThresholds(io, coverage, thresholds)
    if (isMisbehaved) throw exitWith(exitCodes.differences)
  } finally {
    stopListening()
    await serving.close().catch((error: unknown) => {
      if (ended === exitCodes.done) throw error
      fail(oneLine(error))
    })
  }
}

function open({ core }: Serving, sandbox: string): void {
  try {
    core.open(sandbox)
  } catch (error) {
    throw renamed(error, [['sandbox', '--sandbox']])
  }
}

async function readJudgement({ allow = [], pollEvery = '1s' }: ExecFlags): Promise<ConductOptions> {
  const { readVerdictIds } = await import('../../core/conduct/table.ts')
  parseDuration(pollEvery, '--poll-every')
  return { allow: readVerdictIds(splitList(allow), '--allow'), pollEvery }
}

/** Prints the requested reports on all sandboxes to stderr, because stdout belongs to the command. */
async function printReports({ core, listening, settings }: Serving, io: Io, judgement: ConductOptions | undefined) {
  if (!settings.options.coverage && judgement === undefined) return { coverage: undefined, isMisbehaved: false }
  const { toLocalFake } = await import('../../core/app/create-fake.ts')
  const { toCoverageText } = await import('../../core/coverage/table.ts')
  const { judgeAll, misbehaved, toVerdictText } = await import('../judge.ts')
  const fake = toLocalFake(core, listening)
  const coverage = settings.options.coverage ? await fake.coverage({ sandboxes: 'all' }) : undefined
  const judged = judgement && (await judgeAll(fake, judgement))
  const texts = [coverage && toCoverageText(coverage), judged && toVerdictText(judged)]
  io.err(`${texts.filter((text) => text !== undefined).join('\n\n')}\n`)
  return { coverage, isMisbehaved: judged !== undefined && misbehaved(judged) }
}

async function run(
  fail: (message: string) => void,
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signals: Signals,
): Promise<number> {
  try {
    const child = spawn(file, args, { stdio: 'inherit', env, windowsHide: true })
    signals.child = child
    const [code, signal]: readonly unknown[] = await once(child, 'exit')
    return exitCodeOf(code, signal)
  } catch (error) {
    const isMissing = hasCode(error, 'ENOENT')
    fail(`exec: ${file}: ${isMissing ? 'no such command' : `cannot be run (${oneLine(error)})`}`)
    return isMissing ? exitCodes.notFound : exitCodes.notRun
  }
}
