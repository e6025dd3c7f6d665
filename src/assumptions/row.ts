interface OpenPoint {
  /** Section of the document that leaves it open, without the sign (`4.1`). */
  readonly section: string
  readonly question: string
  readonly reason: string
}

/** An open point with named options. */
interface ChoiceRow extends OpenPoint {
  /** The name of each option, and what the fake does under it. */
  readonly options: Readonly<Record<string, string>>
  /** Options that a sandbox does not leave, since its records may fit no other one (none). */
  readonly stays?: readonly string[]
  readonly default: string
}

/** An open point with a whole number of at least 1 for an option. */
interface NumberRow extends OpenPoint {
  readonly options: 'whole_number'
  readonly stays?: undefined
  readonly default: number
}

export type Row = ChoiceRow | NumberRow
