import * as z from 'zod/mini'

import { messageOf } from '../core/lib/message-of.ts'
import { readBy } from '../core/lib/read-by.ts'
import { described } from '../core/scenarios/fields.ts'
import type { McpServer } from './sdk.ts'
import type { Session } from './session.ts'
import { joinWithinLimit, visible } from './text.ts'

/** The argument that names the sandbox of a call. */
export const sandboxArgument = {
  sandbox: described('Name of the sandbox. Default: the sandbox of start_or_connect.', z.string()),
}

interface Tool<T> {
  readonly name: string
  readonly description: string
  /** True if it changes nothing. */
  readonly isRead: boolean
  /** True if a second call with the same arguments changes nothing more. */
  readonly isRepeatable: boolean
  readonly input: z.ZodMiniType<T>
  /** Says how to see what an answer leaves out. */
  readonly more: string
  /** @returns the lines of the answer @throws InputError for arguments that cannot be used */
  readonly run: (given: T, session: Session) => Promise<readonly string[]>
}

const maxErrorLength = 600

/** Defines a tool as a function that adds it to a server. No tool deletes what a reset does not restore, and none leaves the loopback. */
export function defineTool<T>({ name, description, isRead, isRepeatable, input, more, run }: Tool<T>) {
  const { $schema: _, ...form } = z.toJSONSchema(input, { io: 'input' })
  const jsonSchema = { input: () => form, output: () => form }
  // The arguments are validated below, so that an error is one line.
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
      const answer = inTurn(async () =>
        joinWithinLimit(await run(readBy(input, given ?? {}, 'arguments'), session), more),
      )
      const [text, isError] = await answer.then(
        (shown) => [shown, false] as const,
        (error: unknown) => [toErrorText(error), true] as const,
      )
      return { content: [{ type: 'text', text }], isError }
    })
  }
}

/** Truncates before the search, because the pattern takes quadratic time. */
const toErrorText = (error: unknown): string =>
  visible(
    messageOf(error)
      .slice(0, 2 * maxErrorLength)
      .replaceAll(/\s*\n\s*/g, ' '),
  ).slice(0, maxErrorLength)
