import type { ControlRoute, ControlService } from '../route.ts'
import { assumptionRoutes } from './assumptions.ts'
import { clockRoutes } from './clock.ts'
import { documentRoute } from './document.ts'
import { keyRoutes, quotaRoutes } from './keys.ts'
import { outboxRoutes } from './outbox.ts'
import { recordRoutes } from './records.ts'
import { journalRoutes } from './requests.ts'
import { sandboxRoutes } from './sandboxes.ts'
import { scenarioRoutes } from './scenarios.ts'
import { snapshotRoutes } from './snapshot.ts'
import { stateRoutes } from './state.ts'

/** Every route of the control plane. */
export function controlRoutes({
  recordAdmins,
  operationIds,
  permissions,
}: Pick<ControlService, 'recordAdmins' | 'operationIds' | 'permissions'>): readonly ControlRoute[] {
  const routes = [
    ...stateRoutes,
    ...clockRoutes,
    ...scenarioRoutes,
    ...assumptionRoutes,
    ...keyRoutes(permissions),
    ...quotaRoutes,
    ...outboxRoutes,
    ...sandboxRoutes,
    ...snapshotRoutes,
    ...journalRoutes(operationIds),
    ...recordAdmins.flatMap(recordRoutes),
  ]
  return [...routes, documentRoute(routes)]
}
