/** A point that the document leaves open, as its file has it. */
export interface RowDeclaration {
  /** Section of the document that leaves it open, without § (`4.1`). */
  readonly section: string
  readonly question: string
  /** What the fake does under each option, by the name of the option; or any whole number of at least 1. */
  readonly options: Readonly<Record<string, string>> | 'whole_number'
  /** Locked options: a sandbox keeps them, since its records may be invalid under another one (none). */
  readonly locked?: readonly string[]
  /** The default (the first option). */
  readonly default?: string | number
  /** Why the default is what it is. */
  readonly reason: string
}

export interface Row extends RowDeclaration {
  readonly default: string | number
}
