import { kindFolder, startBare } from './fake.ts'
import { type Loaded, putLoad } from './load.ts'
import type { Kind } from './requests.ts'

/** Every n-th answer of the corrupt server is wrong. */
const spoilEvery = 50

/** @throws Error if wrong answers were not found */
function requireWrong({ requests, wrong }: Loaded, atLeast: number, what: string): void {
  // Answers in progress at the end are not checked.
  if (wrong >= atLeast - 1 && wrong > 0) return
  throw new Error(`the check of ${what} finds ${wrong} of ${requests} answers wrong, where ${atLeast} are`)
}

/**
 * Proves that the check of the load can fail, with a server that corrupts every 50th answer, and a server that gives
 * all created records the same id.
 * @param folder the answers of the bare server
 * @param created the requests for creates, with the varying parts of their answers; undefined if none are measured
 * @throws Error if wrong answers were not found
 */
export async function checkTheCheck(
  folder: string,
  kinds: readonly Kind[],
  created: string | undefined,
): Promise<void> {
  const load = { connections: 16, seconds: 1, start: 0 }
  const corrupt = await startBare(folder, spoilEvery)
  try {
    for (const kind of kinds) {
      const loaded = await putLoad({ origin: corrupt.origin, folder: kindFolder(folder, kind), ...load })
      requireWrong(loaded, Math.floor(loaded.requests / spoilEvery), kind)
    }
  } finally {
    await corrupt.stop()
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
