import type { Fault } from './fault.ts'

/** The body is not valid JSON, although its content type says so. */
export const malformedJson = {
  kind: 'content',
  edit: (body) => ({ body: `${body.slice(0, -1)},` }),
} as const satisfies Fault
