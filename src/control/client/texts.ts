import { toPlain, toTable } from '../../lib/table.ts'
import type { RequestInfo } from '../endpoints/requests.ts'
import type { ScenarioInfo } from '../endpoints/scenarios.ts'

export const requestHeadings = ['ID', 'AT', 'REQUEST', 'STATUS', 'CODE'] as const

/** The cells of a table row for a request and the answer that its client got. */
export function requestCells({ id, at, method, path, status, code, fault }: RequestInfo): readonly string[] {
  const answer = [status, fault].filter((part) => part !== null).join(' ')
  return [id, at.slice(11, 23), `${method} ${path}`, answer, code ?? '-']
}

export function describeRequest({ request, response, ...facts }: RequestInfo): string {
  const { id, at, operation, method, path, key, status, code, fault, scenarios, assumptions, durationMs, nearest } =
    facts
  const { traceId, parentId } = facts
  const table = toTable([
    ['id', id],
    ['at', at],
    ['request', `${method} ${path}`],
    ['operation', operation ?? `none; nearest: ${nearest.join(', ')}`],
    ['key', key ?? 'none'],
    ['answer', [status, code, fault].filter((part) => part !== null).join(' ')],
    ['scenarios', scenarios.join(' ')],
    ['assumptions', assumptions.join(' ')],
    ['took', `${durationMs} ms`],
    ...(traceId === null ? [] : [['trace', `${traceId}, span ${parentId}`]]),
  ])
  return [table, describeMessage('Request', request), describeMessage('Answer', response)].join('\n\n')
}

function describeMessage(title: string, { headers, body, cut }: RequestInfo['request']): string {
  const lines = Object.entries(headers).map(([name, value]) => toPlain(`${name}: ${value}`))
  const text = body === null ? [] : ['', JSON.stringify(body, null, 2), ...(cut ? ['(cut off here)'] : [])]
  return [title, ...lines, ...text].join('\n')
}

const ruleHeading = ['WHEN', 'COUNT', 'PHASE', 'THEN', 'MATCHES', 'HITS']

export function describeScenario(scenario: ScenarioInfo): string {
  const { name, description, active, source, rules, warnings: _, ...rest } = scenario
  const lines = [
    `${name} (${source}, ${active ? 'on' : 'off'})`,
    ...(description === undefined ? [] : [description]),
    ...Object.entries(rest).map(([field, value]) => `${field}: ${describeSetting(value)}`),
    ...describeWarnings(scenario),
  ]
  const table = rules.length === 0 ? [] : ['', toTable([ruleHeading, ...rules.map(toRuleRow)])]
  return [...lines.map(toPlain), ...table].join('\n')
}

export function describeWarnings({ warnings = [] }: ScenarioInfo): readonly string[] {
  return warnings.map((warning) => toPlain(`warning: ${warning}`))
}

function toRuleRow(rule: ScenarioInfo['rules'][number]): readonly string[] {
  const { when, count, phase, then, matches, hits } = rule
  const each = [describeFields(when) || 'always', describeFields(count) || 'each', phase, describeFields(then)]
  return [...each, String(matches), String(hits)]
}

const describeSetting = (value: unknown): string => (typeof value === 'string' ? value : describeFields(value))

/** The fields of an object, short: `operation=createJob|getJob, first=1`. */
function describeFields(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([field, content]) => `${field}=${describeContent(content)}`)
    .join(', ')
}

function describeContent(content: unknown): string {
  if (Array.isArray(content)) return content.map(describeContent).join('|')
  return typeof content === 'string' ? content : JSON.stringify(content)
}
