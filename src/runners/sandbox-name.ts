import { createHash } from 'node:crypto'

/** Characters of a title in a name, which has at most 63 with the hash. */
const titleLength = 48

/**
 * The name of the sandbox of a test: the characters of its title that a name can have, and eight digits of a hash.
 * @param title of the test without its groups
 * @param identity values that no other test of the run has; the hash follows from them
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

const counts = new Map<string, number>()

/** The position of a test among those of the same title, in the order in which they are declared in this process. */
export function nextOf(title: string): number {
  const position = counts.get(title) ?? 0
  counts.set(title, position + 1)
  return position
}
