/** How the secrets of keys look that the fake draws, and those of the built-in fixtures. */
const drawn = /\bcsf_\w{4,}/g

const secretName = /authorization|cookie|token|secret|passw|api[-_]?key/i

/** What stands in the place of a secret. */
export const redacted = '[redacted]'

/** Whether what has this name (a header, a query parameter, a field) is a secret in all likelihood. */
export function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/** A text without the secrets of keys, wherever they stand in it. */
export function hideSecrets(text: string): string {
  return text.includes('csf_') ? text.replaceAll(drawn, redacted) : text
}
