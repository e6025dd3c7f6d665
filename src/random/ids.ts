import * as z from 'zod/mini'

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const opaqueForm = /^[a-z]+-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** An id that no record has, for examples. */
export const unknownId = '00000000-0000-4000-8000-000000000000'

/** How ids of one kind are written in requests and answers; inside the fake every id is a lower-case UUID. */
export interface IdKind {
  /** A UUID, or a prefix and 32 hexadecimal digits. */
  readonly format: 'uuid' | 'opaque'
  /** What stands before an opaque one (`res`). */
  readonly prefix: string
}

/** Whether a text is a UUID of any version, in either case. */
function isUuid(text: string): boolean {
  return uuidForm.test(text)
}

/** An id as answers show it; one that is no UUID stays as it was given. */
export function formatId(id: string, { format, prefix }: IdKind): string {
  return format === 'opaque' && isUuid(id) ? `${prefix}-${id.replaceAll('-', '')}` : id
}

/** The UUID behind an id as a request gives it; undefined where it is not of the kind. */
export function parseId(text: string, { format, prefix }: IdKind): string | undefined {
  if (format === 'uuid') return isUuid(text) ? text.toLowerCase() : undefined
  const match = text.startsWith(`${prefix}-`) ? opaqueForm.exec(text) : null
  return match === null ? undefined : match.slice(1).join('-')
}

/** What an id of a kind looks like in requests and answers. */
export function idSchema({ format, prefix }: IdKind): z.ZodMiniType<string> {
  return format === 'uuid' ? z.guid() : z.string().check(z.regex(new RegExp(`^${prefix}-[0-9a-f]{32}$`)))
}

/** A UUID of a fixture, in lower case whatever the file has. */
export const uuidSchema = z.guid().check(z.toLowerCase())
