import { assumptionEndpoints } from '../../control/endpoints/assumptions.ts'
import { clockEndpoints } from '../../control/endpoints/clock.ts'
import { keyEndpoints } from '../../control/endpoints/keys.ts'
import { outboxEndpoints } from '../../control/endpoints/outbox.ts'
import { coverageEndpoints } from '../../control/endpoints/reports.ts'
import { requestEndpoints } from '../../control/endpoints/requests.ts'
import { sandboxEndpoints } from '../../control/endpoints/sandboxes.ts'
import { scenarioEndpoints } from '../../control/endpoints/scenarios.ts'
import { snapshotEndpoints } from '../../control/endpoints/state.ts'
import { stateEndpoints } from '../../control/endpoints/state.ts'
import { tlsEndpoints } from '../../control/endpoints/tls.ts'
import { readJsonFile } from '../../lib/json-files.ts'
import { readJsonInput } from '../config/files.ts'
import type { Group } from '../group.ts'
import { assumptionActions } from './assumptions.ts'
import { requestActions } from './requests.ts'
import { sandboxActions } from './sandboxes.ts'
import { scenarioActions } from './scenario.ts'
import { snapshotActions } from './snapshot.ts'

const inputs: Group['inputs'] = {
  'scenario define': (io, [file = '']) => readJsonInput(io, file),
  'snapshot load': async (_, [file = '']) => readJsonFile(file).content,
}

const journal = { ...requestEndpoints, ...coverageEndpoints }

/** The commands for a running fake, by their first word. */
export const groups = {
  scenario: {
    about: 'list, define or switch scenarios',
    endpoints: scenarioEndpoints,
    actions: scenarioActions,
    inputs,
  },
  assumptions: {
    about: 'list assumptions and choose options',
    endpoints: assumptionEndpoints,
    actions: assumptionActions,
  },
  clock: { about: 'show or move the clock of a running fake', endpoints: clockEndpoints },
  keys: { about: 'list, create or revoke the API keys of a running fake', endpoints: keyEndpoints },
  quota: { about: 'show or set the quotas of API keys', endpoints: keyEndpoints },
  requests: { about: 'show the requests that a running fake got', endpoints: journal, actions: requestActions },
  outbox: { about: 'list e-mails and webhooks, or send one again', endpoints: outboxEndpoints },
  sandboxes: {
    about: 'list, create or delete the sandboxes of a running fake',
    endpoints: sandboxEndpoints,
    actions: sandboxActions,
  },
  tls: { about: 'show the https of a fake, or break its handshakes', endpoints: tlsEndpoints },
  snapshot: {
    about: 'save a sandbox of a running fake, or load one',
    endpoints: snapshotEndpoints,
    actions: snapshotActions,
    inputs,
  },
  reset: { about: 'reset a sandbox of a running fake to its start', endpoints: stateEndpoints },
} satisfies Readonly<Record<string, Group>>
