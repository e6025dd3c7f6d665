import type { Fault } from './fault.ts'

/** The body is as usual, but its content type is HTML. */
export const wrongContentType = {
  kind: 'content',
  edit: () => ({ headers: { 'Content-Type': 'text/html' } }),
} as const satisfies Fault
