import * as z from 'zod/mini'

import type { Judgement } from '../../core/control/endpoints/reports.ts'
import type { OperationCoverage } from '../../core/coverage/report.ts'
import { listed } from '../../core/lib/listed.ts'
import { described } from '../../core/scenarios/fields.ts'
import { data } from '../text.ts'
import { defineTool, sandboxArgument } from '../tool.ts'

export const checkClient = defineTool({
  name: 'check_client',
  description:
    'Judges the client by its requests: its mistakes (retries, polling, rejected and repeated calls) with request ids and advice; the successes, errors, states and pages that it met or never met.',
  isRead: true,
  isRepeatable: true,
  input: z.strictObject({
    poll_every: described('The shortest pause between two reads of an unfinished record. Default: 1s.', z.string()),
    ...sandboxArgument,
  }),
  more: 'npx --no -- cloudsec-fake conduct and requests coverage show all of it',
  run: async ({ poll_every: pollEvery, sandbox }, session) => {
    const { client } = await session.sandbox(sandbox)
    const { requests, forgotten, items } = await client.conduct(pollEvery === undefined ? {} : { pollEvery })
    const coverage = await client.coverage()
    const never = coverage.items.filter((item) => item.requests === 0)
    const faults = coverage.faults.filter(({ count }) => count > 0)
    return [
      `conduct: ${requests} requests judged, ${forgotten} forgotten before; verdicts: ${items.length}`,
      ...items.flatMap(toVerdict),
      `coverage: ${coverage.total.met} of ${coverage.total.of} met (${coverage.total.percent} %)`,
      ...coverage.items.filter((item) => !never.includes(item)).map(toOperation),
      `never called: ${never.map(({ operation }) => operation).join(', ') || 'none'}`,
      `faults met: ${faults.map(({ name, count }) => `${name} ${count}`).join(', ') || 'none'}`,
    ]
  },
})

function toVerdict({ id, severity, title, advice, count, occurrences }: Judgement): readonly string[] {
  const shown = occurrences
    .slice(0, 2)
    .map(({ requests, detail }) => `  ${data(detail, 200)} [${listed(requests, ', ', String, 4)}]`)
  return [`${severity} ${id} (${count}): ${title} → ${advice}`, ...shown]
}

/** Lists what a client met, with the first request of each. Unmet errors are left out: they tell nothing about the client. */
function toOperation({ operation, requests, cells }: OperationCoverage): string {
  const met = cells.filter(({ count }) => count > 0).map(({ name, count, request }) => `${name} ${count} (${request})`)
  const unmet = cells
    .filter(({ kind, count }) => count === 0 && kind !== 'error')
    .map(({ kind, name }) => `${kind} ${name}`)
  return `${operation}: requests ${requests}; met ${met.join(', ')}; never met ${unmet.join(', ') || 'only errors'}`
}
