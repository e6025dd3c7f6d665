export interface Judgement {
  readonly id: string
  readonly severity: 'error' | 'warning' | 'note'
  readonly title: string
  readonly advice: string
  readonly count: number
  readonly occurrences: readonly { readonly requests: readonly string[]; readonly detail: string }[]
}

export interface ConductReport {
  readonly requests: number
  readonly forgotten: number
  readonly items: readonly Judgement[]
}
