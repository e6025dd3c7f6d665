import * as z from 'zod/mini'

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const opaqueForm = /^[a-z]+-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** An id of one's own. No path can carry one of dots alone. */
const ownForm = /^\.*[\w:/-][\w.:/-]*$/
const longestOwn = 200

/** What an id of one's own may be, for messages. */
const ownRule = `1 to ${longestOwn} letters, digits and -_.:/`

/** What an id may be where the register can choose ids of one's own, and does not. */
export const idRule = `a UUID, or with --assume resourceIdFormat=any ${ownRule}`

/** The form of ids in requests and responses. Inside the fake an id is a lower-case UUID, or one's own in a fake that takes any. */
export interface IdKind {
  /** A UUID, a prefix and 32 hexadecimal digits, or a UUID or one's own. */
  readonly format: 'uuid' | 'opaque' | 'any'
  /** The prefix of an opaque id (`res`). */
  readonly prefix: string
}

export function isUuid(text: string): boolean {
  return uuidForm.test(text)
}

/** The id as the fake keeps it: the case of UUIDs does not matter. */
export const toKept = (text: string): string => (isUuid(text) ? text.toLowerCase() : text)

/** An id in the form of a response. A text that is not a UUID stays as it is. */
export function formatId(id: string, { format, prefix }: IdKind): string {
  return format === 'opaque' && isUuid(id) ? `${prefix}-${id.replaceAll('-', '')}` : id
}

/** The kept form of an id in a request; undefined if its form is wrong. */
export function parseId(text: string, { format, prefix }: IdKind): string | undefined {
  if (format === 'uuid') return isUuid(text) ? text.toLowerCase() : undefined
  if (format === 'any') return text.length <= longestOwn && ownForm.test(text) ? toKept(text) : undefined
  const match = text.startsWith(`${prefix}-`) ? opaqueForm.exec(text) : null
  return match === null ? undefined : match.slice(1).join('-')
}

/** The kept form of an id that a person wrote, in the form of answers or of fixtures. */
export const keptId = (text: string, kind: IdKind): string => parseId(text, kind) ?? toKept(text)

export function idSchema({ format, prefix }: IdKind): z.ZodMiniType<string> {
  if (format === 'any') return z.string().check(z.maxLength(longestOwn), z.regex(ownForm))
  return format === 'uuid' ? z.guid() : z.string().check(z.regex(new RegExp(`^${prefix}-[0-9a-f]{32}$`)))
}

/** An id of a fixture that may be one's own, if the fake takes any. */
export const anyIdSchema = z
  .string()
  .check(z.maxLength(longestOwn), z.regex(ownForm, { error: ownRule }), z.overwrite(toKept))

export const uuidSchema = z.guid().check(z.toLowerCase())
