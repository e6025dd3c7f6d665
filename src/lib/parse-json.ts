import { InputError } from './input-error.ts'

/**
 * Parses JSON that somebody wrote for the fake itself.
 * @throws InputError for a field named __proto__, which would be lost on its way, and SyntaxError for what is no JSON
 */
export function parseJson(text: string): unknown {
  const content: unknown = mayHaveProto.test(text) ? JSON.parse(text, refuseProto) : JSON.parse(text)
  return content
}

/** The name as it is, or a character of it as an escape: to look at each field takes several times as long as the parsing. */
const mayHaveProto = /__proto__|\\u/

function refuseProto(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new InputError('__proto__: not a known field')
  return value
}
