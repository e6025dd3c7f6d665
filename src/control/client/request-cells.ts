import type { RequestInfo } from '../endpoints/requests.ts'

/** The headings of `requestCells`. */
export const requestHeadings = ['ID', 'AT', 'REQUEST', 'STATUS', 'CODE'] as const

/** The cells of a table row for a request and the answer that its client got. */
export function requestCells({ id, at, method, path, status, code, fault }: RequestInfo): readonly string[] {
  const answer = [status, fault].filter((part) => part !== null).join(' ')
  return [id, at.slice(11, 23), `${method} ${path}`, answer, code ?? '-']
}
