/** What a command touches of the process that it runs in. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** How many bytes of what went to `err` still wait for a reader. */
  readonly waitingBytes: number
  /** Whether a person looks at what goes to `err`. */
  readonly isTerminal: boolean
  /** Takes SIGINT and SIGTERM from now on: before, they kill the process. */
  readonly takeSignals: () => void
  /** Resolves with the first request to stop (SIGINT, SIGTERM) since signals are taken; a second one ends the process at once. */
  readonly stopped: () => Promise<void>
  /** Tells of each SIGINT and SIGTERM, which then do nothing else. @returns what ends that */
  readonly onSignal: (tell: (signal: NodeJS.Signals) => void) => () => void
  /** Whether SIGINT comes from a terminal, which sends it to all that this process runs as well. */
  readonly sharesInterrupt: boolean
}
