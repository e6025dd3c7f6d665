/** An open point with named options. */
interface ChoiceRow {
  /** Section of the document that leaves it open, without the sign (`4.1`). */
  readonly section: string
  readonly question: string
  /** Option name to what the fake does under it. */
  readonly options: Readonly<Record<string, string>>
  readonly default: string
  /** Why the default is the default. */
  readonly reason: string
}

/** An open point that is answered by a whole number of at least 1. */
interface NumberRow {
  readonly section: string
  readonly question: string
  readonly options: 'whole_number'
  readonly default: number
  readonly reason: string
}

/** One open point of the document, with the answers the fake can give. */
export type Row = ChoiceRow | NumberRow
