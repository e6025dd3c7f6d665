import type { Arranger } from '../engine/arranger.ts'
import { assumptionRoutes } from './assumption-routes.ts'
import { clockRoutes } from './clock-routes.ts'
import { documentRoute } from './document-route.ts'
import { journalRoutes } from './journal-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { outboxRoutes } from './outbox-routes.ts'
import { recordRoutes } from './record-routes.ts'
import type { ControlRoute } from './route.ts'
import { sandboxRoutes } from './sandbox-routes.ts'
import { scenarioRoutes } from './scenario-routes.ts'
import { snapshotRoutes } from './snapshot-routes.ts'
import { stateRoutes } from './state-routes.ts'

/**
 * Every route of the control plane.
 * @param arrangers what arranges the records of each kind
 * @param operationIds those of the API
 */
export function controlRoutes(
  arrangers: readonly Arranger[],
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
    ...arrangers.flatMap(recordRoutes),
  ]
  return [...routes, documentRoute(routes)]
}
