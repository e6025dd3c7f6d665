import type { Command } from 'commander'

import { clientVariables, tokenVariable } from '../../core/control/client/client-variables.ts'
import { variable } from '../config/flags.ts'
import type { Io } from '../io.ts'
import { findRuns } from '../runs/find-runs.ts'

const [command, ...args] = ['npx', '--no', '--', 'cloudsec-fake', 'mcp']

const configuration = { mcpServers: { 'cloudsec-fake': { command, args } } }

export function addMcp(program: Command, io: Io): void {
  const about = 'serve an agent by the Model Context Protocol; in a terminal, print its configuration'
  program
    .command('mcp')
    .description(about)
    .action(async () => {
      // A person started it, and does not type JSON-RPC.
      if (io.isInteractive) return io.out(`${JSON.stringify(configuration, null, 2)}\n`)
      io.handleSignals()
      const { serveMcp } = await import('../../mcp/serve.ts')
      const { close, ended } = serveMcp({
        controlUrl: variable(clientVariables.controlUrl),
        token: variable(tokenVariable),
        findRuns: async () => {
          const found = await findRuns()
          return found.filter(({ state }) => state === 'serving').map(({ controlUrl }) => controlUrl)
        },
      })
      const closed = ended.then(async (failure) => {
        await close()
        return failure
      })
      // After a signal, no call is awaited: a fake that was started here ends with this process.
      const failure = await Promise.race([closed, io.stopped()])
      if (failure instanceof Error) throw failure
    })
}
