import type * as z from 'zod/mini'

import type { assessmentFilters } from '../api/assessments/area.ts'
import type {
  assessmentCodec,
  assessmentItemSchema,
  assessmentSchema,
  creationSchema,
} from '../api/assessments/assessment.ts'
import type { jobFilters } from '../api/jobs/area.ts'
import type { jobCodec, jobSchema } from '../api/jobs/job.ts'
import type { resourceFilters } from '../api/resources/area.ts'
import type { resourceCodec, resourceItemSchema, resourceSchema } from '../api/resources/resource.ts'
import { type ConnectOptions, connectTo } from '../control/client/connect.ts'
import type * as client from '../control/client/sandbox-client.ts'
import type * as keys from '../control/endpoints/keys.ts'
import type * as records from '../control/endpoints/records.ts'
import type * as query from '../control/endpoints/request-query.ts'
import type * as schema from '../scenarios/schema.ts'
import type { errorEnvelopeSchema, itemEnvelope, listEnvelope } from '../spec/envelope.ts'
import { type AreaName, areas, type OperationId, type Permission } from './areas.ts'
import type { BuiltInScenario, Scenario } from './scenario-types.ts'

export interface Names {
  readonly area: AreaName
  readonly records: Records
  readonly operation: OperationId
  readonly permission: Permission
  readonly scenario: BuiltInScenario
  readonly definition: Scenario
}

/** Name of a scenario: a built-in one, which editors complete, or one of your own. */
export type ScenarioName = schema.ScenarioName<BuiltInScenario>

/** A rule of a scenario: which requests, how often, and what happens. */
export type ScenarioRule = NonNullable<Scenario['rules']>[number]

/** A key to create. Defaults: all permissions, the default quota and a generated secret. */
export type NewKey = keys.NewKey<Permission>

/**
 * A condition on a request and its answer: the conditions of scenario rules, and `status`, `code`, `scenario`, `assumption`,
 * `trace`; `unmatched` is true for a request that matched no operation.
 */
export type RequestMatch = query.RequestMatch<OperationId>

/** A completed assessment, as `getAssessment` returns it. */
export type Assessment = z.output<typeof assessmentSchema>

/** An assessment, as `listAssessments` returns it. */
export type AssessmentItem = z.output<typeof assessmentItemSchema>

/** A new assessment, as `createAssessment` returns it, and `getAssessment` until it has completed. */
export type CreatedAssessment = z.output<typeof creationSchema>

/** A cloud resource, as `getResource` returns it. */
export type CloudResource = z.output<typeof resourceSchema>

/** A cloud resource, as `listResources` returns it. */
export type CloudResourceItem = z.output<typeof resourceItemSchema>

/** An analysis job, as every operation returns it. Assumptions decide which optional fields it has. */
export type Job = z.output<typeof jobSchema>

/** An answer of the API with one record. */
export type ItemAnswer<Item> = z.output<ReturnType<typeof itemEnvelope<z.ZodMiniType<Item>>>>

/** An answer of the API with a page of a collection. */
export type ListAnswer<Item> = z.output<ReturnType<typeof listEnvelope<z.ZodMiniType<Item>>>>

/** An error answer of the API. */
export type ErrorAnswer = z.output<typeof errorEnvelopeSchema>

interface Kind<Codec, Filters> {
  readonly row: z.input<Codec>
  readonly filter: keyof Filters & string
}

/** The records of each area: their form in its fixture file, and the filters of its list. */
type Records = {
  readonly resources: Kind<typeof resourceCodec, typeof resourceFilters>
  readonly assessments: Kind<typeof assessmentCodec, typeof assessmentFilters>
  readonly jobs: Kind<typeof jobCodec, typeof jobFilters>
}

/** A record of an area in the form of its fixture file. */
export type FixtureRecord<Area extends AreaName = AreaName> = Records[Area]['row']

/** Some fields of a record: partial objects, whole lists, and null to leave an optional field out. */
export type RecordFields<Area extends AreaName = AreaName> = records.RecordFields<FixtureRecord<Area>>

/** One sandbox of a fake: its address, and everything a test can do to it. */
export type SandboxClient = client.SandboxClient<Names>

/** A fake, in this process or elsewhere. As a `SandboxClient`, it is the sandbox `default`. */
export type Fake = client.Fake<Names>

/**
 * Connects to a running fake. The result works like the fake of `startFake`, over HTTP.
 * @param url its origin, a base URL (`…/v1`, `…/@NAME/v1`) or its control URL
 * @throws InputError for any other URL; ControlError if no fake answers, or the token is wrong
 * @example
 * ```ts
 * const fake = await connect('http://127.0.0.1:4747')
 * await fake.scenarios.on('rate-limit-exhausted')
 * ```
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Fake> {
  return await connectTo<Names>(
    areas.map(({ name }) => name),
    url,
    options,
  )
}
