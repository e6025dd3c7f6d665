import type { ScenarioBase } from '../../scenarios/schema.ts'
import { createAssumptionControl } from '../endpoints/assumptions.ts'
import { createClockControl } from '../endpoints/clock.ts'
import { createKeyControl, createQuotaControl } from '../endpoints/keys.ts'
import { createOutboxControl } from '../endpoints/outbox.ts'
import { createRecordControls, type RecordKinds } from '../endpoints/records.ts'
import { createReportControl } from '../endpoints/reports.ts'
import { createRequestControl } from '../endpoints/requests.ts'
import { createScenarioControl } from '../endpoints/scenarios.ts'
import { createSnapshotControl, createStateControl } from '../endpoints/state.ts'
import { createCall, type Send } from './call.ts'
import { followRequests } from './follow-requests.ts'

/** The names that the types of a client take from an API. */
export interface ApiNames {
  readonly area: string
  readonly records: RecordKinds
  readonly operation: string
  readonly permission: string
  /** A built-in scenario. */
  readonly scenario: string
  readonly definition: ScenarioBase
}

/** The names of a client that knows no areas. */
export interface NoNames extends ApiNames {
  readonly area: never
}

/**
 * Everything a test can do to one sandbox. It works the same in this process and over HTTP.
 * A call rejects with an InputError for an unknown name or an invalid value; then nothing changes.
 */
export type Control<Names extends ApiNames = NoNames> = ReturnType<typeof createControl<Names>>

/** Creates the control of a sandbox. @param where its control plane is, for messages */
export function createControl<Names extends ApiNames>(send: Send, where: string, areas: readonly Names['area'][]) {
  const call = createCall(send, where)
  const { catchUp, ...outbox } = createOutboxControl(call)
  return {
    clock: createClockControl(call),
    scenarios: createScenarioControl<Pick<Names, 'scenario' | 'definition'>>(call),
    assumptions: createAssumptionControl(call),
    keys: createKeyControl<Names['permission']>(call),
    /** Its quotas, by key. */
    quota: createQuotaControl(call),
    /** Its e-mails and webhooks. */
    outbox,
    /** Its journal: the requests to its API. */
    requests: createRequestControl<Names['operation']>(call, (...asked) => followRequests(send, where, ...asked)),
    /** The whole sandbox as one document. */
    snapshot: createSnapshotControl(call, catchUp),
    ...createStateControl(call),
    ...createReportControl(call),
    ...createRecordControls<Names['area'], Names['records']>(call, areas),
  }
}
