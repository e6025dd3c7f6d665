import { isSecretName, redacted } from './secrets.ts'

/** What can stand between a name and its value in JSON, be it broken, in a form and in a line of settings. */
const separator = /[\\"'\]]*(?:\s*[:=]\s*|\s+(?=["'[{]))\\*/y

/** Values that are no secret. */
const telling = /(?:null|true|false)\b/y

/** Where a value without quotation marks ends. */
const end = /[,&}\]\r\n]|$/g

const word = /[\w.%-]+/g

/**
 * A text that is no JSON, or cannot be read as such, without the values of secret names: of a form, of JSON that was cut off or
 * is broken, of settings. It is read once from left to right; more is hidden than need be where it cannot be told where a value ends.
 */
export function hideNamed(text: string): string {
  const isJson = /^\s*[[{"]/.test(text)
  return hideAfterWords(unescapeWords(isJson ? text : hideInForm(text)))
}

function hideInForm(text: string): string {
  return text
    .split('&')
    .map((field) => {
      const [all = '', name = ''] = /^([^=\s]+)=[^\r\n]*/.exec(field) ?? []
      return isSecretName(decoded(name)) ? `${name}=${redacted}${field.slice(all.length)}` : field
    })
    .join('&')
}

/** A name of a form or a query, decoded where it can be. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** JSON may have any letter of a name escaped. */
function unescapeWords(text: string): string {
  if (!text.includes('\\u00')) return text
  return text.replaceAll(/\\(?:u00([2-7][\da-f])|[^])/gi, (escaped, code: string | undefined) => {
    const letter = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16))
    return /[\w-]/.test(letter) ? letter : escaped
  })
}

function hideAfterWords(text: string): string {
  let hidden = ''
  let from = 0
  for (const { 0: name, index } of text.matchAll(word)) {
    const nameEnd = index + name.length
    if (index < from || !isSecretName(name)) continue
    const start = nameEnd + lengthAt(separator, text, nameEnd)
    const isShown = lengthAt(telling, text, start) > 0 || text.startsWith(redacted, start)
    if (start === nameEnd || start === text.length || isShown) continue
    const quote = /["']/.test(text.charAt(start)) ? text.charAt(start) : ''
    hidden += text.slice(from, start) + quote + redacted + quote
    from = valueEnd(text, start)
  }
  return hidden + text.slice(from)
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** Where a value ends that begins somewhere: with its last bracket or quotation mark, and what stands before the next field. */
function valueEnd(text: string, start: number): number {
  let open = 0
  let at = start
  do {
    const character = text.charAt(at)
    if (character === '"' || character === "'") at = quoteEnd(text, at)
    else if (character === '{' || character === '[') open += 1
    else if (character === '}' || character === ']') open -= 1
    at += 1
  } while (open > 0 && at < text.length)
  const from = /["'[{]/.test(text.charAt(start)) ? Math.min(at, text.length) : start
  end.lastIndex = from
  return end.exec(text)?.index ?? text.length
}

/** Where the quotation mark stands that ends a text. */
function quoteEnd(text: string, start: number): number {
  const quote = text.charAt(start)
  let at = start + 1
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1
  return at
}
