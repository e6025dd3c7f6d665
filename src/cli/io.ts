/** What a command touches of the process that it runs in. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Whether a person looks at what goes to `err`. */
  readonly isTerminal: boolean
  /** Resolves with the first request to stop (SIGINT, SIGTERM); a second one ends the process at once. */
  readonly stopped: () => Promise<void>
}
