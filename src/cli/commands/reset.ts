import type { Command } from 'commander'

import type { Io } from '../io.ts'
import { addFormatFlag, addRemoteFlags, print, type RemoteFlags, requireSandbox, withFake } from '../remote.ts'

/** Adds the command `reset`. */
export function addReset(program: Command, io: Io): void {
  const reset = addRemoteFlags(program.command('reset').description('reset a sandbox of a running fake to its start'))
  addFormatFlag(reset).action(async (flags: RemoteFlags) => {
    await withFake(flags, async (client) => {
      await requireSandbox(client, flags)
      await client.reset()
      const summary = await client.summary()
      print(io, flags, summary, () => `reset: ${client.name}`)
    })
  })
}
