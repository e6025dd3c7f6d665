import type { Command } from 'commander'

import { defaultHost, defaultPort } from '../core/app/listen-options.ts'
import { type Call, createCall } from '../core/control/client/call.ts'
import { clientVariables } from '../core/control/client/client-variables.ts'
import { connectTo, createSend } from '../core/control/client/connect.ts'
import { ControlError } from '../core/control/client/errors.ts'
import type { Fake, SandboxClient } from '../core/control/client/sandbox-client.ts'
import { sandboxEndpoints } from '../core/control/endpoints/sandboxes.ts'
import { problems } from '../core/control/problem.ts'
import type { CoverageReport } from '../core/coverage/report.ts'
import { missedIn, type Thresholds } from '../core/coverage/thresholds.ts'
import { InputError, isUnknown, quote, renamed } from '../core/lib/input-error.ts'
import { flag, flagOf, variable, variableOf } from './config/flags.ts'
import { exitCodes, exitWith, type Io } from './io.ts'

export interface RemoteFlags {
  readonly url?: string
  readonly sandbox?: string
  readonly controlToken?: string
  readonly format: string
}

export function noKey(note: (line: string) => void): undefined {
  note(
    `no ${clientVariables.apiKey}: the fake shows no full-access key: its keys are hashes, or the token is read-only`,
  )
}

const defaultUrl = `http://${defaultHost}:${defaultPort}`

export function addAddressFlags(command: Command): Command {
  const elsewhere = `${clientVariables.controlUrl}, ${clientVariables.baseUrl}, ${defaultUrl}`
  return command
    .addOption(flag('--url <url>', `origin, base URL or control URL of the fake (${elsewhere})`))
    .addOption(flag('--sandbox <name>', 'name of the sandbox (default: from the URL, otherwise default)'))
}

export function addRemoteFlags(command: Command): Command {
  return addAddressFlags(command).addOption(flag('--control-token <token>', 'token of the control plane'))
}

/** The address of the fake, and the flag or variable that gave it. The most specific counts. */
export function targetOf({ url }: Pick<RemoteFlags, 'url'>) {
  if (url !== undefined) return { url, givenBy: flagAndVariable('url') }
  for (const name of [clientVariables.controlUrl, clientVariables.baseUrl]) {
    const text = variable(name)
    if (text !== undefined) return { url: text, givenBy: name }
  }
  return { url: defaultUrl, givenBy: flagOf('url') }
}

type Names = Iterable<readonly [field: string, name: string]>

export const targetFields = (givenBy: string): Names => [
  ['url', givenBy],
  ['sandbox', '--sandbox'],
]

export interface Remote {
  readonly client: SandboxClient
  readonly fake: Fake
  readonly call: Call
}

/** Runs work with a sandbox of a running fake. @param names further fields, and the flags that replace them in errors */
export async function withFake(
  { controlToken: token, sandbox, ...flags }: Omit<RemoteFlags, 'format'>,
  work: (remote: Remote) => Promise<void>,
  names: Names = [],
): Promise<void> {
  const { url, givenBy } = targetOf(flags)
  try {
    const fake = await connectTo([], url, { token })
    const client = sandbox === undefined ? fake : fake.sandbox(sandbox)
    const { origin } = new URL(client.controlUrl)
    await work({ client, fake, call: createCall(createSend(client.controlUrl, token), origin) })
  } catch (error) {
    const named = renamed(error, [...targetFields(givenBy), ...names])
    // An unknown name is a failure, not wrong usage.
    if (isUnknown(named)) throw new Error(named.message, { cause: error })
    if (!(named instanceof ControlError) || named.isForeign) throw named
    throw new Error(describe(named, url), { cause: error })
  }
}

/** Rejects a missing sandbox, because a change would create it. It asks at the sandbox's address, for load balancers. */
export async function requireSandbox({ client: { name }, call }: Remote): Promise<void> {
  const { items } = await call(sandboxEndpoints.listSandboxes, {})
  if (items.some((sandbox) => sandbox.name === name)) return
  throw new InputError(`none is named ${quote(name)}`, { kind: 'unknown', field: 'sandboxes' })
}

function describe({ status, message }: ControlError, url: string): string {
  if (status === problems.token.status) {
    return `the control token is missing or wrong; give the token of the fake at ${url} with ${flagAndVariable('controlToken')}`
  }
  if (status !== 0) return `the fake at ${url}: ${message}`
  if (!message.startsWith('nothing answers')) return message
  return `${message}; start a fake with cloudsec-fake start, or give the control URL from its banner, also with --tls: ${flagAndVariable('url')}`
}

const flagAndVariable = (option: string): string => `${flagOf(option)} (${variableOf(option)})`

export function print(io: Io, { format }: { readonly format: string }, value: unknown, toText: () => string): void {
  io.out(format === 'json' ? `${JSON.stringify(value, null, 2)}\n` : `${toText()}\n`)
}

export function requireThresholds(io: Io, report: CoverageReport, thresholds: Thresholds): void {
  const missed = missedIn(report, thresholds)
  for (const line of missed) io.err(`cloudsec-fake: ${line}\n`)
  if (missed.length > 0) throw exitWith(exitCodes.differences)
}
