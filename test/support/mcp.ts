import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'

import { Client, InMemoryTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import * as z from 'zod/mini'

import { serveMcp } from '../../src/mcp/serve.ts'
import { builtPackage } from './built.ts'

const contentSchema = z.array(z.strictObject({ type: z.literal('text'), text: z.string() }))

/** An agent connected to the server. */
export interface Agent {
  readonly client: Client
  /** Calls a tool. @returns its text, and whether it is an error */
  readonly ask: (name: string, given?: object) => Promise<{ readonly text: string; readonly isError: boolean }>
  /** Protocol errors, such as a line that is not a message. */
  readonly errors: readonly Error[]
  readonly close: () => Promise<void>
}

async function connect(transport: Transport, end: () => Promise<void>): Promise<Agent> {
  const client = new Client({ name: 'tests', version: '1' })
  const errors: Error[] = []
  Object.assign(client, { onerror: (error: Error) => void errors.push(error) })
  await client.connect(transport)
  return {
    client,
    errors,
    ask: async (name, given = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: { ...given } })
      return {
        text: contentSchema
          .parse(content)
          .map(({ text }) => text)
          .join('\n'),
        isError,
      }
    },
    close: async () => {
      await client.close()
      await end()
    },
  }
}

/** Environment variables with which a program finds no fakes of this user. */
export async function agentVariables(): Promise<Record<string, string>> {
  // The folder is removed when the run ends.
  const { folder } = await builtPackage()
  return { PATH: process.env['PATH'] ?? '', XDG_STATE_HOME: await mkdtemp(join(folder, 'state-')) }
}

/** Connects to the built program through its standard input and output. */
export async function agentOfProgram(env: Readonly<Record<string, string>>): Promise<Agent> {
  const { main } = await builtPackage()
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp'],
    env: { ...env },
    stderr: 'inherit',
  })
  return await connect(transport, async () => {})
}

/** Connects to a server in this process. */
export async function agentHere(controlUrl?: string, runs: readonly string[] = [], token?: string): Promise<Agent> {
  const [mine, its] = InMemoryTransport.createLinkedPair()
  const { close } = serveMcp({ controlUrl, token, findRuns: async () => runs }, its)
  return await connect(mine, close)
}
