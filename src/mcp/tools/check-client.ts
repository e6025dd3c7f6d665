import * as z from 'zod/mini'

import type { ConductReport, Judgement } from '../../control/endpoints/reports.ts'
import type { CoverageReport, OperationCoverage } from '../../coverage/report.ts'
import { listed } from '../../lib/listed.ts'
import { described } from '../../scenarios/fields.ts'
import { data } from '../text.ts'
import { defineTool, inSandbox } from '../tool.ts'

export const checkClient = defineTool({
  name: 'check_client',
  description:
    'Judges the client by its requests: what it did wrong (retries, polling, refused and repeated calls), with the ids of the requests and the right behaviour; the requests that failed; and what it never met: errors, states, pages.',
  isRead: true,
  isRepeatable: true,
  input: z.strictObject({
    poll_every: described('The shortest pause between two reads of an unfinished record (1s).', z.string()),
    ...inSandbox,
  }),
  more: 'cloudsec-fake conduct and cloudsec-fake requests coverage have all of it',
  run: async ({ poll_every: pollEvery, sandbox }, session) => {
    const { client } = await session.sandbox(sandbox)
    const conduct = await client.conduct(pollEvery === undefined ? {} : { pollEvery })
    return [...toConduct(conduct), ...toCoverage(await client.coverage())]
  },
})

function toConduct({ requests, forgotten, items }: ConductReport): readonly string[] {
  const lost = forgotten === 0 ? '' : `, ${forgotten} forgotten before`
  return [`conduct: ${requests} requests judged${lost}; verdicts: ${items.length}`, ...items.flatMap(toVerdict)]
}

function toVerdict({ id, severity, title, advice, count, occurrences }: Judgement): readonly string[] {
  const shown = occurrences
    .slice(0, 2)
    .map(({ requests, detail }) => `  ${data(detail, 200)} [${listed(requests, ', ', String, 4)}]`)
  return [`${severity} ${id} (${count}): ${title} → ${advice}`, ...shown]
}

function toCoverage({ total, items, faults }: CoverageReport): readonly string[] {
  const called = items.filter(({ requests }) => requests > 0)
  const never = items.filter(({ requests }) => requests === 0).map(({ operation }) => operation)
  const met = faults.filter(({ count }) => count > 0).map(({ name, count }) => `${name} ${count}`)
  return [
    `coverage: ${total.met} of ${total.of} met (${total.percent} %)`,
    ...called.map(toOperation),
    `never called: ${never.join(', ') || 'none'}`,
    `faults met: ${met.join(', ') || 'none'}`,
  ]
}

function toOperation({ operation, requests, cells }: OperationCoverage): string {
  const met = cells
    .filter(({ count }) => count > 0)
    .map(
      ({ kind, name, count, request }) =>
        `${kind === 'success' ? '' : `${kind} `}${name} ${count} (first ${request ?? ''})`,
    )
  const unmet = cells
    .filter(({ count, kind }) => count === 0 && kind !== 'error')
    .map(({ kind, name }) => `${kind} ${name}`)
  return `${operation}: ${requests} requests; met ${met.join(', ') || 'nothing'}; never met: ${unmet.join(', ') || 'only errors'}`
}
