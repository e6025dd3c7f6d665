import type { UnknownError } from '../lib/input-error.ts'

/** Commands that list what has names, by the field of the error for a name that nothing has. */
const lists: ReadonlyMap<string, string> = new Map([
  ['id', 'requests list'],
  ...['keys', 'outbox', 'sandboxes', 'scenario'].map((name) => [name, `${name} list`] as const),
])

/** The failure of a command that names what is not there. @param kinds the kinds of records */
export function notFound(error: UnknownError, kinds: readonly string[]): Error {
  const { message, field = '' } = error
  const list = kinds.includes(field) ? `record list ${field}` : lists.get(field)
  const text =
    list === undefined || message.endsWith('?')
      ? message
      : `${message.replace(/\.$/, '')}; cloudsec-fake ${list} shows all`
  return new Error(text, { cause: error })
}
