import { createHash } from 'node:crypto'

/** So many characters of a title are kept: with the hash, a name has at most 63. */
const titleLength = 48

/**
 * The name of a test's sandbox: its title, as far as a name can have it, and eight digits of a hash.
 * @param title of the test alone
 * @param identity all that tells the test from every other in the run; the hash follows from it
 */
export function sandboxNameOf(title: string, identity: readonly (string | number)[]): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, titleLength)
    .replaceAll(/^-|-$/g, '')
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 8)
  return words === '' ? hash : `${words}-${hash}`
}
