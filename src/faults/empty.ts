import type { Fault } from './fault.ts'

/** The headers are as usual, the body is empty. */
export const empty = { kind: 'content', edit: () => ({ body: '' }) } as const satisfies Fault
