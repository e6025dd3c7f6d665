import { isJsonObject } from '../lib/merge-patch.ts'
import { isWithinDepth } from '../lib/parse-json.ts'
import { redacted } from '../lib/secrets.ts'
import { tryJson } from '../lib/try-json.ts'

export interface RedactionRules {
  readonly isHidden: (field: string, value: unknown) => boolean
  readonly showName: (field: string) => string
  readonly showValue: (value: unknown, field: string) => unknown
}

/** The minimum length of a text that can hold a secret. */
const minLength = 3

/** Redacts a JSON body by rules. For any other text, which has no fields, it shows the length. */
export function redactText(text: string, rules: RedactionRules): unknown {
  const json = tryJson(text)
  if (json !== undefined && isWithinDepth(json)) return redactJson(json, rules)
  if (text.length < minLength) return text
  return `[${text.length} characters, ${json === undefined ? 'not JSON' : 'nested too deeply'}]`
}

/** Redacts a JSON value by rules. @param field the field of the value; items of an array share it */
function redactJson(value: unknown, rules: RedactionRules, field = ''): unknown {
  if (rules.isHidden(field, value)) return redacted
  if (Array.isArray(value)) return value.map((item) => redactJson(item, rules, field))
  if (!isJsonObject(value)) return rules.showValue(value, field)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [rules.showName(name), redactJson(inner, rules, name)]),
  )
}
