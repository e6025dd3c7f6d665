import type { RecordAdmin } from '../../sandbox/record-admin.ts'
import type { ControlRoute } from '../route.ts'
import { assumptionRoutes } from './assumptions.ts'
import { clockRoutes } from './clock.ts'
import { documentRoute } from './document.ts'
import { keyRoutes } from './keys.ts'
import { outboxRoutes } from './outbox.ts'
import { recordRoutes } from './records.ts'
import { journalRoutes } from './requests.ts'
import { sandboxRoutes } from './sandboxes.ts'
import { scenarioRoutes } from './scenarios.ts'
import { snapshotRoutes } from './snapshot.ts'
import { stateRoutes } from './state.ts'

/**
 * Every route of the control plane.
 * @param recordAdmins what arranges the records of each kind
 * @param operationIds those of the API
 */
export function controlRoutes(
  recordAdmins: readonly RecordAdmin[],
  operationIds: readonly string[],
): readonly ControlRoute[] {
  const routes = [
    ...stateRoutes,
    ...clockRoutes,
    ...scenarioRoutes,
    ...assumptionRoutes,
    ...keyRoutes,
    ...outboxRoutes,
    ...sandboxRoutes,
    ...snapshotRoutes,
    ...journalRoutes(operationIds),
    ...recordAdmins.flatMap(recordRoutes),
  ]
  return [...routes, documentRoute(routes)]
}
