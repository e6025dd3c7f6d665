import { version } from '../core/lib/version.ts'
import { McpServer, serveStdio, StdioServerTransport, type Transport } from './sdk.ts'
import { createSession, type FakeSources } from './session.ts'
import { checkClient } from './tools/check-client.ts'
import { fail } from './tools/fail.ts'
import { requests, why } from './tools/requests.ts'
import { startOrConnect } from './tools/start-or-connect.ts'
import { time } from './tools/time.ts'

const instructions =
  'A fake of a JSON REST API, to write and test a client against. Begin with start_or_connect. After a run of the client, call check_client, then why with the id of a request.'

/** Serves an agent until it is closed. @param transport replaces standard input and output in tests */
export function serveMcp(places: FakeSources, transport: Transport = new StdioServerTransport()) {
  const session = createSession(places)
  // Calls run one after another, so that a second start finds the fake of the first.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = async (work: () => Promise<string>): Promise<string> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return await done
  }
  const make = (): McpServer => {
    const server = new McpServer({ name: 'cloudsec-fake', version }, { instructions })
    for (const add of [startOrConnect, why, requests, fail, time, checkClient]) add(server, session, inTurn)
    return server
  }
  let settle = (_failure?: Error): void => {}
  const ended = new Promise<Error | undefined>((resolve) => (settle = resolve))
  const serving = serveStdio(make, {
    transport,
    onerror: (error) => {
      const [, bytes] = /^ReadBuffer exceeded .* (\d+ bytes)$/.exec(error.message) ?? []
      if (bytes !== undefined) settle(new Error(`mcp: expected messages of at most ${bytes}, got a longer one`))
    },
  })
  const { onclose } = transport
  const end = (): void => {
    onclose?.()
    settle()
  }
  Object.assign(transport, { onclose: end })
  return {
    /** Resolves once the transport is closed, or with an error for a message that is too long. */
    ended,
    /** Closes the connection, and the fake that it started. */
    close: async (): Promise<void> => {
      await serving.close()
      await last
      await session.close()
    },
  }
}
