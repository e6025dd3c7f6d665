import { signal } from '@preact/signals'

/** The state of the connection: `waiting` until the first answer; `crowded` where this window gets none, and another has one. */
export const connection = signal<'waiting' | 'live' | 'lost' | 'crowded'>('waiting')
