import { assumptionEndpoints } from './endpoints/assumptions.ts'
import { clockEndpoints } from './endpoints/clock.ts'
import { conductEndpoints } from './endpoints/conduct.ts'
import { coverageEndpoints } from './endpoints/coverage.ts'
import { documentEndpoints } from './endpoints/document.ts'
import { keyEndpoints } from './endpoints/keys.ts'
import { metricsEndpoints } from './endpoints/metrics.ts'
import { outboxEndpoints } from './endpoints/outbox.ts'
import { requestEndpoints } from './endpoints/requests.ts'
import { sandboxEndpoints } from './endpoints/sandboxes.ts'
import { scenarioEndpoints } from './endpoints/scenarios.ts'
import { snapshotEndpoints } from './endpoints/snapshot.ts'
import { stateEndpoints } from './endpoints/state.ts'
import { tlsEndpoints } from './endpoints/tls.ts'
import { assumptionHandlers } from './handlers/assumptions.ts'
import { clockHandlers } from './handlers/clock.ts'
import { conductHandlers } from './handlers/conduct.ts'
import { coverageHandlers } from './handlers/coverage.ts'
import { documentHandlers } from './handlers/document.ts'
import { keyHandlers } from './handlers/keys.ts'
import { metricsHandlers } from './handlers/metrics.ts'
import { outboxHandlers } from './handlers/outbox.ts'
import { recordRoutes } from './handlers/records.ts'
import { requestHandlers } from './handlers/requests.ts'
import { sandboxHandlers } from './handlers/sandboxes.ts'
import { scenarioHandlers } from './handlers/scenarios.ts'
import { snapshotHandlers } from './handlers/snapshot.ts'
import { stateHandlers } from './handlers/state.ts'
import { tlsHandlers } from './handlers/tls.ts'
import { type ControlRoute, type ControlService, toRoutes } from './route.ts'

/** All routes of the control plane, in the order in which they are matched. */
export function controlRoutes({
  recordAdmins,
  operations,
}: Pick<ControlService, 'recordAdmins' | 'operations'>): readonly ControlRoute[] {
  const routes: readonly ControlRoute[] = [
    ...toRoutes(
      stateEndpoints,
      stateHandlers(() => routes),
    ),
    ...toRoutes(clockEndpoints, clockHandlers),
    ...toRoutes(scenarioEndpoints, scenarioHandlers),
    ...toRoutes(assumptionEndpoints, assumptionHandlers),
    ...toRoutes(keyEndpoints, keyHandlers),
    ...toRoutes(outboxEndpoints, outboxHandlers),
    ...toRoutes(sandboxEndpoints, sandboxHandlers),
    ...toRoutes(tlsEndpoints, tlsHandlers),
    ...toRoutes(snapshotEndpoints, snapshotHandlers),
    ...toRoutes(requestEndpoints, requestHandlers),
    ...toRoutes(coverageEndpoints, coverageHandlers),
    ...toRoutes(conductEndpoints, conductHandlers),
    ...toRoutes(metricsEndpoints, metricsHandlers()),
    ...recordAdmins.flatMap((admin) => recordRoutes(admin, operations)),
    ...toRoutes(
      documentEndpoints,
      documentHandlers(() => routes),
    ),
  ]
  return routes
}
