import { operations } from '../app/areas.ts'
import type { TraceLine } from '../app/swept.ts'
import { UsedAssumptions } from '../assumptions/used.ts'
import { readRequests } from '../conduct/reading.ts'
import { verdicts } from '../conduct/table.ts'
import { judge } from '../conduct/verdict.ts'
import { grouped } from '../lib/grouped.ts'

/** A thing that a client did in a run, and a well-behaved one does not. */
export type RunVerdict = Readonly<Awaited<ReturnType<typeof judgeTrace>>[number]>

const counted = verdicts.filter(({ severity }) => severity !== 'note')

/** No verdict asks which rows an answer depended on. */
const used = new UsedAssumptions()

const byId = new Map(operations.map((operation) => [operation.id, operation]))

/** Judges the clients of a run by their requests in each sandbox. @param fakes the traces. @param isForged true if the webhooks had a wrong signature */
export async function judgeTrace(fakes: readonly (readonly TraceLine[])[], isForged: boolean) {
  const found = []
  for (const lines of fakes) {
    const requests = lines.filter((line) => 'seen' in line).filter(({ seen }) => seen.connection)
    const signed = lines.filter((line) => 'delivered' in line).filter(({ isSigned }) => isSigned)
    const attempts = signed.map(({ delivered }) => ({ status: delivered, tampered: isForged }))
    const sandboxes = grouped(requests, ({ seen }) => `${seen.sandbox.name} ${seen.sandbox.incarnation}`)
    for (const [i, ofOne] of [...sandboxes.values()].entries()) {
      const [{ pace, sandbox }] = ofOne
      const judged = await judge(counted, {
        ...readRequests(pace),
        entries: ofOne.map(({ seen }) => ({ ...seen, used })),
        operations: byId,
        deliveries: i === 0 ? [{ id: '1', event: 'a webhook', attempts }] : [],
        pollEveryMs: 1000,
      })
      for (const { id, title, advice, occurrences } of judged) {
        for (const { detail, requests } of occurrences) {
          found.push({ id, title, advice, detail, sandbox, fired: requests.flatMap(({ fired }) => fired) })
        }
      }
    }
  }
  return found
}
