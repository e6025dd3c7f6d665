import { operations } from '../core/app/areas.ts'
import type { RequestLine } from '../core/app/journal-file.ts'
import { DecidedBy } from '../core/assumptions/decided-by.ts'
import { readRequests } from '../core/conduct/reading.ts'
import { verdicts } from '../core/conduct/table.ts'
import { judge } from '../core/conduct/verdict.ts'
import { faultNames } from '../core/faults/table.ts'
import type { JournalEntry } from '../core/journal/entry.ts'
import { grouped } from '../core/lib/grouped.ts'
import { keyHeader } from '../core/spec/headers.ts'
import { parseInstant } from '../core/time/instant.ts'
import type { RunVerdict } from '../tools/sweep/run.ts'
import { bodyOf, type FakeLines } from '../tools/sweep/trace.ts'

const counted = verdicts.filter(({ severity }) => severity !== 'note')

const byId = new Map(operations.map((operation) => [operation.id, operation]))

/** Judges the clients of a run by their requests in each sandbox. @param isForged true if the webhooks had a wrong signature */
export async function judgeTrace(fakes: readonly FakeLines[], isForged: boolean): Promise<readonly RunVerdict[]> {
  const found: RunVerdict[] = []
  for (const { requests, webhooks } of fakes) {
    const sent = requests.filter(({ context }) => context.connection !== null)
    const attempts = webhooks
      .filter(({ webhook }) => webhook.isSigned)
      .map(({ webhook: { status } }) => ({ status, tampered: isForged }))
    const sandboxes = grouped(sent, ({ sandbox, id }) => `${sandbox} ${incarnationOf(id)}`)
    for (const [i, ofOne] of [...sandboxes.values()].entries()) {
      const [{ context, sandbox }] = ofOne
      const judged = await judge(counted, {
        ...readRequests(context.clock),
        entries: ofOne.map(toEntry),
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

const incarnationOf = (id: string): number => Number(id.split('-')[0])

/** No verdict asks which rows an answer depended on. */
const decidedBy = new DecidedBy()

/** A request of a journal file as the journal has it. */
function toEntry(line: RequestLine): JournalEntry {
  const { id, sandbox, at, operation, path: address, key, code, fault, scenarios, request, response, nearest } = line
  const { method, sequence, status, durationMs, context } = line
  const { connection, recordStatus, wallMs, chapter, target, isDelayed, served, credential } = context
  const [path = '', ...query] = address.split('?')
  const headers = Object.entries({ ...request.headers, [keyHeader.toLowerCase()]: credential })
  const isRule = (name: string): boolean => name.endsWith(']')
  return {
    sandbox: { name: sandbox, incarnation: incarnationOf(id) },
    sequence,
    number: Number(id.split('-')[1]),
    controlRevision: chapter,
    atMs: parseInstant(at, 'at'),
    wallMs,
    durationMs,
    operation: operation ?? undefined,
    method,
    isNamed: false,
    path,
    query: query.join('?'),
    target,
    key: key ?? undefined,
    status,
    code: code ?? undefined,
    fault: faultNames.find((name) => name === fault),
    isDelayed,
    served,
    recordStatus: recordStatus ?? undefined,
    connection: connection === null ? undefined : { ...connection, answeredMs: 0 },
    fired: scenarios.filter(isRule),
    quotaScenario: scenarios.find((name) => !isRule(name)),
    decidedBy,
    requestHeaders: headers.flat(),
    requestBody: bodyOf(request),
    responseHeaders: response.headers,
    responseBody: bodyOf(response),
    cut: { request: request.cut, response: response.cut },
    nearest,
    bytes: 0,
  }
}
