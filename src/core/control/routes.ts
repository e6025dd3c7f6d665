import { documentEndpoints } from './endpoints/reports.ts'
import { clockRoutes } from './handlers/clock.ts'
import { keyRoutes } from './handlers/keys.ts'
import { metricsRoutes } from './handlers/metrics.ts'
import { outboxRoutes } from './handlers/outbox.ts'
import { recordRoutes } from './handlers/records.ts'
import { conductRoutes, coverageRoutes } from './handlers/reports.ts'
import { requestRoutes } from './handlers/requests.ts'
import { sandboxRoutes, tlsRoutes } from './handlers/sandboxes.ts'
import { assumptionRoutes, scenarioRoutes } from './handlers/scenarios.ts'
import { snapshotRoutes, stateRoutes } from './handlers/state.ts'
import { type ControlRoute, type ControlService, toRoutes } from './route.ts'

const documentRoutes = toRoutes(documentEndpoints, {
  // Loaded on demand.
  showDocument: async (request) => (await import('./document.ts')).describeControl(request),
})

/** All routes of the control plane, in the order in which they are matched. */
export function controlRoutes(service: Pick<ControlService, 'recordAdmins' | 'operations'>): readonly ControlRoute[] {
  return [
    ...stateRoutes,
    ...clockRoutes,
    ...scenarioRoutes,
    ...assumptionRoutes,
    ...keyRoutes,
    ...outboxRoutes,
    ...sandboxRoutes,
    ...tlsRoutes,
    ...snapshotRoutes,
    ...requestRoutes,
    ...coverageRoutes,
    ...conductRoutes,
    ...metricsRoutes,
    ...service.recordAdmins.flatMap((admin) => recordRoutes(admin, service.operations)),
    ...documentRoutes,
  ]
}
