import { listed } from '../../lib/listed.ts'
import { toPlain } from '../../lib/table.ts'
import type { ConductReport, Judgement } from '../endpoints/reports.ts'
import type { RequestInfo } from '../endpoints/requests.ts'

export const requestHeadings = ['ID', 'AT', 'REQUEST', 'STATUS', 'CODE'] as const

/** The cells of a table row for a request and the answer that its client got. */
export function requestCells({ id, at, method, path, status, code, fault }: RequestInfo): readonly string[] {
  const answer = [status, fault].filter((part) => part !== null).join(' ')
  return [id, at.slice(11, 23), `${method} ${path}`, answer, code ?? '-']
}

/** The limit of occurrences of a verdict, and of ids of an occurrence, in a text. */
const maxShown = 5

/** Writes verdicts for people, each with its occurrences and the right behaviour. */
export function describeJudgements(items: readonly Judgement[]): string {
  const texts = items.map(({ id, severity, title, advice, count, occurrences }) => {
    const shown = occurrences.slice(0, maxShown).map(({ requests, detail }) => {
      const ids = requests.length === 0 ? '' : ` [${listed(requests, ', ', String, maxShown)}]`
      return `  - ${toPlain(detail)}${ids}`
    })
    const more = count > maxShown ? [`  - and ${count - maxShown} more`] : []
    return [`${severity} ${id} (${count})  ${title}`, ...shown, ...more, `  → ${advice}`].join('\n')
  })
  return texts.join('\n\n')
}

export function describeConduct({ requests, forgotten, items }: ConductReport): string {
  const judged = `${requests} ${requests === 1 ? 'request' : 'requests'} judged`
  const lost = forgotten === 0 ? '' : `, ${forgotten} forgotten before`
  if (items.length === 0) return `${judged}${lost}: no verdicts`
  return `${describeJudgements(items)}\n\n${judged}${lost}`
}
