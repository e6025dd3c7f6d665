import { type AssumptionControl, createAssumptionControl } from '../endpoints/assumptions.ts'
import { type ClockControl, createClockControl } from '../endpoints/clock.ts'
import { createKeyControl, createQuotaControl, type KeyControl, type QuotaControl } from '../endpoints/keys.ts'
import { createOutboxControl, type OutboxControl } from '../endpoints/outbox.ts'
import { createRecordControl, type RecordControl } from '../endpoints/records.ts'
import { createRequestControl, type RequestControl } from '../endpoints/requests.ts'
import { createScenarioControl, type ScenarioControl } from '../endpoints/scenarios.ts'
import { createSnapshotControl, type SnapshotControl } from '../endpoints/snapshot.ts'
import { createStateControl, type StateControl } from '../endpoints/state.ts'
import { createCall, type Send } from './call.ts'
import { DeliveryCursors } from './delivery-cursors.ts'
import { followRequests } from './follow-requests.ts'

/** Everything a test can do to one sandbox. It works the same in this process and over HTTP. */
export interface Control extends StateControl {
  readonly clock: ClockControl
  readonly scenarios: ScenarioControl
  readonly assumptions: AssumptionControl
  readonly keys: KeyControl
  readonly quota: QuotaControl
  readonly outbox: OutboxControl
  readonly requests: RequestControl
  readonly resources: RecordControl
  readonly assessments: RecordControl
  readonly jobs: RecordControl
  readonly snapshot: SnapshotControl
}

/** Creates the control of a sandbox. @param where its control plane is, for messages */
export function createControl(send: Send, where: string): Control {
  const call = createCall(send, where)
  const cursors = new DeliveryCursors(call)
  return {
    clock: createClockControl(call),
    scenarios: createScenarioControl(call),
    assumptions: createAssumptionControl(call),
    keys: createKeyControl(call),
    quota: createQuotaControl(call),
    outbox: createOutboxControl(call, cursors),
    requests: createRequestControl(call, (query, signal) => followRequests(send, where, query, signal)),
    resources: createRecordControl(call, 'resources'),
    assessments: createRecordControl(call, 'assessments'),
    jobs: createRecordControl(call, 'jobs'),
    snapshot: createSnapshotControl(call, () => cursors.catchUp()),
    ...createStateControl(call),
  }
}
