import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The kinds of request that are measured, in the order of the tables. */
export const kinds = ['list', 'pages', 'filtered', 'get', 'create'] as const

/** A kind of request that is measured. */
export type Kind = (typeof kinds)[number]

/** The name of each kind of request in the tables. */
export const titles: Readonly<Record<Kind, string>> = {
  list: 'list of 20, page asked before',
  pages: 'list of 20, each page new',
  filtered: 'filtered list',
  get: 'get',
  create: 'create',
}

/** Requests of one kind to one server, and what they have to be answered. */
export interface Requests {
  readonly method: 'GET' | 'POST'
  /** Asked in turn. */
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  /** The content; empty for none. */
  readonly body: string
  readonly status: number
  /** The answer to each path; for creates an example. */
  readonly bodies: readonly string[]
  /**
   * For creates, the answer without what differs each time: the texts between, the first gap being the id, which must
   * be new each time. A single text is an answer that is always the same. Empty where the bodies are to be equal.
   */
  readonly parts: readonly string[]
  /** The headers of the answer that Node does not write by itself. */
  readonly answerHeaders: Readonly<Record<string, string>>
}

const varying = /("(?:id|created_at|updated_at)":\s*"?)[\w:.-]+/g

/** The texts of an answer to a create around its id and its timestamps. */
export function partsOf(body: string): readonly string[] {
  const gap = '\0'
  return body.replaceAll(varying, `$1${gap}`).split(gap)
}

const toText = (texts: readonly string[]): string => texts.map((text) => `${text}\0`).join('')

/** Writes requests and answers to a folder, for the load (bench/check.lua) and for the bare server (bench/bare.mjs). */
export function writeRequests(folder: string, requests: Requests): void {
  mkdirSync(folder, { recursive: true })
  const { method, paths, headers, body, status, bodies, parts, answerHeaders } = requests
  const files = {
    method,
    body,
    status: String(status),
    paths: toText(paths),
    bodies: toText(bodies),
    parts: toText(parts),
    sent: toText(Object.entries(headers).flat()),
    headers: JSON.stringify(answerHeaders),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}
