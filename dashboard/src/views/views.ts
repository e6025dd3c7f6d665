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

/** The groups of the navigation. */
export const groups = ['Watch', 'Change', 'Set up'] as const

/** A view of the dashboard. */
interface ViewEntry {
  /** Its part of the URL (`#/traffic`). */
  readonly id: IconName
  readonly name: string
  /** Its group in the navigation; a tab of Traffic has none. */
  readonly group?: (typeof groups)[number]
  readonly content: ComponentType<{ readonly item: string | undefined }>
}

/** The views, in the order of the navigation. The first is the default. */
export const views: readonly [ViewEntry, ...ViewEntry[]] = [
  { id: 'traffic', name: 'Traffic', group: 'Watch', content: Traffic },
  { id: 'coverage', name: 'Coverage', content: Coverage },
  { id: 'conduct', name: 'Conduct', content: Conduct },
  { id: 'outbox', name: 'Outbox', group: 'Watch', content: Outbox },
  { id: 'scenarios', name: 'Scenarios', group: 'Change', content: Scenarios },
  { id: 'time', name: 'Time', group: 'Change', content: Time },
  { id: 'data', name: 'Data', group: 'Change', content: Data },
  { id: 'assumptions', name: 'Assumptions', group: 'Change', content: Assumptions },
  { id: 'keys', name: 'API keys', group: 'Set up', content: Keys },
  { id: 'sandboxes', name: 'Sandboxes', group: 'Set up', content: Sandboxes },
]
