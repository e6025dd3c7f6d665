import type { ComponentType } from 'preact'

import type { IconName } from '../ui/icon.tsx'
import { Assumptions } from './assumptions/assumptions.tsx'
import { Conduct } from './conduct/conduct.tsx'
import { Coverage } from './coverage/coverage.tsx'
import { Data } from './data/data.tsx'
import { Keys } from './keys/keys.tsx'
import { Outbox } from './outbox/outbox.tsx'
import { Sandboxes } from './sandboxes/sandboxes.tsx'
import { Scenarios } from './scenarios/scenarios.tsx'
import { Time } from './time/time.tsx'
import { Traffic } from './traffic/traffic.tsx'

/** A view of the dashboard. */
interface ViewEntry {
  /** Its part of the address (`#/traffic`). */
  readonly id: IconName
  readonly name: string
  readonly content: ComponentType<{ readonly item: string | undefined }>
}

/** The views, in the order of the navigation. The first is the start. */
export const views: readonly [ViewEntry, ...ViewEntry[]] = [
  { id: 'traffic', name: 'Traffic', content: Traffic },
  { id: 'scenarios', name: 'Scenarios', content: Scenarios },
  { id: 'time', name: 'Time', content: Time },
  { id: 'data', name: 'Data', content: Data },
  { id: 'keys', name: 'API keys', content: Keys },
  { id: 'assumptions', name: 'Assumptions', content: Assumptions },
  { id: 'coverage', name: 'Coverage', content: Coverage },
  { id: 'conduct', name: 'Conduct', content: Conduct },
  { id: 'outbox', name: 'Outbox', content: Outbox },
  { id: 'sandboxes', name: 'Sandboxes', content: Sandboxes },
]
