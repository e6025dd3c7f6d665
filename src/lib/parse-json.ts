import { InputError } from './input-error.ts'

/**
 * Parses JSON that somebody wrote for the fake itself.
 * @throws InputError for a field named __proto__, which would be lost on its way, and SyntaxError for what is no JSON
 */
export function parseJson(text: string): unknown {
  const content: unknown = JSON.parse(text, (name: string, value: unknown) => {
    if (name === '__proto__') throw new InputError('__proto__: not a known field')
    return value
  })
  return content
}
