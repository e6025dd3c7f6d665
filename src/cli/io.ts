export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Reads stdin to its end. */
  readonly input: () => Promise<string>
  /** Bytes of `err` that still wait for a reader. */
  readonly waitingBytes: number
  readonly isTerminal: boolean
  /** Handles SIGINT, SIGTERM, SIGHUP and SIGQUIT from now on; before, they kill the process. */
  readonly takeSignals: () => void
  /** Resolves with the first of these signals since `takeSignals`; a second one ends the process at once. */
  readonly stopped: () => Promise<void>
  /** Passes on each of these signals, which then do nothing else. @returns a function that ends that */
  readonly onSignal: (tell: (signal: NodeJS.Signals) => void) => () => void
  /** True if SIGINT and SIGQUIT come from a terminal, which also sends them to the child processes. */
  readonly sharesInterrupt: boolean
}
