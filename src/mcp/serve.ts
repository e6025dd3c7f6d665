import { version } from '../lib/version.ts'
import { McpServer, serveStdio, StdioServerTransport, type Transport } from './sdk.ts'
import { createSession, type Places } from './session.ts'
import { checkClient } from './tools/check-client.ts'
import { fail } from './tools/fail.ts'
import { requests } from './tools/requests.ts'
import { startOrConnect } from './tools/start-or-connect.ts'
import { time } from './tools/time.ts'
import { why } from './tools/why.ts'

const instructions =
  'A fake of a JSON REST API, to write and test a client against. Begin with start_or_connect; after a run of the client, call check_client, then why with the id of a request.'

/** Most bytes of a message. */
const mostBytes = 16_777_216

/**
 * Serves an agent until it is closed.
 * @param transport another than standard input and output, for tests
 */
export function serveMcp(places: Places, transport: Transport = overStdio()) {
  const session = createSession(places)
  // One after another: a second start finds the fake of the first.
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
  let tell = (_failure?: Error): void => {}
  const ended = new Promise<Error | undefined>((resolve) => (tell = resolve))
  const onerror = ({ message }: Error): void => {
    if (message.startsWith('ReadBuffer exceeded'))
      tell(new Error(`mcp: expected messages of at most ${mostBytes} bytes, got a longer one`))
  }
  const serving = serveStdio(make, { transport, onerror })
  const { onclose } = transport
  const onEnd = (): void => {
    onclose?.()
    tell()
  }
  Object.assign(transport, { onclose: onEnd })
  return {
    /** Resolves once nothing is read or written any more: for a message that is too long, with an error. */
    ended,
    /** Ends the connection, and the fake that it started. */
    close: async (): Promise<void> => {
      await serving.close()
      await last
      await session.close()
    },
  }
}

const overStdio = () => new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: mostBytes })
