import * as z from 'zod/mini'

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const opaqueForm = /^[a-z]+-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** A custom id. It is not made of dots alone, because a path would drop them. */
const ownForm = /^\.*[\w:/-][\w.:/-]*$/
const maxOwnLength = 200

/** What a custom id may be, for messages. */
const ownRule = `1 to ${maxOwnLength} letters, digits and -_.:/`

/** What an id may be if the register could allow custom ids, but does not. */
export const idRule = `a UUID, or with --assume resourceIdFormat=any ${ownRule}`

/** The form of ids in requests and responses. The fake stores a lower-case UUID, or a custom id if it accepts any. */
export interface IdKind {
  /** A UUID; a prefix and 32 hexadecimal digits; or a UUID or a custom id. */
  readonly format: 'uuid' | 'opaque' | 'any'
  /** The prefix of an opaque id (`res`). */
  readonly prefix: string
}

export function isUuid(text: string): boolean {
  return uuidForm.test(text)
}

/** The stored form of an id: UUIDs in lower case. */
export const normalizeId = (text: string): string => (isUuid(text) ? text.toLowerCase() : text)

/** The form of an id in a response. A text that is not a UUID stays unchanged. */
export function formatId(id: string, { format, prefix }: IdKind): string {
  return format === 'opaque' && isUuid(id) ? `${prefix}-${id.replaceAll('-', '')}` : id
}

/** The stored form of an id in a request; undefined for a malformed id. */
export function parseId(text: string, { format, prefix }: IdKind): string | undefined {
  if (format === 'uuid') return isUuid(text) ? text.toLowerCase() : undefined
  if (format === 'any') return text.length <= maxOwnLength && ownForm.test(text) ? normalizeId(text) : undefined
  const match = text.startsWith(`${prefix}-`) ? opaqueForm.exec(text) : null
  return match === null ? undefined : match.slice(1).join('-')
}

/** The stored form of an id that a person wrote as in an answer or a fixture. */
export const toStoredId = (text: string, kind: IdKind): string => parseId(text, kind) ?? normalizeId(text)

export function idSchema({ format, prefix }: IdKind): z.ZodMiniType<string> {
  if (format === 'any') return z.string().check(z.maxLength(maxOwnLength), z.regex(ownForm))
  return format === 'uuid' ? z.guid() : z.string().check(z.regex(new RegExp(`^${prefix}-[0-9a-f]{32}$`)))
}

/** An id of a fixture, which may be a custom id if the fake accepts any. */
export const anyIdSchema = z
  .string()
  .check(z.maxLength(maxOwnLength), z.regex(ownForm, { error: ownRule }), z.overwrite(normalizeId))

export const uuidSchema = z.guid().check(z.toLowerCase())
