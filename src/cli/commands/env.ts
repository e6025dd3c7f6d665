import type { Command } from 'commander'

import { clientVariables } from '../../core/control/client/client-variables.ts'
import { addFormatFlag } from '../config/format-flag.ts'
import type { Io } from '../io.ts'
import { addRemoteFlags, noKey, print, type RemoteFlags, withFake } from '../remote.ts'

export function addEnv(program: Command, io: Io): void {
  const env = addRemoteFlags(program.command('env').description('print the variables that a client needs'))
  addFormatFlag(env, ['shell', 'json'], 'lines for a shell, or JSON').action(async (flags: RemoteFlags) => {
    await withFake(flags, async ({ client: { baseUrl, controlUrl }, fake }) => {
      const key = (await fake.summary()).apiKey ?? noKey((line) => io.err(`${line}\n`))
      const variables = {
        [clientVariables.baseUrl]: baseUrl,
        ...(key === undefined ? {} : { [clientVariables.apiKey]: key }),
        [clientVariables.controlUrl]: controlUrl,
      }
      const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${toShell(value)}`)
      print(io, flags, variables, () => lines.join('\n'))
    })
  })
}

function toShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
