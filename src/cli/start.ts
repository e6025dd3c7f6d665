import { type Command, Option } from 'commander'

import { defaultSandbox } from '../engine/sandboxes.ts'
import { createCore } from '../fake.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { createLog, logLevels, type LogLevel } from '../lib/log.ts'
import { defaults, maxResources } from '../options.ts'
import { defaultHost, listen } from '../server.ts'
import { versionPath } from '../spec/version.ts'
import type { Io } from './io.ts'

interface StartFlags {
  readonly port: number
  readonly host: string
  readonly seed: number
  readonly fixtures?: string
  readonly resources?: number
  readonly quota?: number
  readonly assume?: readonly string[]
  readonly clock: string
  readonly completeAfter: string
  readonly maxSandboxes: number
  readonly printUrl?: boolean
  readonly logLevel: LogLevel
}

const flag = (flags: string, description: string): Option => {
  const option = new Option(flags, description)
  const variable = variableOf(option.attributeName())
  // An empty variable, as files of settings often have them, is none.
  return process.env[variable] === '' ? option : option.env(variable)
}

const variableOf = (attribute: string): string => `CLOUDSEC_FAKE_${attribute.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`

/** Declares a flag that takes a whole number between two bounds; another value is an InputError. */
const numberFlag = (flags: string, description: string, min: number, max: number): Option => {
  const option = flag(flags, description)
  return option.argParser((text: string): number => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    const name = `--${option.name()} (${variableOf(option.attributeName())})`
    throw new InputError(`${name}: expected a whole number from ${min} to ${max}, got ${quote(text)}`)
  })
}

/** Whether a flag without a value is on: a variable may say so in words. */
function isOn(command: Command, attribute: string): boolean {
  if (command.getOptionValueSource(attribute) !== 'env') return command.getOptionValue(attribute) === true
  const text = process.env[variableOf(attribute)] ?? ''
  if (['0', 'false', 'no'].includes(text.toLowerCase())) return false
  if (['1', 'true', 'yes'].includes(text.toLowerCase())) return true
  throw new InputError(`${variableOf(attribute)}: expected true or false, got ${quote(text)}`)
}

const largest = Number.MAX_SAFE_INTEGER
const defaultPort = 4747

/** Adds the `start` command, the one that runs where none is named. @param version of the package, for the banner */
export function addStart(program: Command, io: Io, version: string): void {
  program
    .command('start', { isDefault: true })
    .description('serve the fake until it is stopped')
    .addOption(numberFlag('-p, --port <port>', 'port; 0 picks a free one', 0, 65_535).default(defaultPort))
    .addOption(flag('--host <address>', 'address to listen on').default(defaultHost))
    .addOption(
      numberFlag('--seed <n>', 'what ids, findings and generated records follow from', -largest, largest).default(
        defaults.seed,
      ),
    )
    .addOption(flag('--fixtures <folder>', 'resources.json, assessments.json, jobs.json, keys.json (built-in ones)'))
    .addOption(
      numberFlag(
        '--resources <n>',
        'generate n resources, and assessments of them, instead of those of the fixtures',
        0,
        maxResources,
      ),
    )
    .addOption(numberFlag('--quota <n>', 'requests an hour for each key (5000)', 1, largest))
    .addOption(flag('--assume <id=option...>', 'choices for points that the document leaves open'))
    .addOption(flag('--clock <clock>', 'real, frozen, or an ISO 8601 date-time to freeze at').default(defaults.clock))
    .addOption(
      flag('--complete-after <duration>', 'from the creation of an assessment or job to its completion').default(
        defaults.completeAfter,
      ),
    )
    .addOption(numberFlag('--max-sandboxes <n>', 'most sandboxes at once', 1, largest).default(defaults.maxSandboxes))
    .addOption(flag('--print-url', 'print the base URL and nothing else on stdout'))
    .addOption(flag('--log-level <level>', 'what is told on stderr').choices(logLevels).default('info'))
    .action(async (flags: StartFlags, command: Command) => {
      await start({ ...flags, printUrl: isOn(command, 'printUrl') }, io, version)
    })
}

async function start(flags: StartFlags, io: Io, version: string): Promise<void> {
  const log = createLog(flags.logLevel, (line) => io.err(`${line}\n`))
  const { port, host, printUrl, logLevel: _, assume, ...options } = flags
  const core = await createCore({ ...options, assume: readChoices(assume ?? []), log }).catch(inTermsOfFlags)
  const listening = await listen(core, { port, host }, true).catch((error: unknown) => {
    if (error instanceof InputError) throw error
    throw new Error(`cannot listen on ${host} port ${port}: ${describeListenError(error)}`, { cause: error })
  })
  const { baseUrl } = core.box(defaultSandbox, listening.origin)
  io.out(printUrl === true ? `${baseUrl}\n` : banner(version, listening.origin, baseUrl, core.apiKey))
  await io.stopped()
  log.info('stopping: requests that are being served may finish')
  await listening.close()
}

/** Says of an option that cannot be used by which flag it was given. */
function inTermsOfFlags(error: unknown): never {
  if (!(error instanceof InputError)) throw error
  const [, option = ''] = /^(clock|completeAfter|fixtures|quota): /.exec(error.message) ?? []
  const flagName = `--${option.replaceAll(/[A-Z]/g, '-$&').toLowerCase()}`
  throw option === '' ? error : new InputError(flagName + error.message.slice(option.length))
}

function readChoices(pairs: readonly string[]): Record<string, string> {
  const choices = new Map<string, string>()
  // The variable holds all pairs in one text.
  for (const pair of pairs.flatMap((text) => text.split(',')).map((text) => text.trim())) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    if (equals < 1) throw new InputError(`--assume: expected ID=OPTION, got ${quote(pair)}`)
    const id = pair.slice(0, equals)
    const option = pair.slice(equals + 1)
    const earlier = choices.get(id) ?? option
    if (earlier !== option) throw new InputError(`--assume: ${id} is given as ${earlier} and as ${option}`)
    choices.set(id, option)
  }
  return Object.fromEntries(choices)
}

function describeListenError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return 'another program listens there; name another --port, or 0 for a free one'
  if (code === 'EACCES') return 'this user may not listen there; name a port above 1023'
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'this machine has no such address'
  return error instanceof Error ? error.message : String(error)
}

function banner(version: string, origin: string, baseUrl: string, apiKey: string | undefined): string {
  const key = apiKey ?? '<API_KEY>'
  return `cloudsec-fake ${version} is ready

  Base URL   ${baseUrl}
  API key    ${apiKey ?? 'one of your keys.json'}
  Sandboxes  ${origin}/@NAME${versionPath}: a world of its own for each NAME

  curl -H 'Authorization: Bearer ${key}' '${baseUrl}/cloud/resources?limit=2'

Ctrl+C stops it.
`
}
