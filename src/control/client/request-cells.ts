import type { RequestInfo } from '../endpoints/requests.ts'

/** What stands above `requestCells` in a table. */
export const requestHeadings = ['ID', 'AT', 'REQUEST', 'STATUS', 'CODE'] as const

/** A request as the cells of a table that tell what was asked, and what a client saw of the answer. */
export function requestCells({ id, at, method, path, status, code, fault }: RequestInfo): readonly string[] {
  const answer = [status, fault].filter((part) => part !== null).join(' ')
  return [id, at.slice(11, 23), `${method} ${path}`, answer, code ?? '-']
}
