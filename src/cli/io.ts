/** What a command touches of the process that it runs in. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Whether a person looks at what goes to `err`. */
  readonly isTerminal: boolean
  /** Resolves with the first request to stop (SIGINT, SIGTERM); a second one ends the process at once. */
  readonly stopped: () => Promise<void>
  /** Tells of each SIGINT and SIGTERM, which then do nothing else. @returns what ends that */
  readonly onSignal: (tell: (signal: NodeJS.Signals) => void) => () => void
  /** Whether SIGINT comes from a terminal, which sends it to all that this process runs as well. */
  readonly sharesInterrupt: boolean
}
