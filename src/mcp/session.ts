import { type Call, createCall } from '../core/control/client/call.ts'
import { clientVariables } from '../core/control/client/client-variables.ts'
import { connectTo, createSend } from '../core/control/client/connect.ts'
import type { Fake, SandboxClient } from '../core/control/client/sandbox-client.ts'
import { InputError, quote, renamed } from '../core/lib/input-error.ts'
import { createLoopbackList, hasAddress, withoutBrackets, withoutDot } from '../core/lib/loopback.ts'
import { startFake } from '../core/server/start-fake.ts'

/** Where a session looks for a fake. */
export interface FakeSources {
  /** The value of CLOUDSEC_CONTROL_URL, if set. */
  readonly controlUrl: string | undefined
  /** The value of CLOUDSEC_FAKE_CONTROL_TOKEN, if set. It is sent only to that fake and to fakes of this user. */
  readonly token: string | undefined
  /** Returns the control URLs of this user's running fakes. */
  readonly findRuns: () => Promise<readonly string[]>
}

/** A sandbox of the fake of a session. */
export interface OpenSandbox {
  readonly client: SandboxClient
  readonly call: Call
  /** Says where the fake came from. */
  readonly how: string
}

export type Session = ReturnType<typeof createSession>

interface Known {
  readonly fake: Fake
  readonly how: string
  /** The sandbox of calls that name none. */
  readonly sandbox: string
}

const loopback = createLoopbackList()

/** @throws InputError for the URL of another host */
function requireLoopback(url: string): void {
  const host = URL.canParse(url) ? withoutBrackets(new URL(url).hostname) : 'localhost'
  if (withoutDot(host) === 'localhost' || hasAddress(loopback, host)) return
  const reason = `expected an address of the loopback, such as http://127.0.0.1:4747, got ${quote(url)}`
  throw new InputError(reason, { field: 'url' })
}

const originOf = (url = ''): string => (URL.canParse(url) ? new URL(url).origin : '')

/** Creates a session with one fake: a running fake, or a new fake that ends with the session. */
export function createSession({ controlUrl, token, findRuns }: FakeSources) {
  let known: Known | undefined
  let own: { readonly controlUrl: string; readonly close: () => Promise<void> } | undefined

  const connect = async (url: string, how: string): Promise<Known> => {
    requireLoopback(url)
    const trusted = token === undefined ? [] : [controlUrl, ...(await findRuns())].map(originOf)
    const fake = await connectTo([], url, trusted.includes(originOf(url)) ? { token } : {})
    return { fake, how, sandbox: fake.name }
  }
  const findOne = async (): Promise<Known | undefined> => {
    if (controlUrl !== undefined) {
      return await connect(controlUrl, `from ${clientVariables.controlUrl}`).catch((error: unknown) => {
        throw renamed(error, [['url', clientVariables.controlUrl]])
      })
    }
    const [first, ...rest] = await findRuns()
    if (first === undefined) return undefined
    if (rest.length === 0) return await connect(first, 'already running')
    throw new InputError(`required, since several fakes run: ${[first, ...rest].join(', ')}`, { field: 'url' })
  }
  const startOne = async (): Promise<Known> => {
    own ??= await startFake({ port: 0 })
    return await connect(own.controlUrl, 'started here, ends with this server')
  }
  const hasSandbox = async ({ fake }: Known, name: string): Promise<boolean> =>
    (await fake.sandboxes.list()).some((sandbox) => sandbox.name === name)
  const toOpened = ({ fake, how, sandbox }: Known): OpenSandbox => {
    const client = fake.sandbox(sandbox)
    const send = createSend(client.controlUrl, fake.controlToken)
    return { client, call: createCall(send, new URL(client.controlUrl).origin), how }
  }
  return {
    /** Connects to the fake at a URL. Without a URL, it takes the current fake, a running fake, or starts one. */
    start: async (url: string | undefined, sandbox: string | undefined): Promise<OpenSandbox> => {
      const answers = async (): Promise<boolean> => (await known?.fake.summary().catch(() => undefined)) !== undefined
      const present = url === undefined && (await answers()) ? known : undefined
      const connectOther = async () => (url === undefined ? await findOne() : await connect(url, 'from the URL'))
      const found = present ?? (await connectOther()) ?? (await startOne())
      const next = { ...found, sandbox: sandbox ?? found.sandbox }
      if (!(await hasSandbox(next, next.sandbox))) await next.fake.sandboxes.create(next.sandbox)
      known = next
      return toOpened(next)
    },
    /** Returns the sandbox for a call. @throws Error without a fake, InputError for an unknown sandbox */
    sandbox: async (name: string | undefined): Promise<OpenSandbox> => {
      known ??= await findOne()
      if (known === undefined) throw new Error('no fake of this user runs; call start_or_connect first')
      const requested = { ...known, sandbox: name ?? known.sandbox }
      if (name === undefined || (await hasSandbox(requested, name))) return toOpened(requested)
      throw new InputError(`none is named ${quote(name)}; start_or_connect makes it`, {
        kind: 'unknown',
        field: 'sandbox',
      })
    },
    close: async (): Promise<void> => await own?.close(),
  }
}
