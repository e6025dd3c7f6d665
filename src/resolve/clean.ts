import { redacted } from '../lib/secrets.ts'

/** Removes secrets and personal data from a text. */
export type Clean = (text: string) => string

const url = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi
const email = /[^\s"'<>(),;:=&?/\\[\]]+@[^\s"'<>(),;:=&?/\\[\]]+/g
const address = /\b(?:\d{1,3}\.){3}\d{1,3}\b/g
const colons = /[0-9a-f:]*:[0-9a-f]*:[0-9a-f:.]*/gi
const credentials = /\b(bearer|basic)\s+\S+/gi
const tag = /([?&;\s]|^)tag=[^&\s"'<>]*/gi
const encoded = /(?:%[0-9a-f]{2})+/gi

/** Most characters of a text that are shown, and most layers of percent-encoding that are undone. */
const mostCharacters = 300
/** Most characters of a text that is read: the time of the search grows with their square. */
const mostRead = 5000
const mostLayers = 4

/** Returns a function that removes some secrets, addresses of every kind, and tags in queries, in any encoding. */
export function cleaner(secrets: readonly string[]): Clean {
  const spellings = [...secrets, ...secrets.map((secret) => secret.replaceAll(' ', '+'))]
  const known = [...new Set(spellings)].filter((secret) => secret !== '').toSorted((a, b) => b.length - a.length)
  const withoutSecrets = (text: string): string =>
    known.reduce((rest, secret) => rest.replaceAll(secret, redacted), text)
  return (text) => {
    if (text.length > mostRead) return `[${text.length} characters]`
    let plain = mask(withoutSecrets(text))
    for (let layer = 0; layer < mostLayers && plain.search(encoded) !== -1; layer += 1) {
      plain = mask(withoutSecrets(plain.replaceAll(encoded, decode)))
    }
    const whole = plain.replaceAll(encoded, '[encoded]')
    return whole.length > mostCharacters ? `${whole.slice(0, mostCharacters)}…` : whole
  }
}

function mask(text: string): string {
  return text
    .replaceAll(credentials, `$1 ${redacted}`)
    .replaceAll(url, '[url]')
    .replaceAll(tag, `$1tag=${redacted}`)
    .replaceAll(email, '[email]')
    .replaceAll(colons, hideAddress)
    .replaceAll(address, '[address]')
}

/** Hides a text that is an IPv6 address in a URL; a time of day is not. */
function hideAddress(text: string): string {
  const [, before = '', inner = '', after = ''] = /^(:(?!:))?(.*?)((?<!:):|[.]*)?$/.exec(text) ?? []
  return URL.canParse(`http://[${inner}]/`) ? `${before}[address]${after}` : text
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '[encoded]'
  }
}
