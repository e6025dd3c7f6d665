import type { Command } from 'commander'

import { clientVariables } from '../../control/client/client-variables.ts'
import type { Io } from '../io.ts'
import { addFormatFlag, addRemoteFlags, noKey, type RemoteFlags, withFake } from '../remote.ts'

type Variables = Readonly<Record<string, string>>

const writers = {
  shell: (variables: Variables) =>
    Object.entries(variables)
      .map(([name, value]) => `export ${name}=${toShell(value)}\n`)
      .join(''),
  json: (variables: Variables) => `${JSON.stringify(variables, null, 2)}\n`,
} as const

interface EnvFlags extends Omit<RemoteFlags, 'format'> {
  readonly format: keyof typeof writers
}

export function addEnv(program: Command, io: Io): void {
  const env = addRemoteFlags(program.command('env').description('print the variables that a client needs'))
  addFormatFlag(env, Object.keys(writers), 'lines for a shell, or JSON').action(async (flags: EnvFlags) => {
    await withFake(flags, async ({ client: { baseUrl, controlUrl }, fake }) => {
      const key = (await fake.summary()).apiKey ?? noKey((line) => io.err(`${line}\n`))
      const variables = {
        [clientVariables.baseUrl]: baseUrl,
        ...(key === undefined ? {} : { [clientVariables.apiKey]: key }),
        [clientVariables.controlUrl]: controlUrl,
      }
      io.out(writers[flags.format](variables))
    })
  })
}

function toShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
