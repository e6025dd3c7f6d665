import { isSecretName, redacted } from './secrets.ts'

/** The characters between a name and its value in JSON (also invalid JSON), in a form, and in a line of settings. */
const separator = /[\\"'\]]*(?:\s*[:=]\s*|\s+(?=["'[{]))\\*/y

/** Values that are not secret. */
const telling = /(?:null|true|false)\b/y

/** The end of a value without quotation marks. */
const end = /[,&}\]\r\n]|$/g

const word = /[\w.%-]+/g

/**
 * Hides the values of secret names in a text that is not valid JSON: in a form, in settings, in JSON that was cut off.
 * It reads the text once from left to right. If the end of a value is not clear, it hides more than necessary.
 */
export function hideNamed(text: string): string {
  const isJson = /^\s*[[{"]/.test(text)
  return hideAfterWords(unescapeWords(isJson ? text : hideInForm(text)))
}

/** Hides the values of secret names in a form or a query. */
export function hideInForm(text: string): string {
  return text
    .split('&')
    .map((field) => {
      const [all = '', name = ''] = /^([^=\s]+)=[^\r\n]*/.exec(field) ?? []
      return isSecretName(decoded(name)) ? `${name}=${redacted}${field.slice(all.length)}` : field
    })
    .join('&')
}

/** Decodes a name of a form or a query; an invalid encoding stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Replaces escaped letters: JSON may escape any letter of a name. */
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

/** The end of the value at a position: its last bracket or quotation mark, and everything before the next field. */
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

/** The position of the quotation mark that ends a text. */
function quoteEnd(text: string, start: number): number {
  const quote = text.charAt(start)
  let at = start + 1
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1
  return at
}
