/** How the secrets of keys look that the fake draws, and those of the built-in fixtures. */
const drawn = /\bcsf_\w{4,}/g

const secretName =
  /authorization|cookie|token|secret|credential|passw|passphrase|pwd|api[-_]?key|private[-_]?key|access[-_]?key/i

/** What stands in the place of a secret. */
export const redacted = '[redacted]'

/**
 * Fewest characters of a secret that is hidden wherever it stands: those of the shortest valid key. A shorter one is not
 * hidden, since it may be a part of many words.
 */
const fewestCharacters = 8

/** Whether what has this name (a header, a query parameter, a field) is a secret in all likelihood. */
export function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/** A text without the secrets of keys, wherever they stand in it. @param sent the secret that a request sent (none) */
export function hideSecrets(text: string, sent = ''): string {
  return hideSecret(text.includes('csf_') ? text.replaceAll(drawn, redacted) : text, sent)
}

/** A text without a secret: as it is, in JSON, in a URL, and with its end cut off. */
export function hideSecret(text: string, secret: string): string {
  if (secret.length < fewestCharacters || text.length < fewestCharacters) return text
  const inJson = escapeAsJson(secret)
  const forms = new Set([escapeAsJson(inJson), inJson, encodeURIComponent(secret), secret])
  return [...forms].reduce((rest, form) => hideBeginnings(rest.replaceAll(form, redacted), form), text)
}

const escapeAsJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** A text without what begins like a secret and ends where a message cuts a value short. */
function hideBeginnings(text: string, secret: string): string {
  const parts = text.split('…')
  return parts.map((part, i) => (i === parts.length - 1 ? part : hideEnd(part, secret))).join('…')
}

function hideEnd(text: string, secret: string): string {
  const shown = text.endsWith('"') ? text.slice(0, -1) : text
  for (let length = Math.min(secret.length, shown.length); length >= fewestCharacters; length -= 1) {
    if (shown.endsWith(secret.slice(0, length))) return shown.slice(0, -length) + redacted + text.slice(shown.length)
  }
  return text
}
