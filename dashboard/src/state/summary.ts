import { signal } from '@preact/signals'

import type { Summary } from '../../../src/core/control/endpoints/state.ts'

/** The latest summary of the sandbox that the shell loaded. */
export const summary = signal<Summary | undefined>(undefined)
