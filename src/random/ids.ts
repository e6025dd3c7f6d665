import * as z from 'zod/mini'

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const opaqueForm = /^[a-z]+-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** An id for examples, which no record has. */
export const unknownId = '00000000-0000-4000-8000-000000000000'

/** The form of ids in requests and responses. Inside the fake every id is a lower-case UUID. */
export interface IdKind {
  /** A UUID, or a prefix and 32 hexadecimal digits. */
  readonly format: 'uuid' | 'opaque'
  /** The prefix of an opaque id (`res`). */
  readonly prefix: string
}

function isUuid(text: string): boolean {
  return uuidForm.test(text)
}

/** An id in the form of a response. A text that is not a UUID stays as it is. */
export function formatId(id: string, { format, prefix }: IdKind): string {
  return format === 'opaque' && isUuid(id) ? `${prefix}-${id.replaceAll('-', '')}` : id
}

/** The UUID of an id in a request; undefined if its form is wrong. */
export function parseId(text: string, { format, prefix }: IdKind): string | undefined {
  if (format === 'uuid') return isUuid(text) ? text.toLowerCase() : undefined
  const match = text.startsWith(`${prefix}-`) ? opaqueForm.exec(text) : null
  return match === null ? undefined : match.slice(1).join('-')
}

/** The schema of ids in requests and responses. */
export function idSchema({ format, prefix }: IdKind): z.ZodMiniType<string> {
  return format === 'uuid' ? z.guid() : z.string().check(z.regex(new RegExp(`^${prefix}-[0-9a-f]{32}$`)))
}

/** A UUID of a fixture, which may have either case there. */
export const uuidSchema = z.guid().check(z.toLowerCase())
