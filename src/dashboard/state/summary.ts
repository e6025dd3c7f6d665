import { signal } from '@preact/signals'

import type { Summary } from '../../control/endpoints/state.ts'

/** The sandbox at a glance, as the shell loaded it last. */
export const summary = signal<Summary | undefined>(undefined)
