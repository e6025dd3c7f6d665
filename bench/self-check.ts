import { kindFolder, startBare } from './fake.ts'
import { type Loaded, putLoad } from './load.ts'
import type { Kind } from './requests.ts'

/** Each so many answers of the spoilt server are wrong. */
const spoilEvery = 50

/** @throws Error where wrong answers were not found */
function requireWrong({ requests, wrong }: Loaded, atLeast: number, what: string): void {
  // Answers that were under way at the end are not looked at.
  if (wrong >= atLeast - 1 && wrong > 0) return
  throw new Error(`the check of ${what} finds ${wrong} of ${requests} answers wrong, where ${atLeast} are`)
}

/**
 * Proves that the check of the load can fail: a server with a wrong byte in each 50th answer, and one that gives every
 * record that is created the same id.
 * @param folder what the bare server sends
 * @param created the requests for creates, with what must differ in their answers; undefined where none are measured
 * @throws Error where wrong answers were not found
 */
export async function verifyChecker(
  folder: string,
  kinds: readonly Kind[],
  created: string | undefined,
): Promise<void> {
  const load = { connections: 16, seconds: 1, start: 0 }
  const spoilt = await startBare(folder, spoilEvery)
  try {
    for (const kind of kinds) {
      const loaded = await putLoad({ origin: spoilt.origin, folder: kindFolder(folder, kind), ...load })
      requireWrong(loaded, Math.floor(loaded.requests / spoilEvery), kind)
    }
  } finally {
    await spoilt.stop()
  }
  if (created === undefined) return
  const bare = await startBare(folder)
  try {
    const loaded = await putLoad({ origin: bare.origin, folder: created, ...load })
    requireWrong(loaded, loaded.requests - 1, 'ids of creates')
    if (loaded.right !== 1) throw new Error(`the check of creates takes ${loaded.right} answers with one id for right`)
  } finally {
    await bare.stop()
  }
}
