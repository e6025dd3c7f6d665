import { signal } from '@preact/signals'

/** The state of the connection: `waiting` until the first answer. */
export const connection = signal<'waiting' | 'live' | 'lost'>('waiting')
