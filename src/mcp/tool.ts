import * as z from 'zod/mini'

import { readBy } from '../lib/read-by.ts'
import { described } from '../scenarios/fields.ts'
import type { McpServer } from './sdk.ts'
import type { Session } from './session.ts'
import { fitted, messageOf, visible } from './text.ts'

/** The sandbox that a tool is about. */
export const inSandbox = { sandbox: described('Name of the sandbox (that of start_or_connect).', z.string()) }

interface Tool<T> {
  readonly name: string
  readonly description: string
  /** True if it changes nothing. */
  readonly isRead: boolean
  /** True if a second call with the same arguments changes nothing more. */
  readonly isRepeatable: boolean
  readonly input: z.ZodMiniType<T>
  /** Says how to see what an answer has no room for. */
  readonly more: string
  /** @returns the lines of the answer @throws InputError for arguments that cannot be used */
  readonly run: (given: T, session: Session) => Promise<readonly string[]>
}

const mostErrorCharacters = 600

/** A tool, as a function that adds it to a server. None deletes what a reset does not bring back, and none leaves the loopback. */
export function defineTool<T>({ name, description, isRead, isRepeatable, input, more, run }: Tool<T>) {
  const { $schema: _, ...form } = z.toJSONSchema(input, { io: 'input' })
  const jsonSchema = { input: () => form, output: () => form }
  // The arguments are read below, where a refusal is one line.
  const validate = (value: unknown) => ({ value })
  const inputSchema = { '~standard': { version: 1, vendor: 'cloudsec-fake', validate, jsonSchema } } as const
  const annotations = {
    readOnlyHint: isRead,
    destructiveHint: false,
    idempotentHint: isRepeatable,
    openWorldHint: false,
  }
  return (server: McpServer, session: Session, inTurn: (work: () => Promise<string>) => Promise<string>): void => {
    server.registerTool(name, { description, inputSchema, annotations }, async (given: unknown) => {
      const answer = inTurn(async () => fitted(await run(readBy(input, given ?? {}, 'arguments'), session), more))
      const [text, isError] = await answer.then(
        (shown) => [shown, false] as const,
        (error: unknown) => [toRefusal(error), true] as const,
      )
      return { content: [{ type: 'text', text }], isError }
    })
  }
}

/** Cut before it is searched: the pattern takes quadratic time. */
const toRefusal = (error: unknown): string =>
  visible(
    messageOf(error)
      .slice(0, 2 * mostErrorCharacters)
      .replaceAll(/\s*\n\s*/g, ' '),
  ).slice(0, mostErrorCharacters)
