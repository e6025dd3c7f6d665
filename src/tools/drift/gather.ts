import { type Choices, readChoices } from '../../core/assumptions/profile.ts'
import { isUnknown } from '../../core/lib/input-error.ts'
import { maxPageSize } from '../../core/spec/limits.ts'
import { type ProbedOperation, type RecordedExchange, textsOf, toSentRequest } from '../resolve/recorded-exchange.ts'
import { runProbes } from '../resolve/run-probes.ts'
import { type SessionOptions, unknownOption } from '../resolve/session.ts'

type Send = NonNullable<SessionOptions['send']>

/** The number of records per list that are read one by one. */
const sampleSize = 20

/** Sends GET requests only: the requests of probes, a page of each list, and some records. With a recording, it sends nothing. */
export async function gather(session: SessionOptions) {
  const seen = [...(session.recorded ?? [])]
  const send = session.send && getOnly(session.send, seen)
  const choices = await observe({ ...session, send })
  /** Why it stopped early; undefined if it did not. */
  const stopped = send && (await readSample(session.operations, send))
  return { seen, choices, stopped }
}

/** Wraps a sender to reject every request but GET. @param seen receives the answers */
export function getOnly(send: Send, seen: RecordedExchange[]): Send {
  return async (request) => {
    if (request.method !== 'GET') throw unknownOption('it needs a method other than GET')
    const answer = await send(request)
    seen.push(answer)
    return answer
  }
}

/** The options that answers show. */
export async function observe(session: SessionOptions): Promise<Choices> {
  const found = [...(await runProbes(session))].map(([id, { option }]) => [id, option] as const)
  return readChoices(Object.fromEntries(found.filter(([, option]) => option !== undefined)))
}

/** Reads a page of each list, and some of its records. @returns why it stopped early */
async function readSample(operations: readonly ProbedOperation[], read: Send): Promise<string | undefined> {
  const reads = operations.filter(({ method }) => method === 'GET')
  try {
    for (const list of reads.filter(({ path }) => !path.includes('{'))) {
      const page = await read(toSentRequest(operations, { operation: list.id, query: `limit=${maxPageSize}` }))
      const ids = textsOf(page.items, 'id')
      const step = Math.max(1, Math.floor(ids.length / sampleSize))
      const some = ids.filter((_, i) => i % step === 0).slice(0, sampleSize)
      for (const get of reads.filter(({ path }) => path === `${list.path}/{id}`)) {
        for (const id of some) await read(toSentRequest(operations, { operation: get.id, id }))
      }
    }
    return undefined
  } catch (error) {
    if (isUnknown(error)) return error.message
    throw error
  }
}
