import { run } from '../../src/cli/run.ts'

/** The output of a command line so far. */
export interface Printed {
  readonly out: string
  /** The printed base URL; empty until then. */
  readonly baseUrl: string
  /** The text on stderr so far. */
  readonly err: () => string
}

/**
 * Runs a command line in this process to its end. `during` runs once it serves; then it is stopped.
 * @param given stdin, and whether stderr and stdin are a terminal. Default: empty, no, no
 */
export async function command(
  args: readonly string[],
  during?: (printed: Printed) => Promise<void>,
  given: {
    readonly input?: string
    readonly isTerminal?: boolean
    readonly ownsTerminal?: boolean
    /** Called with the function that forwards signals to the command. */
    readonly onSignal?: (tell: (signal: NodeJS.Signals) => void) => void
  } = {},
) {
  let [out, err] = ['', '']
  // A failure while it serves is a failure of the test, not of the command.
  let served = during === undefined ? Promise.resolve() : Promise.reject(new Error('it did not start'))
  served.catch(() => {})
  const code = await run(args, {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    input: () => Promise.resolve(given.input ?? ''),
    inputEnd: () => new Promise(() => {}),
    waitingBytes: 0,
    isTerminal: given.isTerminal ?? false,
    handleSignals: () => {},
    onSignal: (tell) => {
      given.onSignal?.(tell)
      return () => {}
    },
    isInteractive: given.ownsTerminal ?? false,
    ask: async (question) => ((err += question), given.input ?? ''),
    stopped: () => {
      served = during?.({ out, baseUrl: /https?:\S+\/v1/.exec(out)?.[0] ?? '', err: () => err }) ?? served
      return served.catch(() => {})
    },
  })
  await served
  return { code, out, err }
}

/** Runs a command line to its end. */
export const cli = (...words: readonly string[]) => command(words)

/** The outcome of a command line that succeeded. */
export const done = (out: string) => ({ code: 0, out, err: '' })

/** The outcome of wrong usage. */
export const usage = (message: string) => ({ code: 2, out: '', err: `cloudsec-fake: ${message}\n` })

/** The outcome of a command line that failed. */
export const failed = (message: string) => ({ code: 1, out: '', err: `cloudsec-fake: ${message}\n` })

/** Runs work with environment variables set, and restores them afterwards. */
export async function withEnv<T>(variables: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  try {
    return await work()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}
