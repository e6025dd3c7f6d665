import type { ScenarioBase } from '../../scenarios/schema.ts'
import { type AssumptionControl, createAssumptionControl } from '../endpoints/assumptions.ts'
import { type ClockControl, createClockControl } from '../endpoints/clock.ts'
import { type ConductControl, createConductControl } from '../endpoints/conduct.ts'
import { type CoverageControl, createCoverageControl } from '../endpoints/coverage.ts'
import { createKeyControl, createQuotaControl, type KeyControl, type QuotaControl } from '../endpoints/keys.ts'
import { createMetricsControl, type MetricsControl } from '../endpoints/metrics.ts'
import { createOutboxControl, type OutboxControl } from '../endpoints/outbox.ts'
import { createRecordControls, type RecordControls, type RecordKinds } from '../endpoints/records.ts'
import { createRequestControl, type RequestControl } from '../endpoints/requests.ts'
import { createScenarioControl, type ScenarioControl } from '../endpoints/scenarios.ts'
import { createSnapshotControl, type SnapshotControl } from '../endpoints/snapshot.ts'
import { createStateControl, type StateControl } from '../endpoints/state.ts'
import { createCall, type Send } from './call.ts'
import { createDeliveryCursors } from './delivery-cursors.ts'
import { followRequests } from './follow-requests.ts'

/** The names that the types of a client take from an API. */
export interface ApiNames {
  readonly area: string
  /** The records of each area. */
  readonly records: RecordKinds
  /** Id of an operation. */
  readonly operation: string
  readonly permission: string
  /** A built-in scenario. */
  readonly scenario: string
  /** The definition of a scenario. */
  readonly definition: ScenarioBase
}

/** The names of a client that knows no areas. */
export interface NoNames extends ApiNames {
  readonly area: never
}

interface CommonControl<Names extends ApiNames> extends StateControl, CoverageControl, ConductControl, MetricsControl {
  readonly clock: ClockControl
  readonly scenarios: ScenarioControl<Pick<Names, 'scenario' | 'definition'>>
  readonly assumptions: AssumptionControl
  readonly keys: KeyControl<Names['permission']>
  readonly quota: QuotaControl
  readonly outbox: OutboxControl
  readonly requests: RequestControl<Names['operation']>
  readonly snapshot: SnapshotControl
}

/** Everything a test can do to one sandbox. It works the same in this process and over HTTP. */
export type Control<Names extends ApiNames = NoNames> = CommonControl<Names> &
  RecordControls<Names['area'], Names['records']>

/**
 * Creates the control of a sandbox.
 * @param where its control plane is, for messages
 * @param areas the names of the areas of its API
 */
export function createControl<Names extends ApiNames>(
  send: Send,
  where: string,
  areas: readonly Names['area'][],
): Control<Names> {
  const call = createCall(send, where)
  const cursors = createDeliveryCursors(call)
  return {
    clock: createClockControl(call),
    scenarios: createScenarioControl(call),
    assumptions: createAssumptionControl(call),
    keys: createKeyControl(call),
    quota: createQuotaControl(call),
    outbox: createOutboxControl(call, cursors),
    requests: createRequestControl(call, (query, signal) => followRequests(send, where, query, signal)),
    ...createRecordControls<Names['area'], Names['records']>(call, areas),
    snapshot: createSnapshotControl(call, () => cursors.catchUp()),
    ...createCoverageControl(call),
    ...createStateControl(call),
    ...createConductControl(call),
    ...createMetricsControl(call),
  }
}
