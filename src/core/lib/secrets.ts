import { encodePart } from './path-template.ts'

/** The secrets of the keys in the built-in fixtures, and of the keys that the fake creates. */
const drawn = /\bcsf_[\w-]{4,}/g

const secretName =
  /authorization|cookie|token|secret|credential|passw|passphrase|pwd|api[-_]?key|private[-_]?key|access[-_]?key/i

export const redacted = '[redacted]'

/**
 * The minimum length of a secret that is hidden in other texts: the length of the shortest valid key. A shorter secret may be
 * a part of many words.
 */
const minLength = 8

export function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/** Hides the secrets of keys in a text. @param sent the secret that a request sent; empty for none */
export function hideSecrets(text: string, sent: string): string {
  return hideSecret(text.includes('csf_') ? text.replaceAll(drawn, redacted) : text, sent)
}

/** Hides a secret in a text: plain, escaped in JSON, encoded in a URL, or truncated. */
export function hideSecret(text: string, secret: string): string {
  if (secret.length < minLength || text.length < minLength) return text
  const inJson = escapeAsJson(secret)
  const forms = new Set([escapeAsJson(inJson), inJson, encodePart(secret), secret])
  return [...forms].reduce((rest, form) => hideBeginnings(rest.replaceAll(form, redacted), form), text)
}

const escapeAsJson = (text: string): string => JSON.stringify(text).slice(1, -1)

function hideBeginnings(text: string, secret: string): string {
  const parts = text.split('…')
  return parts.map((part, i) => (i === parts.length - 1 ? part : hideEnd(part, secret))).join('…')
}

function hideEnd(text: string, secret: string): string {
  const shown = text.endsWith('"') ? text.slice(0, -1) : text
  for (let length = Math.min(secret.length, shown.length); length >= minLength; length -= 1) {
    if (shown.endsWith(secret.slice(0, length))) return shown.slice(0, -length) + redacted + text.slice(shown.length)
  }
  return text
}

export function hasSecret(text: string): boolean {
  return hideSecrets(text, '') !== text
}
