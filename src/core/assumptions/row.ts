interface OpenPoint {
  /** Section of the document that leaves it open, without § (`4.1`). */
  readonly section: string
  readonly question: string
  readonly reason: string
}

/** An open point with named options. */
interface ChoiceRow extends OpenPoint {
  /** What the fake does under each option, by the name of the option. */
  readonly options: Readonly<Record<string, string>>
  /** Locked options: a sandbox keeps them, since its records may be invalid under another one (none). */
  readonly locked?: readonly string[]
  readonly default: string
}

/** An open point with a whole number of at least 1. */
interface NumberRow extends OpenPoint {
  readonly options: 'whole_number'
  readonly locked?: undefined
  readonly default: number
}

export type Row = ChoiceRow | NumberRow
