/** The access that a run gives to a client. */
export interface Access {
  /** With the version segment, without a slash at the end. */
  readonly baseUrl: string
  readonly apiKey: string
}

/** Checks by name. Each throws where the client is wrong. */
export type Checks = Readonly<Record<string, () => Promise<void>>>

/** A record of a list. */
export interface Item {
  readonly id: string
}

/** A cloud resource. */
export interface Resource extends Item {
  readonly name: string
  readonly type: string
  readonly provider: string
  readonly tags: readonly { readonly key: string; readonly value: string }[]
}

/** A whole resource. */
export interface ResourceRecord extends Resource {
  readonly details: { readonly instance_type: string }
}

/** A resource to assess. */
export interface Subject {
  readonly id: string
  readonly type: string
}

/** An assessment of the list. */
export interface AssessmentItem extends Item {
  readonly timestamp: string
}

/** A completed assessment. */
export interface Assessment extends AssessmentItem {
  readonly score: number
  readonly findings: readonly { readonly severity: string }[]
  readonly summary: {
    readonly high_severity: number
    readonly medium_severity: number
    readonly low_severity: number
    readonly passing_checks: number
  }
}

/** A job. The document does not show its fields: all that are seen are optional. */
export interface Job extends Item {
  readonly name: string
  readonly status: string
  readonly description?: string | null
  readonly analysis_type?: string
  readonly type?: string
  readonly data_source?: { readonly type: string }
  readonly created_at?: string
  readonly created_date?: string
  readonly completed_at?: string | null
  readonly completed_date?: string | null
}

/** A job to create. */
export interface NewJob {
  readonly name: string
  readonly description?: string | null
  readonly analysis_type: string
  readonly output_format: string
  readonly data_source: {
    readonly type: string
    readonly parameters: {
      readonly start_date: string
      readonly end_date: string
      readonly log_types: readonly string[]
    }
  }
}

/** Parameters of a list. */
export type Filters = Readonly<Record<string, string>>

/** Everything that a list has, and a mark where it changed while it was read. */
export interface Listed<T> {
  readonly items: readonly T[]
  readonly changed: boolean
}

/** All that the suite asks of a client: the whole document. */
export interface Service {
  readonly listResources: (filters?: Filters) => Promise<Listed<Resource>>
  readonly findTagged: (key: string, value: string) => Promise<readonly Resource[]>
  readonly getResource: (id: string) => Promise<ResourceRecord>
  readonly listAssessments: (resourceId: string) => Promise<Listed<AssessmentItem>>
  /** Creates an assessment once, and waits until it completes. */
  readonly assess: (subject: Subject) => Promise<Assessment>
  readonly listJobs: () => Promise<Listed<Job>>
  /** Creates a job once, and waits until it completes. */
  readonly runJob: (job: NewJob) => Promise<Job>
}

/** An error of a client: a code of the document, or one of the client's own. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: string
  /** Time that the service says to wait before the next try, in milliseconds. */
  readonly waitMs: number | undefined

  constructor(code: string, message: string, waitMs?: number) {
    super(`${code}: ${message}`)
    this.code = code
    this.waitMs = waitMs
  }
}
