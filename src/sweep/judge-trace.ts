import { operations } from '../app/areas.ts'
import type { TraceLine } from '../app/swept.ts'
import { UsedAssumptions } from '../assumptions/used.ts'
import { readRequests } from '../conduct/reading.ts'
import { verdicts } from '../conduct/table.ts'
import { judge } from '../conduct/verdict.ts'
import { grouped } from '../lib/grouped.ts'

/** A thing that a client did in a run, and a well-behaved one does not. */
export interface RunVerdict {
  readonly id: string
  readonly title: string
  readonly advice: string
  readonly detail: string
  readonly sandbox: string
  /** The rules that fired at its requests. */
  readonly fired: readonly string[]
}

const counted = verdicts.filter(({ severity }) => severity !== 'note')

/** No verdict asks which rows an answer depended on. */
const used = new UsedAssumptions()

const byId = new Map(operations.map((operation) => [operation.id, operation]))

/** Judges the clients of a run by their requests in each sandbox. @param fakes the traces. @param isForged true if the webhooks had a wrong signature */
export async function judgeTrace(
  fakes: readonly (readonly TraceLine[])[],
  isForged: boolean,
): Promise<readonly RunVerdict[]> {
  const found: RunVerdict[] = []
  for (const lines of fakes) {
    const requests = lines.flatMap((line) => ('seen' in line && line.seen.connection !== undefined ? [line] : []))
    const deliveries = lines.flatMap((line) =>
      'delivered' in line && line.isSigned ? [{ status: line.delivered, tampered: isForged }] : [],
    )
    const sandboxes = grouped(requests, ({ seen }) => `${seen.sandbox.name} ${seen.sandbox.incarnation}`)
    for (const [i, ofOne] of [...sandboxes.values()].entries()) {
      const entries = ofOne.map(({ seen }) => ({ ...seen, used }))
      const [{ pace, sandbox }] = ofOne
      const judged = await judge(counted, {
        ...readRequests(pace),
        entries,
        operations: byId,
        deliveries: i === 0 ? [{ id: '1', event: 'a webhook', attempts: deliveries }] : [],
        pollEveryMs: 1000,
      })
      for (const { id, title, advice, occurrences } of judged) {
        for (const { detail, requests: shown } of occurrences) {
          found.push({ id, title, advice, detail, sandbox, fired: shown.flatMap(({ fired }) => fired) })
        }
      }
    }
  }
  return found
}
