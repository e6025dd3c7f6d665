import type { Command } from 'commander'

import { clientVariables } from '../../control/client/client-variables.ts'
import type { SandboxClient } from '../../control/client/sandbox-client.ts'
import type { Io } from '../io.ts'
import { addFormatFlag, addRemoteFlags, noKey, plainKeyOf, type RemoteFlags, withFake } from '../remote.ts'

type Variables = readonly (readonly [name: string, value: string])[]

const writers = {
  shell: (variables) => variables.map(([name, value]) => `export ${name}=${toShell(value)}\n`).join(''),
  json: (variables) => `${JSON.stringify(Object.fromEntries(variables), null, 2)}\n`,
} as const satisfies Record<string, (variables: Variables) => string>

interface EnvFlags extends Omit<RemoteFlags, 'format'> {
  readonly format: keyof typeof writers
}

export function addEnv(program: Command, io: Io): void {
  const env = addRemoteFlags(program.command('env').description('print the variables that a client needs'))
  addFormatFlag(env, Object.keys(writers), 'lines for a shell, or JSON').action(async (flags: EnvFlags) => {
    await withFake(flags, async ({ client }) => {
      const key = plainKeyOf(client) ?? noKey((line) => io.err(`${line}\n`))
      io.out(writers[flags.format](variablesOf(client, key)))
    })
  })
}

function variablesOf({ baseUrl, controlUrl }: SandboxClient, key: string | undefined): Variables {
  return [
    [clientVariables.baseUrl, baseUrl],
    ...(key === undefined ? [] : [[clientVariables.apiKey, key] as const]),
    [clientVariables.controlUrl, controlUrl],
  ]
}

const isPlain = (text: string): boolean => /^[\w@%+=:,./-]+$/.test(text)

function toShell(text: string): string {
  return isPlain(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
