import { clockEndpoints } from '../../control/endpoints/clock.ts'
import { keyEndpoints } from '../../control/endpoints/keys.ts'
import { outboxEndpoints } from '../../control/endpoints/outbox.ts'
import { stateEndpoints } from '../../control/endpoints/state.ts'
import { tlsEndpoints } from '../../control/endpoints/tls.ts'
import type { Group } from '../group.ts'

export const clockGroup: Group = {
  name: 'clock',
  about: 'show or move the clock of a running fake',
  endpoints: clockEndpoints,
}

export const keysGroup: Group = {
  name: 'keys',
  about: 'list, create or revoke the API keys of a running fake',
  endpoints: keyEndpoints,
}

export const quotaGroup: Group = {
  name: 'quota',
  about: 'show or set the quotas of API keys',
  endpoints: keyEndpoints,
}

export const outboxGroup: Group = {
  name: 'outbox',
  about: 'list e-mails and webhooks, or send one again',
  endpoints: outboxEndpoints,
}

export const tlsGroup: Group = {
  name: 'tls',
  about: 'show the https of a fake, or break its handshakes',
  endpoints: tlsEndpoints,
}

export const resetGroup: Group = {
  name: 'reset',
  about: 'reset a sandbox of a running fake to its start',
  endpoints: stateEndpoints,
}
