import { signal } from '@preact/signals'

/** Whether the fake answers: `waiting` until the first answer. */
export const connection = signal<'waiting' | 'live' | 'lost'>('waiting')
